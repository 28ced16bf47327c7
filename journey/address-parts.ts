/** An address in parts, as the specification names them (section 3): for insurers and address services; no first window shows one. */
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
