/** The message of steps 4 and 5 when a pending security check prevents the action of a click on Next. */
export const captchaNotReadyText =
  'The security check did not finish, so we could not go on. You can press the button again.'
