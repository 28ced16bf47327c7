/**
 * The request and the result of the address search: splits a typed line into fields, and maps the response
 * for the form.
 */

import type { ReplyOf, RequestBodyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import type { ApiResult } from '#web/api/http.ts'

export type AddressSearch = Omit<RequestBodyOf<'addressRisk'>, 'recaptchaResponse'>

/** 'Apt 3' or 'Flat B': a unit of the house after it. */
const unitAlone = /^\p{L}+[.\s]*(?:\d\w{0,5}|\s\p{L})$/u
/** '12 Queen Street' or 'Flat B/12 Queen Street'. */
const house = /^(?:\p{L}+[.\s]*(?:\d\w{0,5}|\s\p{L})[/\s-]+)?\d/u

/** '12 Queen Street, Auckland Central, Auckland 1010' → line, suburb and postcode; a part not given is empty. */
export function splitAddressLine(text: string): AddressSearch {
  const postcode = /(?:^|[\s,])(\d{4})\s*$/.exec(text)?.[1] ?? ''
  const rest = postcode ? text.trimEnd().slice(0, -4) : text
  const parts = rest
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const isHouse = (at: number) => house.test(parts[at] ?? '')
  // 'Level 5, Apt 3, 12 Queen Street, …': the parts before a house number are units of that house.
  const last = isHouse(2) && unitAlone.test(parts[1] ?? '') ? 2 : isHouse(1) ? 1 : 0
  const [second = '', third = ''] = parts.slice(last + 1)
  // 'RD 3' is followed by the town.
  const suburb = /\d$/.test(second) ? `${second} ${third}`.trim() : second
  const addressLine1 = parts.slice(0, last + 1).join(', ')
  return { addressInFreeForm: { addressLine1, addressLine2: '' }, suburb, postcode }
}

export type AddressSearchResult =
  | { readonly kind: 'one'; readonly address: Address }
  | { readonly kind: 'several'; readonly addresses: readonly Address[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-asked' }

/** A failed search and an empty one have the same message: 'Address not found.' */
export function toAddressSearchResult(answer: ApiResult<ReplyOf<'addressRisk'>>): AddressSearchResult {
  if (answer.outcome === 'captcha-unavailable') return { kind: 'not-asked' }
  if (answer.outcome !== 'ok') return { kind: 'none' }
  const addresses = answer.data.data.attributes.suggestedAddresses
  const [first] = addresses
  if (!first || answer.data.data.attributes.status === 'NOT_FOUND') return { kind: 'none' }
  return addresses.length === 1 ? { kind: 'one', address: first } : { kind: 'several', addresses }
}
