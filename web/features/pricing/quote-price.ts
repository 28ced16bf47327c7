/**
 * The price and excess that the pages show: the insurer's confirmed price or, until the next confirmation,
 * the price from the price table.
 */

import { decodeQuotedCover } from '#contract/wire/cover.ts'
import {
  type CoverChoice,
  type CoverType,
  coverOptions,
  excessDollars,
  type Frequency,
  initialExcessDollars,
} from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import { type Cents, wireToCents } from '#journey/money.ts'
import { paymentsPerYear } from '#journey/payments-per-year.ts'
import { priceOf } from '#journey/price-table.ts'
import { coverChoiceOf, type PricedAnswers, quotedValueDollars } from '#journey/questions/cover-choice.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'

/** The amount of one payment; the whole premium for ANNUAL. */
export function confirmedCents(quote: QuoteAttributes): Cents {
  const { grossPremium, installmentAmount } = quote.policyComponent.premium
  return wireToCents(quotedFrequency(quote) === 'ANNUAL' ? grossPremium : installmentAmount)
}

export const quotedFrequency = (quote: QuoteAttributes): Frequency =>
  quote.policyDetails.billingInfo.frequency

export const annualCents = (quote: QuoteAttributes): Cents =>
  wireToCents(quote.policyComponent.premium.grossPremium)

/** The sum of a year's payments of one amount. */
export const yearTotalCents = (paymentCents: Cents, frequency: Frequency): Cents =>
  paymentCents * paymentsPerYear[frequency]

/** The choice that the insurer's answer is for, without its start; null when it has no cover. */
export const choiceOfQuote = (quote: QuoteAttributes): Omit<CoverChoice, 'startDate'> | null =>
  decodeQuotedCover(quote.policyComponent.coverages[0], quotedFrequency(quote))

/** Everything that an amend may change, as one text for comparison. */
const keyOf = (choice: CoverChoice, valueDollars: number): string =>
  JSON.stringify([
    choice.cover,
    choice.voluntaryExcess,
    ...coverOptions.map(option => choice[option]),
    choice.frequency,
    choice.startDate,
    valueDollars,
  ])

/** The choice of the answers as one text, which shows whether anything changed. */
export const choiceKey = (answers: PricedAnswers, today: NzDay): string =>
  keyOf(coverChoiceOf(answers, today), quotedValueDollars(answers))

/** True when the insurer's answer is for exactly these answers. An answer without a start or value is for the requested one. */
export function isPriceUpToDate(quote: QuoteAttributes, answers: PricedAnswers, today: NzDay): boolean {
  const choice = choiceOfQuote(quote)
  const {
    policyInceptionDate: startDate = coverChoiceOf(answers, today).startDate,
    carValue = quotedValueDollars(answers),
  } = quote
  return choice !== null && keyOf({ ...choice, startDate }, carValue) === choiceKey(answers, today)
}

/** The amount of one payment of a choice by the price table; null when the table has no price for it. */
export function tablePriceCents(quote: QuoteAttributes | undefined, choice: CoverChoice): Cents | null {
  // The table is in cents; the specification's amounts are in dollars.
  return quote?.priceTable ? priceOf(quote.priceTable, choice) : null
}

export interface ShownPrice {
  readonly paymentCents: Cents
  readonly frequency: Frequency
  readonly confirmed: boolean
}

/** The price to show for the answers; null before the first price. An old price stays until a newer one arrives. */
export function shownPrice(
  quote: QuoteAttributes | undefined,
  answers: PricedAnswers,
  today: NzDay,
): ShownPrice | null {
  if (!quote) return null
  const choice = coverChoiceOf(answers, today)
  if (isPriceUpToDate(quote, answers, today))
    return { paymentCents: confirmedCents(quote), frequency: choice.frequency, confirmed: true }
  const cents = tablePriceCents(quote, choice)
  return cents === null
    ? { paymentCents: confirmedCents(quote), frequency: quotedFrequency(quote), confirmed: false }
    : { paymentCents: cents, frequency: choice.frequency, confirmed: false }
}

/**
 * The excess imposed on comprehensive cover in whole dollars, whichever cover the answer is for; null when the insurer gives
 * none. Before any quote it is the initial excess of the wizard.
 */
export const imposedExcess = (quote: QuoteAttributes | undefined): number | null =>
  quote
    ? (quote.comprehensiveExcess ?? quote.policyComponent.coverages[0]?.imposedExcess ?? null)
    : initialExcessDollars

/** The excess of a choice, whole dollars. */
export const shownExcess = (
  quote: QuoteAttributes | undefined,
  cover: CoverType,
  voluntary: number,
): number => excessDollars(cover, imposedExcess(quote), voluntary)
