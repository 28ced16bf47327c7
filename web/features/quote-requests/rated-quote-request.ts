/** The body of quote/create in step 2 and of quote/amend in step 3, made from the answers. */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { describedOptions } from '#journey/compensations.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { coverEndDate } from '#journey/end-of-cover.ts'
import { driverTypes, normalizeName } from '#journey/people.ts'
import { coverChoiceOf, quotedValueDollars } from '#journey/questions/cover-choice.ts'
import {
  driverField,
  driverNumbers,
  incidentField,
  incidentNumbers,
} from '#journey/questions/driver-fields.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'

export type RatedQuoteRequest = RequestBodyOf<'quoteAmend'>
type SentCoverage = RatedQuoteRequest['attributes']['coverages'][number]
type SentAddress = Exclude<SentCoverage['risk']['addressDetails'], readonly unknown[]>
type SentDriver = RatedQuoteRequest['drivers'][number]

/** The incident slots in use; a count of '5+' uses none. */
function incidentsOf(answers: Answers, driver: number) {
  return incidentNumbers(answers, driver).map(incident => {
    const part = (name: string) => answerOf(answers, incidentField(driver, incident, name))
    return { claimCode: part('claimCode'), month: Number(part('month')), year: Number(part('year')) }
  })
}

function sentDriver(answers: Answers, number: number): SentDriver {
  const part = (name: string) => answerOf(answers, driverField(number, name))
  const slots = incidentsOf(answers, number).flatMap(({ claimCode, month, year }, index) => [
    [`issue${index + 1}`, claimCode],
    [`month${index + 1}`, month],
    [`year${index + 1}`, year],
  ])
  return {
    givenName: normalizeName(part('firstName')),
    surname: normalizeName(part('lastName')),
    dateOfBirth: parseTypedDay(part('dateOfBirth')) ?? '',
    type: driverTypes[number - 1] ?? 'Primary',
    incidentCount: part('incidentCount'),
    ...Object.fromEntries(slots),
  }
}

const ratedDriver = (answers: Answers, number: number) => ({
  dateOfBirth: parseTypedDay(answerOf(answers, driverField(number, 'dateOfBirth'))) ?? '',
  claimHistory: incidentsOf(answers, number),
})

/** Both sums insured carry the one value asked for, so zero for third party property damage. */
const compensations = (choice: CoverChoice, sumInsured: number): SentCoverage['compensations'] => [
  { compensationSubType: 'AgreedValue', sumInsured },
  { compensationSubType: 'MarketValue', sumInsured },
  ...describedOptions(choice),
]

type Indicators = SentCoverage['risk']['vehicleRisk']['indicators']

/** Null where one was not asked yet, as in a tab from before the release that asks it: that is no 'NO'. */
function indicatorsOf(answers: Answers): Indicators | null {
  const yesOrNo = (field: string) => {
    const answer = answerOf(answers, field)
    return answer === 'YES' || answer === 'NO' ? answer : null
  }
  const businessUse = yesOrNo('businessUse')
  const modification = yesOrNo('modification')
  const criminalRecord = yesOrNo('criminalRecord')
  return businessUse && modification && criminalRecord && { businessUse, modification, criminalRecord }
}

function coverage(
  answers: Answers,
  choice: CoverChoice,
  address: SentAddress,
  indicators: Indicators,
): SentCoverage {
  const [, ...additional] = driverNumbers(answers)
  return {
    policyCoverType: choice.cover,
    voluntaryExcess: choice.voluntaryExcess,
    compensations: compensations(choice, quotedValueDollars(answers)),
    risk: {
      addressDetails: { ...address, type: 'RISK' },
      vehicleRisk: {
        vehicleKey: answerOf(answers, 'vehicleKey'),
        vehicleUsageType: 'PRIVATE',
        indicators,
        mainDriver: ratedDriver(answers, 1),
        additionalDrivers: additional.map(number => ratedDriver(answers, number)),
      },
    },
  }
}

/** Those of the answers that say what happened: kept from what was sent, they tell an incident that was taken. */
export const incidentAnswers = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([field]) => field.includes('.incident')))

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
  answers: Answers,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'quote'>,
  { today, declarationAgreed }: RatedQuoteOptions,
): RatedQuoteRequest | null {
  const { quoteId, riskAddress, quote } = draftState
  const indicators = indicatorsOf(answers)
  if (!quoteId || !riskAddress || !indicators) return null
  const choice = coverChoiceOf(answers, today)
  return {
    id: quoteId,
    drivers: driverNumbers(answers).map(number => sentDriver(answers, number)),
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
