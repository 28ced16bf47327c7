/** The sentence that says how the last change affected the price. The price panel shows it. */

import { useState } from 'react'
import { moneyText } from '#journey/money.ts'
import { frequencyPhrases } from '#web/content/cover.ts'
import { quoteText } from '#web/content/quote.ts'
import { type ShownPrice, yearTotalCents } from '#web/features/pricing/quote-price.ts'

type Amount = Pick<ShownPrice, 'paymentCents' | 'frequency'>

/** Payments of different frequencies are compared by the year's total. */
export function priceChangeText(before: Amount, now: Amount): string {
  const sameRhythm = before.frequency === now.frequency
  const phrase = sameRhythm ? frequencyPhrases[now.frequency] : quoteText.forTheYear
  const difference = sameRhythm
    ? now.paymentCents - before.paymentCents
    : yearTotalCents(now.paymentCents, now.frequency) - yearTotalCents(before.paymentCents, before.frequency)
  if (difference === 0) return quoteText.changedSame
  const amount = moneyText(Math.abs(difference))
  return difference > 0 ? quoteText.changedUp(amount, phrase) : quoteText.changedDown(amount, phrase)
}

/** '' until the price has changed once on this page. */
export function usePriceChange(price: ShownPrice | null): string {
  const [seen, setSeen] = useState({ now: price, text: '' })
  const { now } = seen
  if (price && (price.paymentCents !== now?.paymentCents || price.frequency !== now.frequency))
    setSeen({ now: price, text: now ? priceChangeText(now, price) : '' })
  return seen.text
}
