/**
 * The address service port: suggested lines while a customer types, and the whole address behind one of
 * them.
 */
import type { Address } from '#journey/address.ts'

export interface AddressLine {
  readonly addressId: string
  /** One line for people: '3/210 Dominion Road, Mount Eden, Auckland 1024' */
  readonly text: string
}

/** Addresses found carry an empty signature; the server signs what it hands out. */
export type AddressResult =
  | { readonly outcome: 'found'; readonly addresses: readonly Address[] }
  | { readonly outcome: 'failed'; readonly reason: string }

/** A whole line with what is known beside it; an empty part matches anything. */
export interface AddressSearch {
  readonly line: string
  readonly suburb: string
  readonly postcode: string
}

export interface AddressService {
  /** Up to eight lines for what has been typed so far; empty when there are none or the service is out. */
  suggest(typed: string): Promise<readonly AddressLine[]>
  /** All addresses that it may mean. */
  find(search: AddressSearch): Promise<AddressResult>
}
