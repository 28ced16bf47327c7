/** Texts of the address fields: search, suggestions and results. */

export const addressSearchText = {
  lines: 'Matching addresses',
  suggested: 'Suggested addresses',
  manually: 'Enter address manually',
  /** The script of the manual form could not be loaded. */
  manualMissing:
    'The form to type your address could not be opened. Check your connection and try again. If you are online, reload this page: your answers are kept.',
  notFound: 'Address not found.',
  required: 'Please enter address',
  unknown: 'Address not found',
  captchaFailed: 'The security check did not finish. Please choose the address again.',
  postBox: 'Please enter the address where the car is kept',
  searching: 'Looking for addresses…',
  found: (count: number): string =>
    count === 0 ? 'No addresses found' : count === 1 ? '1 address found' : `${count} addresses found`,
  chosen: (text: string): string => `Address: ${text}`,
} as const
