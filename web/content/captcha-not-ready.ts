/** What steps 4 and 5 say when the security check kept a press of Next from doing what it was to do. */
export const captchaNotReadyText =
  'The security check did not finish, so we could not go on. You can press the button again.'
