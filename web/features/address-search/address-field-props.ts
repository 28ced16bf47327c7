/** The props of an address field, shared by the field and its search hook. */

import type { ReactNode } from 'react'
import type { Address } from '#journey/address.ts'
import type { AddressFieldPath } from '#web/features/draft/draft-state.ts'

export interface AddressFieldProps {
  readonly field: AddressFieldPath
  readonly label: string
  readonly kind: 'risk' | 'postal'
  readonly hint?: ReactNode
  /** The found address; undefined while there is none. */
  readonly found?: Address | undefined
  /** A whole address was found or typed by hand; null: the text was changed and the address no longer holds. */
  readonly onFound: (address: Address | null) => void
  /** The dialog for the missing postcode of a found address was closed without one. */
  readonly onPostcodeNotGiven?: () => void
  /** Shown below the field when nothing was found; 'Address not found.' by default. */
  readonly notFoundText?: string
}
