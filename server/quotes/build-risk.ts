/** Builds the risk to price: sent answers replace stored ones, and a body for another car or address is STALE. */
import type { FieldError } from '#contract/problems.ts'
import { type AmendBody, decodeRatingAnswers } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { type Address, addressText } from '#journey/address.ts'
import { type CoverChoice, coverEndDate, coverStartsWithinDays } from '#journey/cover.ts'
import { addDays, type NzDay, nzToday } from '#journey/dates.ts'
import { carValueError, type ValueBand } from '#journey/plate-and-car-value.ts'
import { isAllowedCoverStart } from '#journey/questions/quote.ts'
import {
  hasAllIndicators,
  type Indicators,
  indicatorNames,
  pickIndicators,
} from '#journey/questions/yes-no-questions.ts'
import type { RiskToQuote } from '#partners/insurer/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { problemResult, type Rejection } from '#server/lib/handler-types.ts'
import { verifiedAddress } from './address-search.ts'
import { driverRequestErrors } from './people-errors.ts'

type Asked =
  | { readonly risk: RiskToQuote }
  | Rejection<'NOT_READY' | 'STALE' | 'PARTNER_UNAVAILABLE' | 'MALFORMED'>

export async function buildRisk(body: AmendBody, quote: Quote, services: Dependencies): Promise<Asked> {
  const { car, risk_address: riskAddress } = quote
  if (!car || !riskAddress) return problemResult('NOT_READY')
  const answers = decodeRatingAnswers(body)
  const { drivers, choice, vehicleKey } = answers
  // Another tab changed the car or its address: answers declared for one must not be sold for another.
  if (vehicleKey !== car.vehicleKey || !isAt(riskAddress, answers.riskAddress, services))
    return problemResult('STALE')
  const today = nzToday(services.now())
  const carValueDollars = answers.sumInsured || car.valueDollars
  const valued = await services.catalogue.valueBand(car.vehicleKey)
  if (valued.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  // An answer that a body leaves out stays as stored: leaving out a YES does not make it a NO.
  const given = { ...quote.indicators, ...answers.indicators }
  const errors = [
    ...choiceErrors(choice, today),
    ...expiryErrors(body),
    ...(isInsuredForNothing(body) ? sumInsuredErrors('is not above zero') : []),
    ...valueErrors(carValueDollars, valued.outcome === 'found' ? valued.band : null),
    ...unansweredErrors(given),
    ...driverRequestErrors(body.drivers, quote, today),
  ]
  if (!choice || !hasAllIndicators(given) || errors.length > 0) return problemResult('MALFORMED', { errors })
  const { plate } = quote
  const { financeCompany } = car
  const indicators = pickIndicators(given)
  return {
    risk: { plate, vehicleKey, carValueDollars, riskAddress, drivers, choice, ...indicators, financeCompany },
  }
}

/** Compares the text that customers read, with the town from the signature or as sent; ids say only how it was found. */
function isAt(riskAddress: Address, sent: Address, services: Dependencies): boolean {
  const texts = [sent, verifiedAddress(sent, services)].map(addressText)
  return texts.includes(addressText(riskAddress))
}

/** Comprehensive cover is requested, and every sum in the body is zero. Without any sum the stored value counts. */
function isInsuredForNothing(body: AmendBody): boolean {
  const [coverage] = body.attributes.coverages
  if (coverage?.policyCoverType !== 'COMPREHENSIVE') return false
  const sums = coverage.compensations.flatMap(one => one.sumInsured ?? [])
  return sums.length > 0 && sums.every(sum => sum === 0)
}

const wrong = (path: string, message: string): FieldError[] => [{ path, message }]

function choiceErrors(choice: CoverChoice | null, today: NzDay): FieldError[] {
  if (!choice) return wrong('attributes.coverages.0.voluntaryExcess', 'is not an offered excess')
  return isAllowedCoverStart(choice.startDate, today)
    ? []
    : wrong(
        'attributes.quoteRequestDetails.policyInceptionDate',
        `is not within ${coverStartsWithinDays} days from today`,
      )
}

/** Cover runs a year. The body may name its last day or the day after, and either side of a leap day. */
function expiryErrors({ attributes }: AmendBody): FieldError[] {
  const { policyInceptionDate, policyExpiryDate } = attributes.quoteRequestDetails
  if (policyExpiryDate === undefined) return []
  const end = coverEndDate(policyInceptionDate)
  return policyExpiryDate >= addDays(end, -1) && policyExpiryDate <= addDays(end, 1)
    ? []
    : wrong('attributes.quoteRequestDetails.policyExpiryDate', 'is not a year after the start')
}

const sumInsuredErrors = (what: string): FieldError[] =>
  wrong('attributes.coverages.0.compensations', `contains a sum insured that ${what}`)

function valueErrors(carValueDollars: number, band: ValueBand | null): FieldError[] {
  const problem = carValueError(String(carValueDollars), band)
  if (problem === null) return []
  return sumInsuredErrors(
    problem === 'CAR_VALUE_TOO_HIGH' ? 'is above the maximum' : 'is outside the band of this car',
  )
}

/** A question that was never asked must not become a NO in the policy, including questions added later. */
const unansweredErrors = (given: Partial<Indicators>): FieldError[] =>
  indicatorNames
    .filter(name => given[name] === undefined)
    .flatMap(name => wrong(`attributes.coverages.0.risk.vehicleRisk.indicators.${name}`, 'is not answered'))
