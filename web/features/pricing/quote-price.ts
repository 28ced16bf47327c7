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

/** What one payment of the quote is: the whole for ANNUAL (QUOTE-03). */
export function confirmedCents(quote: QuoteAttributes): Cents {
  const { grossPremium, installmentAmount } = quote.policyComponent.premium
  return wireToCents(quotedFrequency(quote) === 'ANNUAL' ? grossPremium : installmentAmount)
}

export const quotedFrequency = (quote: QuoteAttributes): Frequency =>
  quote.policyDetails.billingInfo.frequency

export const annualCents = (quote: QuoteAttributes): Cents =>
  wireToCents(quote.policyComponent.premium.grossPremium)

/** What the year's payments of one amount come to. */
export const yearTotalCents = (paymentCents: Cents, frequency: Frequency): Cents =>
  paymentCents * paymentsPerYear[frequency]

/** The choice that the insurer's answer is for, without its start; null when it has no cover. */
export const choiceOfQuote = (quote: QuoteAttributes): Omit<CoverChoice, 'startDate'> | null =>
  decodeQuotedCover(quote.policyComponent.coverages[0], quotedFrequency(quote))

/** All that an amend may change as one text, so that two states can be compared. */
const keyOf = (choice: CoverChoice, valueDollars: number): string =>
  JSON.stringify([
    choice.cover,
    choice.voluntaryExcess,
    ...coverOptions.map(option => choice[option]),
    choice.frequency,
    choice.startDate,
    valueDollars,
  ])

/** What the answers choose, to see whether anything was changed. */
export const choiceKey = (answers: PricedAnswers, today: NzDay): string =>
  keyOf(coverChoiceOf(answers, today), quotedValueDollars(answers))

/** Is the insurer's answer for just what the answers choose? One that names neither start nor value is for those asked for. */
export function isPriceUpToDate(quote: QuoteAttributes, answers: PricedAnswers, today: NzDay): boolean {
  const choice = choiceOfQuote(quote)
  const {
    policyInceptionDate: startDate = coverChoiceOf(answers, today).startDate,
    carValue = quotedValueDollars(answers),
  } = quote
  return choice !== null && keyOf({ ...choice, startDate }, carValue) === choiceKey(answers, today)
}

/** What one payment of any choice comes to by the price table; null when the table does not say. */
export function tablePriceCents(quote: QuoteAttributes | undefined, choice: CoverChoice): Cents | null {
  // The table travels in cents, unlike the amounts the specification names.
  return quote?.priceTable ? priceOf(quote.priceTable, choice) : null
}

export interface ShownPrice {
  readonly paymentCents: Cents
  readonly frequency: Frequency
  readonly confirmed: boolean
}

/** The price to show for the answers; null before any price is known. An old price stays until a newer one is there. */
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
 * The excess imposed on comprehensive cover, whole dollars, whichever cover the answer is for; null where the insurer names
 * none. Before any quote it is what the wizard starts with.
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
