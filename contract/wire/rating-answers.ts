/** Converts the answers that a price depends on (car, address, drivers, cover) to and from the bodies of calls. */
import type { z } from 'zod'
import type { BodyOf, RequestBodyOf } from '#contract/endpoints.ts'
import type { driver, requestDriver } from '#contract/schemas/quote.ts'
import type { Address } from '#journey/address.ts'
import {
  type CoverChoice,
  coverEndDate,
  type Frequency,
  voluntaryExcessChoices,
  withOfferedOptions,
} from '#journey/cover.ts'
import {
  optionCompensations,
  optionsFromCompensations,
  sumInsuredFrom,
} from '#journey/cover-compensations.ts'
import type { NzDay } from '#journey/dates.ts'
import { type Incident, incidentSlots } from '#journey/incidents.ts'
import type { Driver } from '#journey/people.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import { fromYesNo, type Indicators, toYesNo } from '#journey/questions/yes-no-questions.ts'

type WireDriver = z.output<typeof driver>
type RequestDriver = z.output<typeof requestDriver>

/** An incident with its number; the numbers may have gaps. */
export interface WireIncident extends Incident {
  readonly slot: (typeof incidentSlots)[number]
}

export const decodeIncidents = (wire: RequestDriver): WireIncident[] =>
  incidentSlots.flatMap(slot => {
    const [claimCode, month, year] = [wire[`issue${slot}`], wire[`month${slot}`], wire[`year${slot}`]]
    return claimCode && month && year ? [{ slot, claimCode, month, year }] : []
  })

export const decodeDriver = (wire: RequestDriver): Driver => ({
  type: wire.type,
  firstName: wire.givenName,
  lastName: wire.surname,
  dateOfBirth: wire.dateOfBirth,
  incidentCount: wire.incidentCount,
  incidents: decodeIncidents(wire).map(({ slot: _, ...incident }) => incident),
})

export const encodeDriver = ({ firstName, lastName, incidents, ...same }: Driver): WireDriver => ({
  givenName: firstName,
  surname: lastName,
  ...same,
  ...Object.fromEntries(
    incidents.flatMap(({ claimCode, month, year }, index) => [
      [`issue${index + 1}`, claimCode],
      [`month${index + 1}`, month],
      [`year${index + 1}`, year],
    ]),
  ),
})

/** A driver outside the `drivers` list: in the vehicle's risk and in a bind. */
export const encodeRiskDriver = ({ firstName, lastName, dateOfBirth, incidents }: Driver) => ({
  dateOfBirth,
  claimHistory: [...incidents],
  givenName: firstName,
  initials: [...firstName][0] ?? '',
  surname: lastName,
})

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

/** A cover choice without its start date; null if there is no cover or the excess is not offered. */
export function decodeQuotedCover(
  wire: WireCover | undefined,
  frequency: Frequency,
): Omit<CoverChoice, 'startDate'> | null {
  const voluntaryExcess = voluntaryExcessChoices.find(step => step === wire?.voluntaryExcess)
  if (!wire || voluntaryExcess === undefined) return null
  return {
    cover: wire.policyCoverType,
    voluntaryExcess,
    ...optionsFromCompensations(wire.compensations),
    frequency,
  }
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

export type AmendBody = BodyOf<'quoteAmend'>

export function encodeRatingAnswers({
  vehicleKey,
  riskAddress,
  drivers,
  indicators,
  choice,
  sumInsured,
}: RatingAnswers) {
  // Without names, which only the `drivers` list contains.
  const [mainDriver, ...additionalDrivers] = drivers.map(({ dateOfBirth, incidents }) => ({
    dateOfBirth,
    claimHistory: [...incidents],
  }))
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
  } satisfies Omit<RequestBodyOf<'quoteAmend'>, 'id'>
}

/** Decodes a request body. The sum insured is 0 if none is above zero, and missing yes/no answers stay missing. */
export function decodeRatingAnswers({ drivers, attributes }: AmendBody) {
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
    } satisfies Partial<Indicators>,
    choice: decodeRequestedCover(coverage, attributes.quoteRequestDetails),
    sumInsured: sumInsuredFrom(coverage.policyCoverType, coverage.compensations),
  }
}
