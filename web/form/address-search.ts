/** How one line of an address is told to the search calls, and what their answer means to the form (CAR-09). */

import type { ReplyOf, SentBodyOf } from '#contract/calls.ts'
import type { Address } from '#journey/address.ts'
import type { Answer } from '#web/api-wire.ts'

export type AddressSearch = Omit<SentBodyOf<'addressRisk'>, 'recaptchaResponse'>

/** '12 Queen Street, Auckland Central, Auckland 1010' → line, suburb and postcode; a part not given is empty. */
export function splitAddressLine(text: string): AddressSearch {
  const postcode = /(?:^|[\s,])(\d{4})\s*$/.exec(text)?.[1] ?? ''
  const rest = postcode ? text.trimEnd().slice(0, -4) : text
  const [addressLine1 = '', second = '', third = ''] = rest
    // 'Level 5, Apt 3, 12 Queen Street, …': what stands before a number is no place, but a unit of that house.
    .split(/,(?!\s*(?:\p{L}+(?:[.\s]*\d+\p{L}?|[.\s]+\p{L})\s*[,/\s-]\s*)?\d)/u)
    .map(part => part.trim())
    .filter(Boolean)
  // Behind 'RD 3' stands the town.
  const suburb = /\d$/.test(second) ? `${second} ${third}`.trim() : second
  return { addressInFreeForm: { addressLine1, addressLine2: '' }, suburb, postcode }
}

export type AddressOutcome =
  | { readonly kind: 'one'; readonly address: Address }
  | { readonly kind: 'several'; readonly addresses: readonly Address[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-asked' }

/** A failed search and an empty one are the same to the visitor: 'Address not found.' */
export function addressOutcome(answer: Answer<ReplyOf<'addressRisk'>>): AddressOutcome {
  if (answer.outcome === 'captcha-unavailable') return { kind: 'not-asked' }
  if (answer.outcome !== 'ok') return { kind: 'none' }
  const addresses = answer.data.data.attributes.suggestedAddresses
  const [first] = addresses
  if (!first || answer.data.data.attributes.status === 'NOT_FOUND') return { kind: 'none' }
  return addresses.length === 1 ? { kind: 'one', address: first } : { kind: 'several', addresses }
}
