/** The props of an address field, shared by the field and its search hook. */

import type { ReactNode } from 'react'
import type { Address } from '#journey/address.ts'
import type { AddressFieldPath } from '#web/features/draft/draft-state.ts'

export interface AddressFieldProps {
  readonly field: AddressFieldPath
  readonly label: string
  readonly kind: 'risk' | 'postal'
  readonly hint?: ReactNode
  /** The address that stands, or undefined while none is found. */
  readonly found?: Address | undefined
  /** A whole address was found, or the one there was no longer holds (null). */
  readonly onFound: (address: Address | null) => void
  /** Opens the form for what is typed by hand: it was asked for, or only the postcode of what was found is not known. */
  readonly onManual: (isFoundInPart?: true) => void
  /** Under the field when nothing was found; 'Address not found.' unless said. */
  readonly notFoundText?: string
}
