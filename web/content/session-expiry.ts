/** Texts of the dialog that warns before the session expires. */

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
