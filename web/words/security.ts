/** The popup that asks whether a person is there. */
export const securityWords = {
  title: 'Security check',
  text: 'One quick check before we go on. It keeps automatic programs away from your details.',
  tick: 'I am a person',
  checking: 'Checking…',
  failed: 'That did not work. Tick the box to try again.',
  tooLate: 'That took a little long. Tick the box to start again.',
  cancel: 'Not now',
} as const
