/** Finds web addresses and card numbers in typed names and addresses; pages and the contract reject them. */
import type { Address } from './address.ts'
import { isBlankName } from './people.ts'

/** The digit sum of each doubled digit. */
const twice = '0246813579'

/** True for 13 digits or more, whatever is between them, with a valid check digit of a card (Luhn, ISO/IEC 7812-1). */
export const containsCardNumber = (text: string): boolean => {
  const digits = text.match(/\d/g) ?? []
  const luhnSum = digits
    .reverse()
    .reduce((sum, digit, place) => sum + Number(place % 2 ? twice[Number(digit)] : digit), 0)
  return digits.length > 12 && luhnSum % 10 === 0
}

/** True for a text with a web address, because a name in an e-mail must not be a link. */
export const containsWebAddress = (text: string): boolean => /:\/\/|\bwww\./i.test(text)

/** The same for an address: documents print its lines, and insurers receive its fields. */
export const addressContainsWebAddress = ({
  suburb,
  city,
  addressInFreeForm,
  addressInBrokenDownForm,
}: Address): boolean =>
  [suburb, city, ...Object.values(addressInFreeForm), ...Object.values(addressInBrokenDownForm)].some(
    containsWebAddress,
  )

export const containsWebAddressOrCard = (text: string): boolean =>
  containsWebAddress(text) || containsCardNumber(text)

export const maximumFreeTextNameLength = 100

export type FreeTextNameErrorCode = 'NAME_HAS_LINK_OR_CARD' | 'NAME_TOO_LONG'

/** @param missing the code for an empty or invisible name */
export function freeTextNameError<Missing extends string>(
  text: string,
  missing: Missing,
): Missing | FreeTextNameErrorCode | null {
  if (isBlankName(text)) return missing
  if (containsWebAddressOrCard(text)) return 'NAME_HAS_LINK_OR_CARD'
  // Counted as the contract stores it.
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').length > maximumFreeTextNameLength
    ? 'NAME_TOO_LONG'
    : null
}
