/** Address search (address/risk, address/postal), with signed results that a later save can recognise. */
import type { BodyOf, ResponseOf } from '#contract/endpoints.ts'
import type { FieldError } from '#contract/problems.ts'
import { type Address, type AddressParts, emptyAddressParts } from '#journey/address.ts'
import { addressContainsWebAddress } from '#journey/links-and-card-numbers.ts'
import { isPoBox } from '#journey/po-box.ts'
import { hmac } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { okResult, problemResult } from '#server/lib/handler-types.ts'

type Purpose = 'RISK' | 'POSTAL'

const partNames = Object.keys(emptyAddressParts) as (keyof AddressParts)[]

const maximumSignatureLength = 200

/** Covers every field that an insurer receives: a changed street number breaks the signature. */
function sealOf(address: Address, purpose: Purpose, { keys }: Pick<Dependencies, 'keys'>): string {
  const { addressId, postcode, suburb, city, addressInFreeForm, addressInBrokenDownForm } = address
  const { addressLine1, addressLine2 } = addressInFreeForm
  const parts = partNames.map(name => addressInBrokenDownForm[name])
  return hmac(
    keys,
    JSON.stringify([purpose, addressId, postcode, suburb, city, addressLine1, addressLine2, parts]),
  )
}

/** The signature, followed by the encoded town, because the specification's address has no field for the town. */
function signatureOf(address: Address, purpose: Purpose, services: Pick<Dependencies, 'keys'>): string {
  const seal = sealOf(address, purpose, services)
  const whole = `${seal}.${Buffer.from(address.city).toString('base64url')}`
  return address.city === '' || whole.length > maximumSignatureLength ? seal : whole
}

/** The address as found: the town comes from its signature if the body has none. */
const withTown = (address: Address): Address =>
  address.city === ''
    ? { ...address, city: Buffer.from(address.signature.split('.')[1] ?? '', 'base64url').toString() }
    : address

/** A searched address keeps its id only with our signature, for either purpose; any other counts as typed. */
export function verifiedAddress(address: Address, services: Pick<Dependencies, 'keys'>): Address {
  const purposes: readonly Purpose[] = ['RISK', 'POSTAL']
  const whole = withTown(address)
  const isSigned = purposes.some(purpose => signatureOf(whole, purpose, services) === address.signature)
  return isSigned ? whole : { ...address, addressId: '', signature: '' }
}

/** A typed address needs a suburb; one that our search found may have none. */
export const addressErrors = ({ signature, suburb }: Address, path: string): FieldError[] =>
  signature === '' && suburb.trim() === '' ? [{ path: `${path}.suburb`, message: 'is blank' }] : []

type Reply = ResponseOf<'addressRisk'>

const searchResult = (
  suggestedAddresses: Reply['data']['attributes']['suggestedAddresses'],
): { reply: Reply } => {
  const status = suggestedAddresses.length === 0 ? 'NOT_FOUND' : 'SUGGESTED'
  return okResult({ data: { attributes: { status, suggestedAddresses } } })
}

export async function searchAddress(
  search: BodyOf<'addressRisk'>,
  purpose: Purpose,
  services: Dependencies,
): Promise<{ reply: Reply } | { refused: 'PARTNER_UNAVAILABLE' }> {
  const line = [search.addressInFreeForm.addressLine1, search.addressInFreeForm.addressLine2]
    .filter(Boolean)
    .join(', ')
  // Addresses where no car can be kept are not offered.
  if (purpose === 'RISK' && [line, search.suburb].some(isPoBox)) return searchResult([])
  const answer = await services.addresses.find({ line, suburb: search.suburb, postcode: search.postcode })
  if (answer.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  const suggestedAddresses = answer.addresses
    .filter(one => purpose === 'POSTAL' || !Object.values(one.addressInFreeForm).some(isPoBox))
    // No quote accepts such an address: better not found than rejected after it was chosen.
    .filter(one => !addressContainsWebAddress(one))
    .map(one => ({ ...one, signature: signatureOf(one, purpose, services), type: purpose }))
  return searchResult(suggestedAddresses)
}
