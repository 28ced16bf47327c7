/** What is said while a plate's model is looked for longer than one should wait. */
export const slowLookupText = {
  still: 'Still finding your car. Keep waiting or call',
  noCookies:
    'Your car cannot be found without cookies. Please allow them for this site and load the page again, or call',
  changePlate: 'Change the number plate',
} as const
