/** Validates, parses and compares e-mail addresses. */
import { halfWidth } from './typed-text.ts'

export const maximumEmailLength = 100

/**
 * ASCII before the @: most mail servers take no macron there, and what is sent would not arrive (decision 0022). They take
 * no dot there that is first, last or double. A domain ends in no number, and no part of it begins or ends with a hyphen.
 */
const emailPattern =
  /^(?!\.|.*\.([.@]|\d+$))[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?!-|.*(\.-|-\.|-$))[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/i

/** 'māori.nz' → 'xn--mori-qsa.nz', as the domain name system has it; null for a text that is no domain. */
function asciiDomain(domain: string): string | null {
  if (/^[ -~]*$/.test(domain)) return domain
  // Letters, digits and hyphens alone: a URL gives other marks a meaning, and reads some letters as different ones.
  const isPlain = /^[\p{L}\p{M}\p{Nd}.-]+$/u.test(domain) && !/(^|\.)-|-(\.|$)/.test(domain)
  if (!isPlain || domain.normalize('NFKC') !== domain.normalize('NFC')) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

/** With its domain in ASCII, whatever else it is; null where the domain has no such form. */
function withAsciiDomain(text: string): string | null {
  // Checked first, so that no regular expression reads a long text.
  if (text.length > maximumEmailLength) return null
  const at = text.lastIndexOf('@') + 1
  const domain = asciiDomain(text.slice(at))
  return domain === null ? null : text.slice(0, at) + domain
}

/** The address as mail servers take it, 'kia@xn--mori-qsa.nz' for 'kia@māori.nz'; null for any other text. */
export function asciiEmail(text: string): string | null {
  const ascii = withAsciiDomain(text)
  return ascii !== null && ascii.length <= maximumEmailLength && emailPattern.test(ascii) ? ascii : null
}

/** True for one plain address, with a domain in any script. */
export const isEmail = (text: string): boolean => asciiEmail(text) !== null

/** True for an address that is too long, as typed or in ASCII. */
export const isEmailTooLong = (text: string): boolean =>
  text.length > maximumEmailLength || (withAsciiDomain(text)?.length ?? 0) > maximumEmailLength

/** For comparing addresses: equal for the same mailbox, in capitals or not, its domain in its own script or in ASCII. */
export const emailKey = (text: string): string => (asciiEmail(text) ?? text).toLowerCase()

type Reached = { readonly email: string }

export const shareEmail = (one: Reached, other: Reached): boolean =>
  emailKey(one.email) === emailKey(other.email)

/**
 * The policyholders who get a privacy notice, by index: those with an e-mail address other than the first policyholder's.
 * Of several who share an address only the first is listed.
 */
export const othersToNotify = (policyholders: readonly Reached[]): number[] =>
  policyholders.flatMap((holder, place) => {
    const firstThere = policyholders.findIndex(other => shareEmail(other, holder))
    return place > 0 && holder.email !== '' && firstThere === place ? [place] : []
  })

/** The signs of an address as ASCII, also the small @ and the full stops that Chinese and Japanese input methods write. */
const asciiSigns = (text: string): string =>
  halfWidth(text)
    .replace(/\uFE6B/g, '@')
    .replace(/[\u3002\uFF61]/g, '.')

/** The address inside a name with angle brackets, inside quotation marks, or behind 'mailto:'. */
function unwrapped(text: string): string {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  // Some programs repeat the address in place of the name. With another one there, which is meant?
  if (bracketed !== undefined && (!name.includes('@') || name.replace(/["'\s]/g, '') === bracketed.trim()))
    return unwrapped(bracketed.trim())
  const [, quoted] = /^["'“‘](.*)["'”’]$/.exec(text) ?? []
  if (quoted !== undefined) return unwrapped(quoted.trim())
  const [, linked] = /^mailto:([^?]*)/i.exec(text) ?? []
  if (linked === undefined) return text
  try {
    return decodeURIComponent(linked).trim()
  } catch {
    return text
  }
}

/**
 * The address in a typed or pasted text: 'Kia <kia@example.nz>', 'mailto:kia@example.nz', a full-width @,
 * invisible marks, and a stop or comma behind it. A text without an address is returned nearly unchanged, and isEmail refuses it.
 */
export function readEmail(typed: string): string {
  const text = asciiSigns(typed.normalize('NFC').replace(/\p{Cf}/gu, '')).trim()
  const plain = unwrapped(text.replace(/[\s.,;]{1,4}$/, ''))
  const at = plain.lastIndexOf('@')
  // A phone writes the apostrophe of a name curly; before the @ only the straight one can be meant.
  return at < 0 ? plain : plain.slice(0, at).replace(/[\u2018\u2019]/g, "'") + plain.slice(at)
}
