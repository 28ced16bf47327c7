/**
 * Address search of address/risk and address/postal. Results are signed, so that a quote can verify that
 * they came from this search.
 */
import type { BodyOf, ReplyOf } from '#contract/endpoints.ts'
import type { FieldError } from '#contract/problems.ts'
import type { Address } from '#journey/address.ts'
import { type AddressParts, noParts } from '#journey/address-parts.ts'
import { isPoBox } from '#journey/po-box.ts'
import { addressContainsWebAddress } from '#journey/printable-text.ts'
import { type Dependencies, refuse, reply } from '#server/lib/context.ts'
import { hmac } from '#server/lib/crypto.ts'

type Purpose = 'RISK' | 'POSTAL'

const partNames = Object.keys(noParts) as (keyof AddressParts)[]

/** As the contract bounds an address's signature. */
const mostOfSignature = 200

/** Over every field an insurer is told, each in its place: a house number that was changed is not what was found. */
function sealOf(address: Address, purpose: Purpose, { keys }: Pick<Dependencies, 'keys'>): string {
  const { addressId, postcode, suburb, city, addressInFreeForm, addressInBrokenDownForm } = address
  const { addressLine1, addressLine2 } = addressInFreeForm
  const parts = partNames.map(name => addressInBrokenDownForm[name])
  return hmac(
    keys,
    JSON.stringify([purpose, addressId, postcode, suburb, city, addressLine1, addressLine2, parts]),
  )
}

/**
 * The seal, and behind it the town in letters of its own: the specification's address has no field for one, so a client that
 * sends back what it prints alone sends none (decision 0048).
 */
function signatureOf(address: Address, purpose: Purpose, services: Pick<Dependencies, 'keys'>): string {
  const seal = sealOf(address, purpose, services)
  const whole = `${seal}.${Buffer.from(address.city).toString('base64url')}`
  return address.city === '' || whole.length > mostOfSignature ? seal : whole
}

/** As it was found: with the town that its signature names, where it comes without one. */
const withTown = (address: Address): Address =>
  address.city === ''
    ? { ...address, city: Buffer.from(address.signature.split('.')[1] ?? '', 'base64url').toString() }
    : address

/**
 * The address as a quote may keep it: one that claims to have been found keeps its id only with our signature, made for
 * either purpose; any other counts as typed by hand (EDGE-18).
 */
export function verifiedAddress(address: Address, services: Pick<Dependencies, 'keys'>): Address {
  const purposes: readonly Purpose[] = ['RISK', 'POSTAL']
  const whole = withTown(address)
  // A bare seal is one that was made before signatures carried the town.
  const found = purposes.some(purpose =>
    [signatureOf(whole, purpose, services), sealOf(whole, purpose, services)].includes(address.signature),
  )
  return found ? whole : { ...address, addressId: '', signature: '' }
}

/**
 * What is wrong with an address that a quote would keep, beyond its shape: one that was typed is never without its suburb.
 * One that we found may have none (QUOTE-14).
 * @param path where it stands in the body that was sent
 */
export const addressErrors = ({ signature, suburb }: Address, path: string): FieldError[] =>
  signature === '' && suburb.trim() === '' ? [{ path: `${path}.suburb`, message: 'is blank' }] : []

export async function searchAddress(
  search: BodyOf<'addressRisk'>,
  purpose: Purpose,
  services: Dependencies,
): Promise<{ reply: ReplyOf<'addressRisk'> } | { refused: 'PARTNER_UNAVAILABLE' }> {
  const line = [search.addressInFreeForm.addressLine1, search.addressInFreeForm.addressLine2]
    .filter(Boolean)
    .join(', ')
  // Nobody is asked for a place that no car can be kept in.
  if (purpose === 'RISK' && [line, search.suburb].some(isPoBox)) return reply(answerOf([]))
  const answer = await services.addresses.find({ line, suburb: search.suburb, postcode: search.postcode })
  if (answer.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const suggestedAddresses = answer.addresses
    .filter(found => purpose === 'POSTAL' || !Object.values(found.addressInFreeForm).some(isPoBox))
    // No quote takes one (T21): better not found than refused once it was chosen.
    .filter(found => !addressContainsWebAddress(found))
    .map(found => ({ ...found, signature: signatureOf(found, purpose, services), type: purpose }))
  return reply(answerOf(suggestedAddresses))
}

type Reply = ReplyOf<'addressRisk'>

function answerOf(suggestedAddresses: Reply['data']['attributes']['suggestedAddresses']): Reply {
  const status = suggestedAddresses.length === 0 ? 'NOT_FOUND' : 'SUGGESTED'
  return { data: { attributes: { status, suggestedAddresses } } }
}
