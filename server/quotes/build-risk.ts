/**
 * Builds the risk to price from a rated body and the stored quote, which wins where both know a value; or
 * returns the errors beyond the body's shape. server/quotes/rate-quote.ts calls it before any insurer.
 */
import type { FieldError } from '#contract/problems.ts'
import type { YesNoAnswers } from '#db/json-columns.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { type Address, addressText } from '#journey/address.ts'
import { carValueError, type ValueBand } from '#journey/car-value.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { addDays, type NzDay, nzToday } from '#journey/dates.ts'
import { coverEndDate } from '#journey/end-of-cover.ts'
import { isCoverStart } from '#journey/questions/cover-choice.ts'
import type { RiskToQuote } from '#partners/insurer/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { refuse } from '#server/lib/handler-types.ts'
import { verifiedAddress } from './address-search.ts'
import { driverErrors } from './driver-errors.ts'
import {
  addressOf,
  coverChoiceOf,
  driverOf,
  indicatorsOf,
  isInsuredForNothing,
  type RatedBody,
  recordAnswer,
  sumInsuredOf,
} from './request-mapper.ts'

type IndicatorName = keyof NonNullable<
  RatedBody['attributes']['coverages'][number]['risk']['vehicleRisk']['indicators']
>

type Asked =
  | { readonly risk: RiskToQuote }
  | { readonly errors: FieldError[] }
  | { readonly refused: 'NOT_READY' | 'STALE' | 'PARTNER_UNAVAILABLE' }

export async function buildRisk(body: RatedBody, quote: Quote, services: Dependencies): Promise<Asked> {
  const { car, risk_address: riskAddress } = quote
  if (!car || !riskAddress) return refuse('NOT_READY')
  // Another tab changed the car's address: answers declared for one address must not be sold for another.
  if (!isAt(riskAddress, body, services)) return refuse('STALE')
  const today = nzToday(services.now())
  const choice = coverChoiceOf(body)
  const drivers = body.drivers.map(driverOf)
  const carValueDollars = sumInsuredOf(body) ?? car.valueDollars
  const valued = await services.catalogue.valueBand(car.vehicleKey)
  if (valued.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const errors = [
    ...choiceErrors(choice, today),
    ...expiryErrors(body),
    ...carErrors(body, car.vehicleKey),
    ...(isInsuredForNothing(body) ? valueError('is not above zero') : []),
    ...valueErrors(carValueDollars, valued.outcome === 'found' ? valued.band : null),
    ...unansweredErrors(body, quote),
    ...driverErrors(body.drivers, quote, today),
  ]
  if (!choice || errors.length > 0) return { errors }
  const { businessUse, modified, criminalRecord } = indicatorsOf(body, quote.indicators)
  return {
    risk: {
      plate: quote.plate,
      vehicleKey: car.vehicleKey,
      carValueDollars,
      riskAddress,
      drivers,
      choice,
      businessUse,
      modified,
      criminalRecord,
      financeCompany: car.financeCompany,
    },
  }
}

/** Compares the text that customers read, with the town from the signature or as sent; ids say only how it was found. */
function isAt(riskAddress: Address, body: RatedBody, services: Dependencies): boolean {
  const named = body.attributes.coverages[0]?.risk.addressDetails
  if (named === undefined) return true
  const texts = [named, verifiedAddress(addressOf(named), services)].map(addressText)
  return texts.includes(addressText(riskAddress))
}

const wrong = (path: string, message: string): FieldError[] => [{ path, message }]

function choiceErrors(choice: CoverChoice | null, today: NzDay): FieldError[] {
  if (!choice) return wrong('attributes.coverages.0.voluntaryExcess', 'is none of the offered steps')
  return isCoverStart(choice.startDate, today)
    ? []
    : wrong('attributes.quoteRequestDetails.policyInceptionDate', 'is not within 30 days from today')
}

const carErrors = (body: RatedBody, vehicleKey: string): FieldError[] =>
  body.attributes.coverages[0]?.risk.vehicleRisk.vehicleKey === vehicleKey
    ? []
    : wrong('attributes.coverages.0.risk.vehicleRisk.vehicleKey', 'is not the car of this quote')

/** Cover runs a year. The body may name its last day or the day after, and either side of a leap day. */
function expiryErrors({ attributes }: RatedBody): FieldError[] {
  const { policyInceptionDate, policyExpiryDate } = attributes.quoteRequestDetails
  if (policyExpiryDate === undefined) return []
  const end = coverEndDate(policyInceptionDate)
  return policyExpiryDate >= addDays(end, -1) && policyExpiryDate <= addDays(end, 1)
    ? []
    : wrong('attributes.quoteRequestDetails.policyExpiryDate', 'is not a year after the start')
}

const valueError = (what: string): FieldError[] =>
  wrong('attributes.coverages.0.compensations', `holds a sum insured that ${what}`)

function valueErrors(carValueDollars: number, band: ValueBand | null): FieldError[] {
  const problem = carValueError(String(carValueDollars), band)
  if (problem === null) return []
  return valueError(
    problem === 'CAR_VALUE_TOO_HIGH' ? 'is above what is insured here' : 'is outside the band of this car',
  )
}

/** The request field of each stored answer; a missing line does not compile. */
const indicatorNames = {
  businessUse: 'businessUse',
  modified: 'modification',
  criminalRecord: 'criminalRecord',
} as const satisfies Record<keyof YesNoAnswers, IndicatorName>

/** A question that was never asked must not become a No in the policy, including questions added later. */
function unansweredErrors(body: RatedBody, { indicators: before }: Pick<Quote, 'indicators'>): FieldError[] {
  const given = body.attributes.coverages[0]?.risk.vehicleRisk.indicators
  const sent = { ...given, criminalRecord: recordAnswer(given) }
  const kept = new Set(Object.keys(before ?? {}))
  return Object.entries(indicatorNames)
    .filter(([ours, name]) => !kept.has(ours) && sent[name] === undefined)
    .flatMap(([, name]) =>
      wrong(`attributes.coverages.0.risk.vehicleRisk.indicators.${name}`, 'is not answered'),
    )
}
