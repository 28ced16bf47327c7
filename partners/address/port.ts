/** The address service port: suggestions while a customer types, and the full addresses of a chosen line. */
import type { Address } from '#journey/address.ts'
import type { FailureCode } from '#partners/failure-codes.ts'

export interface AddressSuggestion {
  readonly addressId: string
  /** '3/210 Dominion Road, Mount Eden, Auckland 1024' */
  readonly text: string
}

/** Found addresses have an empty signature; the server signs them before it sends them. */
export type AddressResult =
  | { readonly outcome: 'found'; readonly addresses: readonly Address[] }
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

/** A typed line with optional suburb and postcode; an empty field matches anything. */
export interface AddressSearch {
  readonly line: string
  readonly suburb: string
  readonly postcode: string
}

export interface AddressService {
  /** Up to eight lines for the typed text; empty if there are none or the service fails. */
  suggest(typed: string): Promise<readonly AddressSuggestion[]>
  /** All addresses that match the search. */
  find(search: AddressSearch): Promise<AddressResult>
}
