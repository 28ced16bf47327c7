/** Texts of 'Confirm it’s you' in step 1 (car). */
export const confirmIdentityText = {
  title: 'Confirm it’s you',
  help: 'Tell us two things to see the people on your quote and go on with it.',
  confirm: 'Confirm',
  /** After several attempts the server rejects correct details too, for an hour: the message covers both. */
  failed:
    'These details do not match your quote. Check them and try again. After several tries, wait an hour or call us.',
  confirmed: 'Thank you. All your answers are filled in.',
  notYours: 'Not your quote? Start a new one',
} as const
