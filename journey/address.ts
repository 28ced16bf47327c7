/** A New Zealand address (section 3 of the specification): its type, its text on one line, and the checks of its fields. */
import { extractSingleNumber } from './typed-text.ts'

const addressPartNames = [
  'buildingName',
  'levelNumber',
  'levelType',
  'streetName',
  'streetNumber',
  'streetSuffixCode',
  'streetType',
  'unitNumber',
  'unitType',
] as const
type AddressPartName = (typeof addressPartNames)[number]
export type AddressParts = Readonly<Record<AddressPartName, string>>

export const mapAddressParts = <T>(read: (name: AddressPartName) => T) =>
  Object.fromEntries(addressPartNames.map(name => [name, read(name)])) as Record<AddressPartName, T>

export const emptyAddressParts: AddressParts = mapAddressParts(() => '')

export interface Address {
  /** Empty for an address typed by hand. */
  readonly addressId: string
  /** '' only in a search result whose postcode is unknown; the customer then types it. */
  readonly postcode: string
  readonly suburb: string
  readonly city: string
  /** Proves that this server found the address; empty when typed by hand. */
  readonly signature: string
  readonly addressInBrokenDownForm: AddressParts
  readonly addressInFreeForm: { readonly addressLine1: string; readonly addressLine2: string }
}

/** An address in our address book, with all postcodes of its locality; none if they are not known. */
export interface AddressWithPostcodes extends Omit<Address, 'postcode'> {
  readonly postcodes: readonly string[]
}

/** Maximum characters of a line, and of a suburb or city, in every call. */
export const maximumLineLength = 200
export const maximumPlaceLength = 100

/** 'Auckland 1010' or '１０１０' → '1010'. Five digits stay as they are, because their first four are another place. */
export const parsePostcode = (typed: string): string => extractSingleNumber(typed, 4)

export const isPostcode = (text: string): boolean => /^\d{4}$/.test(text)

/** The address on one line: '3/210 Dominion Road, Mount Eden, Auckland 1024'. An equal suburb and city appear once. */
export function addressText(
  address: Pick<Address, 'addressInFreeForm' | 'suburb' | 'city' | 'postcode'>,
): string {
  const { addressLine1, addressLine2 } = address.addressInFreeForm
  const lines = [addressLine1, addressLine2, address.suburb, address.city].filter(Boolean)
  return `${[...new Set(lines)].join(', ')} ${address.postcode}`.trim()
}

export const isAddressId = (text: string): boolean => /^[A-Za-z0-9._:-]{0,64}$/.test(text)

/** False after the customer typed over the found address, perhaps before the script ran: it must not be insured then. */
export const matchesAddress = (address: Address | undefined, typed: string): address is Address =>
  address !== undefined && addressText(address) === typed

export type AddressErrorCode = 'ADDRESS_REQUIRED' | 'ADDRESS_NOT_FOUND'

/** `found` was found or typed in full by hand; `isMissed` means that the search found nothing and cleared the field. */
export function addressError(
  typed: string,
  found: Address | undefined,
  isMissed?: boolean,
): AddressErrorCode | null {
  if (typed === '' && !isMissed) return 'ADDRESS_REQUIRED'
  return matchesAddress(found, typed) ? null : 'ADDRESS_NOT_FOUND'
}
