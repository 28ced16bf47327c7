/**
 * Whether an address that a service offers is one that a visitor's search may mean. Strict about the number and the
 * unit, easy about what people leave out at the end: street type, direction, suburb, town.
 */
import type { Address } from '#journey/address.ts'
import { addressWords, shortForm } from '#journey/address-words.ts'
import type { AddressSearch } from './port.ts'

const shortWords = (text: string): string[] => addressWords(text).map(shortForm)

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.length <= words.length && start.every((word, index) => words[index] === word)

const numbered = (words: readonly string[]): boolean => words.some(word => /(?:^|\/)\d/.test(word))

/** The line as written, without its direction ('East'), and, for searches without a number, from the street's name on. */
function formsOf(address: Address, withNumber: boolean): string[][] {
  const { streetName, streetType, streetSuffixCode } = address.addressInBrokenDownForm
  const street = shortWords(`${streetName} ${streetType} ${streetSuffixCode}`)
  const whole = withNumber ? shortWords(address.addressInFreeForm.addressLine1) : street
  return streetSuffixCode === '' ? [whole] : [whole, whole.slice(0, -1)]
}

/** @param postal how post to it is written, with places of its own ('RD 3', another town) that it may be searched by */
export function mayBe(address: Address, search: AddressSearch, postal = ''): boolean {
  const typed = shortWords(search.line)
  if (typed.length === 0) return false
  const places = shortWords(`${address.suburb} ${address.city} ${address.postcode} ${postal}`)
  const inPlaces = (words: readonly string[]) => words.every(word => places.includes(word))
  if (search.postcode !== '' && search.postcode !== address.postcode) return false
  if (!inPlaces(shortWords(search.suburb))) return false
  const postcodeless = typed.filter(word => word !== address.postcode)
  return formsOf(address, numbered(postcodeless)).some(
    form => startsWith(form, typed) || (startsWith(typed, form) && inPlaces(typed.slice(form.length))),
  )
}

/** May a line that a service offers lead to another address of this first line? Another town has a street of the same name. */
export const beginsAs = (text: string, { addressInFreeForm }: Address): boolean =>
  startsWith(shortWords(text), shortWords(addressInFreeForm.addressLine1))

/** Is the line of the address, written out, all that was searched for? Then nothing else can be meant. */
export const isExactly = (address: Address, search: AddressSearch): boolean =>
  startsWith(shortWords(search.line), shortWords(address.addressInFreeForm.addressLine1))
