/**
 * Checks that an address field still shows the address that was found for it. Steps 1 and 4 check it
 * before they use the address.
 */
import { type Address, addressText } from '#journey/address.ts'

/**
 * A field may be typed over before its search is there to notice: on a slow connection the script comes seconds after the
 * page. What was found before must not be insured, or written to, in place of what stands there now.
 */
export const matchesAddress = (address: Address | undefined, typed: string): address is Address =>
  address !== undefined && addressText(address) === typed

export type AddressCode = 'ADDRESS_REQUIRED' | 'ADDRESS_NOT_FOUND'

/**
 * @param found the address that was found or typed by hand whole, if any was
 * @param isMissed the field is empty because its search found nothing: whoever typed an address is not told to type one
 */
export function addressError(
  typed: string,
  found: Address | undefined,
  isMissed?: boolean,
): AddressCode | null {
  if (typed === '' && !isMissed) return 'ADDRESS_REQUIRED'
  return matchesAddress(found, typed) ? null : 'ADDRESS_NOT_FOUND'
}
