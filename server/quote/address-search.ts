/** The search behind address/risk and address/postal: what was found, signed so that a quote can tell it was found here. */
import type { BodyOf, ReplyOf } from '#contract/calls.ts'
import { type Address, addressText } from '#journey/address.ts'
import { refuse, reply, type Services } from '#server/context.ts'
import { signText } from '#server/secrets.ts'

type Purpose = 'RISK' | 'POSTAL'

const signatureOf = (address: Address, purpose: Purpose, services: Services): string =>
  signText(services.keys, [purpose, address.addressId, addressText(address)].join('|'))

/**
 * The address as a quote may keep it: one that claims to have been found keeps its id only with our signature, made for
 * either purpose; any other counts as typed by hand (EDGE-18).
 */
export function keptAddress(address: Address, services: Services): Address {
  const purposes: readonly Purpose[] = ['RISK', 'POSTAL']
  const found = purposes.some(purpose => address.signature === signatureOf(address, purpose, services))
  return found ? address : { ...address, addressId: '', signature: '' }
}

export async function searchAddress(
  search: BodyOf<'addressRisk'>,
  purpose: Purpose,
  services: Services,
): Promise<{ reply: ReplyOf<'addressRisk'> } | { refused: 'PARTNER_UNAVAILABLE' }> {
  const line = [search.addressInFreeForm.addressLine1, search.addressInFreeForm.addressLine2]
    .filter(Boolean)
    .join(', ')
  const answer = await services.addresses.find({ line, suburb: search.suburb, postcode: search.postcode })
  if (answer.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const suggestedAddresses = answer.addresses.map(found => ({
    ...found,
    signature: signatureOf(found, purpose, services),
    type: purpose,
  }))
  const status = suggestedAddresses.length === 0 ? ('NOT_FOUND' as const) : ('SUGGESTED' as const)
  return reply({ data: { attributes: { status, suggestedAddresses } } })
}
