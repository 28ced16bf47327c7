/** Converts a cover choice and the sum insured to and from a coverage on the wire. Requests and replies use it. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import { describedOptions, optionsFrom } from '#journey/compensations.ts'
import {
  type CoverChoice,
  coverEndDate,
  type Frequency,
  isOffered,
  voluntaryExcessSteps,
} from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'

type WireAttributes = RequestBodyOf<'quoteAmend'>['attributes']
type WireCoverage = WireAttributes['coverages'][number]
type WireCover = Pick<WireCoverage, 'policyCoverType' | 'voluntaryExcess' | 'compensations'>

/** Both sums insured are the requested value: zero for third party property damage. */
export const encodeCover = (choice: CoverChoice, sumInsured: number): WireCover => ({
  policyCoverType: choice.cover,
  voluntaryExcess: choice.voluntaryExcess,
  compensations: [
    { compensationSubType: 'AgreedValue', sumInsured },
    { compensationSubType: 'MarketValue', sumInsured },
    ...describedOptions(choice),
  ],
})

export const encodePeriod = ({
  frequency,
  startDate,
}: CoverChoice): WireAttributes['quoteRequestDetails'] => ({
  frequency,
  policyInceptionDate: startDate,
  policyExpiryDate: coverEndDate(startDate),
  previousInsurer: 'NONE',
})

/** The choice of a quote in a reply, without its start; null when it has no cover or an excess that is not offered. */
export function decodeQuotedCover(
  wire: WireCover | undefined,
  frequency: Frequency,
): Omit<CoverChoice, 'startDate'> | null {
  const voluntaryExcess = voluntaryExcessSteps.find(step => step === wire?.voluntaryExcess)
  if (!wire || voluntaryExcess === undefined) return null
  return { cover: wire.policyCoverType, voluntaryExcess, ...optionsFrom(wire.compensations), frequency }
}

/** The choice of a request; null when the excess is not offered. */
export function decodeRequestedCover(
  { compensations, ...wire }: WireCover,
  { frequency, policyInceptionDate }: { readonly frequency: Frequency; readonly policyInceptionDate: NzDay },
): CoverChoice | null {
  // An indicator of false wins over any code.
  const requested = compensations.filter(one => one.appliedIndicator !== false)
  const choice = decodeQuotedCover({ ...wire, compensations: requested }, frequency)
  return choice && isOffered({ ...choice, startDate: policyInceptionDate })
}
