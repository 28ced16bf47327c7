/**
 * Converts the answers that affect the price to and from the request bodies of quote/create (step 2) and quote/amend.
 * It also decodes the cover of a quote response.
 */
import type { BodyOf, RequestBodyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import { optionCompensations, optionsFrom, sumInsuredFrom } from '#journey/compensations.ts'
import {
  type CoverChoice,
  coverEndDate,
  type Frequency,
  voluntaryExcessSteps,
  withOfferedOptions,
} from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Driver } from '#journey/people.ts'
import { fromYesNo, type Indicators, toYesNo } from '#journey/questions/yes-no-questions.ts'
import { decodeAddress, encodeAddress } from './car.ts'
import { decodeDriver, encodeDriver, encodeNamedDriver } from './driver.ts'

type WireAttributes = RequestBodyOf<'quoteAmend'>['attributes']
type WireCoverage = WireAttributes['coverages'][number]
type WireCover = Pick<WireCoverage, 'policyCoverType' | 'voluntaryExcess' | 'compensations'>

/** Both sums insured are the requested value: zero for third party property damage. */
const encodeCover = (choice: CoverChoice, sumInsured: number): WireCover => ({
  policyCoverType: choice.cover,
  voluntaryExcess: choice.voluntaryExcess,
  compensations: [
    { compensationSubType: 'AgreedValue', sumInsured },
    { compensationSubType: 'MarketValue', sumInsured },
    ...optionCompensations(choice),
  ],
})

const encodePeriod = ({ frequency, startDate }: CoverChoice): WireAttributes['quoteRequestDetails'] => ({
  frequency,
  policyInceptionDate: startDate,
  policyExpiryDate: coverEndDate(startDate),
  previousInsurer: 'NONE',
})

/**
 * The cover choice in a quote response, without its start date; null if there is no cover or the excess is not
 * offered.
 */
export function decodeQuotedCover(
  wire: WireCover | undefined,
  frequency: Frequency,
): Omit<CoverChoice, 'startDate'> | null {
  const voluntaryExcess = voluntaryExcessSteps.find(step => step === wire?.voluntaryExcess)
  if (!wire || voluntaryExcess === undefined) return null
  return { cover: wire.policyCoverType, voluntaryExcess, ...optionsFrom(wire.compensations), frequency }
}

/** The cover choice in a request; null if the excess is not offered. */
function decodeRequestedCover(
  { compensations, ...wire }: WireCover,
  { frequency, policyInceptionDate }: { readonly frequency: Frequency; readonly policyInceptionDate: NzDay },
): CoverChoice | null {
  // An indicator of false wins over any code.
  const requested = compensations.filter(one => one.appliedIndicator !== false)
  const choice = decodeQuotedCover({ ...wire, compensations: requested }, frequency)
  return choice && withOfferedOptions({ ...choice, startDate: policyInceptionDate })
}

export interface RatingAnswers {
  readonly vehicleKey: string
  readonly riskAddress: Address
  /** The main driver first. */
  readonly drivers: readonly Driver[]
  readonly indicators: Indicators
  readonly choice: CoverChoice
  /** Whole dollars; 0 where the cover does not insure the car. */
  readonly sumInsured: number
}

type AmendRequest = RequestBodyOf<'quoteAmend'>
export type AmendBody = BodyOf<'quoteAmend'>

/** Without names, which only the `drivers` list contains. */
function encodeRiskDriver(driver: Driver) {
  const { dateOfBirth, claimHistory } = encodeNamedDriver(driver)
  return { dateOfBirth, claimHistory }
}

export function encodeRatingAnswers({
  vehicleKey,
  riskAddress,
  drivers,
  indicators,
  choice,
  sumInsured,
}: RatingAnswers) {
  const [mainDriver, ...additionalDrivers] = drivers.map(encodeRiskDriver)
  return {
    drivers: drivers.map(encodeDriver),
    attributes: {
      coverages: [
        {
          ...encodeCover(choice, sumInsured),
          risk: {
            addressDetails: encodeAddress(riskAddress, 'RISK'),
            vehicleRisk: {
              vehicleKey,
              vehicleUsageType: 'PRIVATE',
              indicators: toYesNo(indicators),
              mainDriver,
              additionalDrivers,
            },
          },
        },
      ],
      quoteRequestDetails: encodePeriod(choice),
    },
  } satisfies Omit<AmendRequest, 'id'>
}

/** Decodes a request body. The sum insured is 0 if none is above zero, and missing yes/no answers stay missing. */
export function decodeRatingAnswers({ drivers, attributes }: AmendBody): Omit<
  RatingAnswers,
  'choice' | 'indicators'
> & {
  /** Null when the excess is not offered. */
  readonly choice: CoverChoice | null
  readonly indicators: Partial<Indicators>
} {
  const [coverage] = attributes.coverages
  if (!coverage) throw new Error('the contract lets no body pass without a coverage')
  const { addressDetails, vehicleRisk } = coverage.risk
  const { isCriminalRecord, ...given } = vehicleRisk.indicators ?? {}
  return {
    vehicleKey: vehicleRisk.vehicleKey,
    riskAddress: decodeAddress(addressDetails),
    drivers: drivers.map(decodeDriver),
    // The answer about a criminal record has two names; one YES is enough.
    indicators: {
      ...fromYesNo({ criminalRecord: isCriminalRecord }),
      ...fromYesNo(given),
      ...(isCriminalRecord === 'YES' && { criminalRecord: true }),
    },
    choice: decodeRequestedCover(coverage, attributes.quoteRequestDetails),
    sumInsured: sumInsuredFrom(coverage.policyCoverType, coverage.compensations),
  }
}
