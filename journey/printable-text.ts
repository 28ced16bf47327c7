/**
 * Validates names of businesses, accounts and lenders, and addresses typed by hand, for pages and the
 * contract: no web address, no card number.
 */
import type { Address } from './address.ts'
import { isBlankName } from './people.ts'

/** Of a digit that counts twice both digits of what it comes to are counted. */
const twice = '0246813579'

/** Are its digits, whatever stands between them, 13 or more whose last is right for a card (Luhn, ISO/IEC 7812-1)? */
export const containsCardNumber = (text: string): boolean => {
  const digits = text.match(/\d/g) ?? []
  const luhnSum = digits
    .reverse()
    .reduce((sum, digit, place) => sum + Number(place % 2 ? twice[Number(digit)] : digit), 0)
  return digits.length > 12 && luhnSum % 10 === 0
}

/** Does it name a page? A name is something to read, and nothing to follow in the mail it is printed in. */
export const containsWebAddress = (text: string): boolean => /:\/\/|\bwww\./i.test(text)

/** The same of an address: the papers in our mails print its lines, and an insurer is told its parts. */
export const addressContainsWebAddress = ({
  suburb,
  city,
  addressInFreeForm,
  addressInBrokenDownForm,
}: Address): boolean =>
  [suburb, city, ...Object.values(addressInFreeForm), ...Object.values(addressInBrokenDownForm)].some(
    containsWebAddress,
  )

/** Does it hold what every call refuses in printed text: a web address or the number of a card? */
export const containsWebAddressOrCard = (text: string): boolean =>
  containsWebAddress(text) || containsCardNumber(text)

export const maximumPrintableNameLength = 100

export type PrintableNameCode = 'NAME_HOLDS_MORE' | 'NAME_TOO_LONG'

/** @param missing what to say where there is none, or nothing to be seen */
export function printableNameError<Missing extends string>(
  text: string,
  missing: Missing,
): Missing | PrintableNameCode | null {
  if (isBlankName(text)) return missing
  if (containsWebAddressOrCard(text)) return 'NAME_HOLDS_MORE'
  // Counted as the contract stores it.
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').length > maximumPrintableNameLength
    ? 'NAME_TOO_LONG'
    : null
}
