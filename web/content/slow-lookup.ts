/** Texts for a plate lookup that takes too long. */
export const slowLookupText = {
  still: 'Still finding your car. Keep waiting or call',
  noCookies:
    'Your car cannot be found without cookies. Please allow them for this site and load the page again, or call',
  changePlate: 'Change the number plate',
} as const
