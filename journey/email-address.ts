/** Validates, parses and compares e-mail addresses. */
import { toHalfWidth } from './typed-text.ts'

export const maximumEmailLength = 100

/**
 * Before the @ only ASCII, because most mail servers accept no macron there (decision 0022); no dot at its start or
 * end, nor two in a row. The last part of the domain is no number, and no part begins or ends with a hyphen.
 */
const emailPattern =
  /^(?!\.|.*\.([.@]|\d+$))[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?!-|.*(\.-|-\.|-$))[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/i

/**
 * Letters, digits, hyphens, and signs where RFC 5892 allows them: · between two l, ׳ ״ after Hebrew, ͵ before Greek,
 * ・ after Japanese. `URL` gives other characters a meaning, and reads some letters as different ones.
 */
const domainPattern =
  /^(?:[\p{L}\p{M}\p{Nd}.\u3007-]|(?<=l)\u00B7(?=l)|(?<=\p{sc=Hebrew})[\u05F3\u05F4]|\u0375(?=\p{sc=Greek})|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])\u30FB)+$/iu

/** 'māori.nz' → 'xn--mori-qsa.nz', its form in the domain name system; null for a text that is no domain. */
function asciiDomain(domain: string): string | null {
  if (/^[ -~]*$/.test(domain)) return domain
  const isPlain = domainPattern.test(domain) && !/(^|\.)-|-(\.|$)/.test(domain)
  if (!isPlain || domain.normalize('NFKC') !== domain.normalize('NFC')) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

/** Converts the domain to ASCII and checks nothing else; null if that is impossible. */
function withAsciiDomain(text: string): string | null {
  // Checked first, so that no regular expression reads a long text.
  if (text.length > maximumEmailLength) return null
  const at = text.lastIndexOf('@') + 1
  const domain = asciiDomain(text.slice(at))
  return domain === null ? null : text.slice(0, at) + domain
}

/** The address in the form for mail servers, 'kia@xn--mori-qsa.nz' for 'kia@māori.nz'; null for any other text. */
export function toAsciiEmail(text: string): string | null {
  const ascii = withAsciiDomain(text)
  return ascii !== null && ascii.length <= maximumEmailLength && emailPattern.test(ascii) ? ascii : null
}

/** True for one plain address, with a domain in any script. */
export const isEmail = (text: string): boolean => toAsciiEmail(text) !== null

export const isEmailTooLong = (text: string): boolean =>
  text.length > maximumEmailLength || (withAsciiDomain(text)?.length ?? 0) > maximumEmailLength

/** Equal for the same mailbox, whatever the capitals and the form of its domain (own script or ASCII). */
export const emailKey = (text: string): string => (toAsciiEmail(text) ?? text).toLowerCase()

type Reached = { readonly email: string }

export const hasSameEmail = (one: Reached, other: Reached): boolean =>
  emailKey(one.email) === emailKey(other.email)

/** Replaces the @ and full stops of Chinese and Japanese input methods by ASCII ones. */
const asciiSigns = (text: string): string =>
  toHalfWidth(text)
    .replace(/\uFE6B/g, '@')
    .replace(/[\u3002\uFF61]/g, '.')

/** The address inside a name with angle brackets, inside quotation marks, or after 'mailto:' or 'Email: '. */
function unwrapped(text: string): string {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  // Some programs repeat the address in place of the name. If the two differ, it is unclear which one is meant.
  if (bracketed !== undefined && (!name.includes('@') || name.replace(/["'\s]/g, '') === bracketed.trim()))
    return unwrapped(bracketed.trim())
  const [, quoted] = /^["'“‘](.*)["'”’]$/.exec(text) ?? []
  if (quoted !== undefined) return unwrapped(quoted.trim())
  const [, linked] = /^(?:mailto:|[\w-]+: )([^?]*)/i.exec(text) ?? []
  if (linked === undefined) return text
  try {
    return decodeURIComponent(linked).trim()
  } catch {
    return text
  }
}

/** The address in typed or pasted text: 'Kia <kia@example.nz>', 'mailto:kia@example.nz', a full-width @, a final comma. */
export function parseEmail(typed: string): string {
  const text = asciiSigns(typed.normalize('NFC').replace(/\p{Cf}/gu, '')).trim()
  const plain = unwrapped(text.replace(/[\s.,;]{1,4}$/, ''))
  const at = plain.lastIndexOf('@')
  // Phones type a curly apostrophe; before the @ only the straight one is valid.
  return at < 0 ? plain : plain.slice(0, at).replace(/[\u2018\u2019]/g, "'") + plain.slice(at)
}
