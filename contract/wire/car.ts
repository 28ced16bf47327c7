/** Converts cars and addresses between our types and the JSON of API calls. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import type { QuoteCar } from '#journey/questions/car.ts'

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

type WireCar = Extract<RequestBodyOf<'quoteCreate'>, { vehicleDetails: unknown }>['vehicleDetails']

export const encodeCar = ({ valueDollars, financeCompany, ...same }: QuoteCar): WireCar => ({
  ...same,
  value: valueDollars,
  isFinanced: financeCompany ? 'YES' : 'NO',
  ...(financeCompany && { financeCompany }),
})

export const decodeCar = ({ value, isFinanced, financeCompany = '', ...same }: WireCar): QuoteCar => ({
  ...same,
  valueDollars: value,
  financeCompany: isFinanced === 'YES' ? financeCompany : '',
})
