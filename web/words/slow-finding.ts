/** What is said while a plate's model is looked for longer than one should wait. */
export const slowFindingWords = {
  still: 'Still finding your car. Keep waiting or call',
  changePlate: 'Change the number plate',
} as const
