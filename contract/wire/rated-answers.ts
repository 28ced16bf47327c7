/**
 * Converts the answers that a price depends on to and from the body of quote/create (step 2) and quote/amend. The browser
 * encodes them, the server decodes them.
 */
import type { BodyOf, RequestBodyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import { sumInsuredFrom } from '#journey/compensations.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { Driver } from '#journey/people.ts'
import { fromYesNo, type Indicators, toYesNo } from '#journey/questions/indicators.ts'
import { decodeAddress, encodeAddress } from './address.ts'
import { decodeRequestedCover, encodeCover, encodePeriod } from './cover.ts'
import { decodeDriver, encodeDriver, encodeNamedDriver } from './driver.ts'

export interface RatedAnswers {
  readonly vehicleKey: string
  readonly riskAddress: Address
  /** The main driver first. */
  readonly drivers: readonly Driver[]
  readonly indicators: Indicators
  readonly choice: CoverChoice
  /** Whole dollars; 0 where the cover does not insure the car. */
  readonly sumInsured: number
}

type RatedRequest = RequestBodyOf<'quoteAmend'>
export type RatedBody = BodyOf<'quoteAmend'>

/** Names are in the list of drivers only. */
function encodeRiskDriver(driver: Driver) {
  const { dateOfBirth, claimHistory } = encodeNamedDriver(driver)
  return { dateOfBirth, claimHistory }
}

export function encodeRatedAnswers({
  vehicleKey,
  riskAddress,
  drivers,
  indicators,
  choice,
  sumInsured,
}: RatedAnswers) {
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
  } satisfies Omit<RatedRequest, 'id'>
}

/** The answers of a body: a sum of 0 where it has none above zero, and only the yes/no answers that it has. */
export function decodeRatedAnswers({ drivers, attributes }: RatedBody): Omit<
  RatedAnswers,
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
