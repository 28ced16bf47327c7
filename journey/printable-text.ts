/**
 * Validates names of businesses, accounts and lenders, and addresses typed by hand. Pages check them
 * first, and the contract checks them again.
 */
import type { Address } from './address.ts'
import { containsCardNumber } from './card-number.ts'
import { isBlankName } from './people.ts'

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
