/**
 * The last line before a line of log leaves: what looks like a person's answer or a secret is blotted out. Nothing of
 * the kind is meant to come this far (log.ts writes names, codes and ids only); this is for the day when it does.
 */

/** In this order: an e-mail address may hold digits, an account is looked for before a card. */
const blots: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['token', /\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g],
  ['secret', /(?<=\b(?:token|password|captchaRequest|sid)["']?[=:]\s?["']?)[^\s"'&,;}]{4,}/gi],
  ['email', /[^\s@"'<>(),;:=]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g],
  ['account', /\b\d{2}-\d{4}-\d{7}-\d{2,3}\b/g],
  ['card', /\b\d(?:[ -]?\d){12,18}\b/g],
  ['mobile', /(?<![\w-])(?:\+64[ -]?|0064[ -]?|0)2\d(?:[ -]?\d){6,8}(?![\w-])/g],
  ['date', /\b\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b(?!T)/g],
]

/** 'mail to a@b.nz failed' → 'mail to [email] failed'. Ids, times and codes stay. */
export function scrub(text: string): string {
  let clean = text
  for (const [what, pattern] of blots) clean = clean.replace(pattern, `[${what}]`)
  return clean
}
