/**
 * Texts about the connection: the notices at the bottom of the viewport, and one that replaces a missing
 * response.
 */
export const statusBannerText = {
  offline: 'You are offline. Your answers are kept here; carry on when the connection is back.',
  busy: 'We are very busy just now. Trying again…',
  'still-busy': 'We are still very busy. Your answers are safe here: please try again in a minute.',
  'not-ready': 'The security check was not ready yet. Please press the button again.',
} as const

/** While a call that our server did not answer is sent once more. */
export const repeatingLine = 'We could not get through just now. Trying once more…'
