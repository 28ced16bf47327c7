/**
 * The separate fields of an address, named as in section 3 of the specification, for insurers and address
 * services. No first viewport shows one.
 */
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
