/** Texts and error messages of 'Email my quote' in steps 3 (quote) and 4 (policyholder). */
import type { QuoteEmailErrorCode } from '#journey/questions/quote-email.ts'
import type { Messages } from './messages.ts'

export const emailQuoteText = {
  open: 'Email my quote',
  title: 'Save this quote for later',
  intro: 'We send you a link to this quote. No marketing, just this one email.',
  label: 'Email',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Email sent!',
  done: 'Done',
  sentTo: (address: string) => `A copy of your quote was sent to ${address}.`,
  notSent: {
    failed: 'The email could not be sent. Your quote is kept here; you can try again.',
    /** The number of e-mails per quote and per address is limited. */
    'too-many': 'No more emails go out just now. Your quote is kept here.',
  },
} as const

export const emailQuoteMessages: Messages<QuoteEmailErrorCode> = {
  EMAIL_REQUIRED: 'Please enter a valid email address',
  EMAIL_TOO_LONG: 'Email address too long.',
  EMAIL_INVALID: 'Is invalid',
}
