/** Converts an address to and from the wire, where it also says what it is for. All calls with an address use it. */
import type { Address } from '#journey/address.ts'

export const encodeAddress = <Type extends 'RISK' | 'POSTAL'>(address: Address, type: Type) => ({
  ...address,
  type,
})

export function decodeAddress({
  type: _,
  ...address
}: Address & { readonly type?: string | undefined }): Address {
  return address
}
