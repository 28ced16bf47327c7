/** Converts the chosen car to and from the wire: step 1 sends it, the retrieval calls return it. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import type { QuoteCar } from '#journey/questions/car.ts'

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
