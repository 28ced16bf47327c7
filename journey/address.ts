/** A New Zealand address in the shape every address call of the specification carries (section 3). */

export interface AddressParts {
  readonly buildingName: string
  readonly levelNumber: string
  readonly levelType: string
  readonly streetName: string
  readonly streetNumber: string
  readonly streetSuffixCode: string
  readonly streetType: string
  readonly unitNumber: string
  readonly unitType: string
}

export interface Address {
  /** Empty when the address was typed by hand. */
  readonly addressId: string
  readonly postcode: string
  readonly suburb: string
  readonly city: string
  /** Proves that this server found the address; empty when typed by hand. */
  readonly signature: string
  readonly addressInBrokenDownForm: AddressParts
  readonly addressInFreeForm: { readonly addressLine1: string; readonly addressLine2: string }
}

export const isPostcode = (text: string): boolean => /^\d{4}$/.test(text)

export const noParts: AddressParts = {
  buildingName: '',
  levelNumber: '',
  levelType: '',
  streetName: '',
  streetNumber: '',
  streetSuffixCode: '',
  streetType: '',
  unitNumber: '',
  unitType: '',
}

/** One line for people: '3/210 Dominion Road, Mount Eden, Auckland 1024'. Suburb and city once when they are the same. */
export function addressText(
  address: Pick<Address, 'addressInFreeForm' | 'suburb' | 'city' | 'postcode'>,
): string {
  const { addressLine1, addressLine2 } = address.addressInFreeForm
  const places = [addressLine1, addressLine2, address.suburb, address.city].filter(Boolean)
  return `${[...new Set(places)].join(', ')} ${address.postcode}`.trim()
}

export const isAddressId = (text: string): boolean => /^[A-Za-z0-9._:-]{0,64}$/.test(text)
