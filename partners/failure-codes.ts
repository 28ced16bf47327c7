/** The codes for a partner's call without a usable result. They hold no personal data, so they may be logged and stored. */

const ownCodes = [
  'timeout',
  'unreachable',
  'too-large',
  'not understood',
  'not sent',
  'not written',
  'still fetching',
  'refused',
  'daily quota used up',
  'another quote',
  'another partner',
  'choice differs',
  'no page on a known origin',
  'sent back already',
  'quote status unknown',
  // For a bind or a refund that was not sent.
  'quiet period',
  'lease lost',
  'stalled',
  'bulkhead full',
  /** Stands for a text that may hold personal data. */
  'other',
] as const

/** The code of a system or a partner: 'ECONNREFUSED'. The type allows any capitals; `toFailureCode` checks the text. */
type SystemCode = Uppercase<string>

export type FailureCode = (typeof ownCodes)[number] | `${'HTTP' | 'SMTP'} ${number}` | SystemCode

export const isSystemCode = (text: string): text is SystemCode => /^[A-Z][A-Z\d_]{1,59}$/.test(text)

const isFailureCode = (text: string): text is FailureCode =>
  ownCodes.some(code => code === text) || /^(?:HTTP|SMTP) \d{3}$/.test(text) || isSystemCode(text)

/** Turns a text of a partner, a library or the system into a code that may be logged; 'other' if it is none. */
export const toFailureCode = (text: string): FailureCode => (isFailureCode(text) ? text : 'other')
