/** Texts of the captcha's dialog, which may open above any page. */

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
