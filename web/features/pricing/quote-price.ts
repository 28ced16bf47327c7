/** The price and excess that the pages show: confirmed by the insurer or, until then, from the quote's price table. */
import { useEffect } from 'react'
import { decodeQuotedCover } from '#contract/wire/rating-answers.ts'
import {
  type CoverChoice,
  type CoverType,
  coverOptions,
  excessDollars,
  excessText,
  type Frequency,
  initialExcessDollars,
  isYoungDriver,
  paymentsPerYear,
} from '#journey/cover.ts'
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { type Cents, wireToCents } from '#journey/money.ts'
import { priceOf } from '#journey/price-table.ts'
import type { DriversForm, FormAnswers } from '#journey/questions/form-answers.ts'
import {
  coverChoiceOf,
  isStartDateInvalid,
  quotedValueDollars,
  type RatingForm,
} from '#journey/questions/quote.ts'
import { pathOfStep } from '#journey/steps.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today as currentDay } from '#web/lib/server-clock.ts'

/** The amount of one payment; the whole premium for ANNUAL. */
export function confirmedCents(quote: QuoteAttributes): Cents {
  const { grossPremium, installmentAmount } = quote.policyComponent.premium
  return wireToCents(quotedFrequency(quote) === 'ANNUAL' ? grossPremium : installmentAmount)
}

export const quotedFrequency = (quote: QuoteAttributes): Frequency =>
  quote.policyDetails.billingInfo.frequency

export const annualCents = (quote: QuoteAttributes): Cents =>
  wireToCents(quote.policyComponent.premium.grossPremium)

export const yearTotalCents = (paymentCents: Cents, frequency: Frequency): Cents =>
  paymentCents * paymentsPerYear[frequency]

/** The choice that the insurer's price is for, without its start date; null when it names no cover. */
export const choiceOfQuote = (quote: QuoteAttributes): Omit<CoverChoice, 'startDate'> | null =>
  decodeQuotedCover(quote.policyComponent.coverages[0], quotedFrequency(quote))

/** All values that an amend may change, as one text, to compare two states. */
const keyOf = (choice: CoverChoice, valueDollars: number): string =>
  JSON.stringify([
    choice.cover,
    choice.voluntaryExcess,
    ...coverOptions.map(option => choice[option]),
    choice.frequency,
    choice.startDate,
    valueDollars,
  ])

export const choiceKey = (answers: RatingForm, today: NzDay): string =>
  keyOf(coverChoiceOf(answers, today), quotedValueDollars(answers))

/**
 * True if the insurer's price is for the current answers: never while the start date is invalid. A price without
 * start or value is for the requested ones.
 */
export function isPriceUpToDate(quote: QuoteAttributes, answers: RatingForm, today: NzDay): boolean {
  const choice = choiceOfQuote(quote)
  const {
    policyInceptionDate: startDate = coverChoiceOf(answers, today).startDate,
    carValue = quotedValueDollars(answers),
  } = quote
  return (
    choice !== null &&
    !isStartDateInvalid(answers, today) &&
    keyOf({ ...choice, startDate }, carValue) === choiceKey(answers, today)
  )
}

/** One payment of a choice in cents, from the price table; null if the table does not have it. */
export function tablePriceCents(quote: QuoteAttributes | undefined, choice: CoverChoice): Cents | null {
  // The table is in cents, unlike the amounts that the specification names.
  return quote?.priceTable ? priceOf(quote.priceTable, choice) : null
}

export type ShownPrice = NonNullable<ReturnType<typeof shownPrice>>

/** The price to show for the answers; null before any price is known. An old price stays until a newer one arrives. */
export function shownPrice(quote: QuoteAttributes | undefined, answers: RatingForm, today: NzDay) {
  if (!quote) return null
  const confirmed = isPriceUpToDate(quote, answers, today)
  const choice = coverChoiceOf(answers, today)
  const cents = confirmed ? null : tablePriceCents(quote, choice)
  return cents === null
    ? { paymentCents: confirmedCents(quote), frequency: quotedFrequency(quote), confirmed }
    : { paymentCents: cents, frequency: choice.frequency, confirmed }
}

/** Whole dollars of comprehensive cover, also if the quote is for another cover; null if the insurer names none. */
const shownImposedExcess = (quote: QuoteAttributes | undefined): number | null =>
  quote
    ? (quote.comprehensiveExcess ?? quote.policyComponent.coverages[0]?.imposedExcess ?? null)
    : initialExcessDollars

export const shownExcess = (quote: QuoteAttributes | undefined, cover: CoverType, voluntary: number) =>
  excessDollars(cover, shownImposedExcess(quote), voluntary)

export const hasYoungDriver = ({ drivers }: DriversForm, startDate: NzDay): boolean =>
  drivers.some(({ dateOfBirth }) => {
    const day = parseTypedDay(dateOfBirth)
    return day !== null && isYoungDriver(day, startDate)
  })

/** '$700', or with a young driver '$700; $1,200 for an accident with a named driver under 25' */
export function claimExcessText(
  answers: Pick<FormAnswers, 'cover' | 'driver'>,
  quote: QuoteAttributes | undefined,
  today: NzDay,
): string {
  const { cover, voluntaryExcess, startDate } = coverChoiceOf(answers, today)
  return excessText(shownExcess(quote, cover, voluntaryExcess), hasYoungDriver(answers.driver, startDate))
}

/** Goes back to step 3 if there is no price for the chosen cover, start date and car value. Steps 4 and 5 use it. */
export function useRequireUpToDatePrice(): void {
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  useEffect(() => {
    const { quote } = draft.state()
    if (!quote || !isPriceUpToDate(quote, draft.answers(), currentDay()))
      navigateTo(pathOfStep('quote'), { replace: true })
  }, [draft, navigateTo])
}
