/** Decides which failure codes of partners may be logged: other details may contain personal data. */

/** Codes of our adapters and their callers; a code without a row here is logged as 'other'. */
const ownReasons: ReadonlySet<string> = new Set([
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
  'not what was asked',
  'no page on a known origin',
  'sent back already',
  'the quote does not tell',
  // For a bind that was not sent.
  'quiet',
  'lease lost',
  'stalled',
  'no place',
])
/** A status ('HTTP 401', 'SMTP 535'), or a code of a system or partner ('ECONNREFUSED', 'UNAUTHORISED'). */
const code = /^(?:(?:HTTP|SMTP) \d{3}|[A-Z][A-Z\d_]{1,59})$/

export const toSafeFailureCode = (reason: string): string =>
  ownReasons.has(reason) || code.test(reason) ? reason : 'other'
