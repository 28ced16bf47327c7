/**
 * Texts of two dialogs that may open above any page: the captcha check, and the warning before the session
 * expires.
 */

export const captchaText = {
  title: 'Security check',
  text: 'One quick check before we go on. It keeps automatic programs away from your details.',
  tick: 'I am a person',
  said: {
    checking: 'Checking…',
    failed: 'That did not work. Tick the box to try again.',
    'no-widget': 'The check could not be shown.',
    'too-late': 'That took a little long. Tick the box to start again.',
  },
  again: 'Try again',
  stuck: 'Still not working? Load this page again. Your answers stay in this tab, but for bank details.',
  reload: 'Load this page again',
  cancel: 'Not now',
} as const

/** Shown by steps 4 and 5 when a security check that did not finish prevents the action of a click on Next. */
export const captchaNotReadyText =
  'The security check did not finish, so we could not go on. You can press the button again.'

export const sessionExpiryText = {
  title: 'Session Expiry',
  text: 'Your session is about to expire. Would you like to extend this session?',
  extend: 'Extend Session',
  timeLeft: (secondsLeft: number): string =>
    secondsLeft >= 60
      ? `${Math.floor(secondsLeft / 60)} min ${String(secondsLeft % 60).padStart(2, '0')} s left`
      : `${secondsLeft} s left`,
  kept: 'If it ends, your answers are cleared from this page, to keep them private.',
  extended: 'Your session has been extended.',
  notExtended: 'We could not extend your session just now. Press Extend Session to try again.',
} as const
