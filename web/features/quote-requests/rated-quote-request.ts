/** The body of quote/create in step 2 and of quote/amend in step 3, made from the answers. */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { describedOptions } from '#journey/compensations.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { coverEndDate } from '#journey/end-of-cover.ts'
import { driverTypes, normalizeName } from '#journey/people.ts'
import { coverChoiceOf, quotedValueDollars } from '#journey/questions/cover-choice.ts'
import { type DriverForm, emptyDriver, incidentsOf } from '#journey/questions/driver.ts'
import type { QuoteForm } from '#journey/questions/quote-form.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'

export type RatedQuoteRequest = RequestBodyOf<'quoteAmend'>
/** The answers that are rated. */
export type RatedAnswers = Pick<QuoteForm, 'car' | 'driver' | 'cover'>
type SentCoverage = RatedQuoteRequest['attributes']['coverages'][number]
type SentAddress = Exclude<SentCoverage['risk']['addressDetails'], readonly unknown[]>
type SentDriver = RatedQuoteRequest['drivers'][number]

const sentIncidents = (driver: DriverForm) =>
  incidentsOf(driver).map(({ claimCode, month, year }) => ({
    claimCode,
    month: Number(month),
    year: Number(year),
  }))

const sentDateOfBirth = (driver: DriverForm) => parseTypedDay(driver.dateOfBirth.trim()) ?? ''

function sentDriver(driver: DriverForm, index: number): SentDriver {
  const slots = sentIncidents(driver).flatMap(({ claimCode, month, year }, row) => [
    [`issue${row + 1}`, claimCode],
    [`month${row + 1}`, month],
    [`year${row + 1}`, year],
  ])
  return {
    givenName: normalizeName(driver.firstName),
    surname: normalizeName(driver.lastName),
    dateOfBirth: sentDateOfBirth(driver),
    type: driverTypes[index] ?? 'Primary',
    incidentCount: driver.incidentCount,
    ...Object.fromEntries(slots),
  }
}

const ratedDriver = (driver: DriverForm) => ({
  dateOfBirth: sentDateOfBirth(driver),
  claimHistory: sentIncidents(driver),
})

/** Both sums insured carry the one value asked for, so zero for third party property damage. */
const compensations = (choice: CoverChoice, sumInsured: number): SentCoverage['compensations'] => [
  { compensationSubType: 'AgreedValue', sumInsured },
  { compensationSubType: 'MarketValue', sumInsured },
  ...describedOptions(choice),
]

type Indicators = SentCoverage['risk']['vehicleRisk']['indicators']

/** Null while one is not answered: that is not a 'NO'. */
function indicatorsOf({ car, driver }: RatedAnswers): Indicators | null {
  const yesOrNo = (answer: string) => (answer === 'YES' || answer === 'NO' ? answer : null)
  const businessUse = yesOrNo(car.businessUse)
  const modification = yesOrNo(car.modification)
  const criminalRecord = yesOrNo(driver.criminalRecord)
  return businessUse && modification && criminalRecord && { businessUse, modification, criminalRecord }
}

function coverage(
  answers: RatedAnswers,
  choice: CoverChoice,
  address: SentAddress,
  indicators: Indicators,
): SentCoverage {
  const [main = emptyDriver, ...additional] = answers.driver.drivers
  return {
    policyCoverType: choice.cover,
    voluntaryExcess: choice.voluntaryExcess,
    compensations: compensations(choice, quotedValueDollars(answers)),
    risk: {
      addressDetails: { ...address, type: 'RISK' },
      vehicleRisk: {
        vehicleKey: answers.car.vehicleKey,
        vehicleUsageType: 'PRIVATE',
        indicators,
        mainDriver: ratedDriver(main),
        additionalDrivers: additional.map(ratedDriver),
      },
    },
  }
}

/** What a body needs beside the answers. */
export interface RatedQuoteOptions {
  readonly today: NzDay
  /** The customer has ticked the declaration of step 3. */
  readonly declarationAgreed?: boolean
}

/**
 * The body from answers that have no problem; null while something of an earlier step is missing: the quote, its address,
 * or an answer. With a quote at hand it carries the quote's number and history, as quote/amend wants it.
 */
export function ratedQuoteRequest(
  answers: RatedAnswers,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'quote'>,
  { today, declarationAgreed }: RatedQuoteOptions,
): RatedQuoteRequest | null {
  const { quoteId, riskAddress, quote } = draftState
  const indicators = indicatorsOf(answers)
  if (!quoteId || !riskAddress || !indicators) return null
  const choice = coverChoiceOf(answers, today)
  return {
    id: quoteId,
    drivers: answers.driver.drivers.map(sentDriver),
    attributes: {
      coverages: [coverage(answers, choice, riskAddress, indicators)],
      quoteRequestDetails: {
        frequency: choice.frequency,
        policyInceptionDate: choice.startDate,
        policyExpiryDate: coverEndDate(choice.startDate),
        previousInsurer: 'NONE',
      },
      ...(quote && { policyHistory: quote.policyHistory, quoteNumber: quote.policyDetails.quoteNum }),
      ...(declarationAgreed && { declarationAgreed }),
    },
  }
}
