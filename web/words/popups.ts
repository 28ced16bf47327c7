/** The sentences of the frame's own popups: session expiry, the notices at the foot of the window, and the security check. */

export const sessionWords = {
  title: 'Session Expiry',
  text: 'Your session is about to expire. Would you like to extend this session?',
  extend: 'Extend Session',
  timeLeft: (secondsLeft: number): string =>
    secondsLeft >= 60
      ? `${Math.floor(secondsLeft / 60)} min ${String(secondsLeft % 60).padStart(2, '0')} s left`
      : `${secondsLeft} s left`,
  kept: 'Your answers stay as they are.',
  extended: 'Your session has been extended.',
} as const

export const noticeWords = {
  offline: 'You are offline. Your answers are kept here; go on when the connection is back.',
  busy: 'We are very busy just now. Trying again…',
  'still-busy': 'We are still very busy. Your answers are safe here: please try again in a minute.',
  'not-ready': 'The security check was not ready yet. Please press the button again.',
} as const

export const securityWords = {
  title: 'Security check',
  text: 'One quick check before we go on. It keeps automatic programs away from your details.',
  tick: 'I am a person',
  checking: 'Checking…',
  failed: 'That did not work. Tick the box to try again.',
  tooLate: 'That took a little long. Tick the box to start again.',
  cancel: 'Not now',
} as const
