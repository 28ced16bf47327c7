/** The notices at the foot of the window. */
export const noticeWords = {
  offline: 'You are offline. Your answers are kept here; carry on when the connection is back.',
  busy: 'We are very busy just now. Trying again…',
  'still-busy': 'We are still very busy. Your answers are safe here: please try again in a minute.',
  'not-ready': 'The security check was not ready yet. Please press the button again.',
} as const
