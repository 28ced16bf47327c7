/**
 * Scrubber of log lines, used by the logger: it masks text that looks like personal data or a secret. The
 * logger should never write such data; this is the last safeguard.
 */

/**
 * Matches whole UUIDs too: one UUID in six hundred has adjacent groups without letters, which would look
 * like a card number.
 */
const cardOrId = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d(?:[ -]?\d){12,18}\b/gi
const isId = (found: string): boolean => found.length === 36 && /^[\da-f]{8}-[\da-f]{4}-/i.test(found)

/** Order matters: bank accounts are matched before card numbers. */
const blots: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['token', /\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g],
  ['secret', /(?<=\b(?:token|password|captchaRequest|sid)["']?[=:]\s?["']?)[^\s"'&,;}]{4,}/gi],
  ['account', /\b\d{2}-\d{4}-\d{7}-\d{2,3}\b/g],
  ['card', cardOrId],
  ['mobile', /(?<![\w-])(?:\+64[ -]?|0064[ -]?|0)2\d(?:[ -]?\d){6,8}(?![\w-])/g],
  ['date', /\b\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b(?!T)/g],
]

const words = /[^\s"'<>(),;:=]+/g

/** A scoped package in a stack trace has an at-sign too. */
const isEmailAddress = (word: string): boolean => word.indexOf('@') > 0 && !word.includes('/node_modules/@')

/** 'mail to a@b.nz failed' → 'mail to [email] failed'. Ids, times and codes stay. */
export function scrub(text: string): string {
  // E-mail addresses first, because they may contain digits. Word by word: one pattern for the whole text
  // would be slow on long texts.
  let clean = text.replace(words, word => (isEmailAddress(word) ? '[email]' : word))
  for (const [what, pattern] of blots)
    clean = clean.replace(pattern, found => (pattern === cardOrId && isId(found) ? found : `[${what}]`))
  return clean
}
