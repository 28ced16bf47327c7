/** The check that a partner insurer's price is for exactly the risk that was sent. */
import { coverOptions, insuresCarValue, isOffered } from '#journey/cover.ts'
import type { InsurerQuote, RiskToQuote } from './port.ts'

const compared = ['cover', 'voluntaryExcess', 'frequency', 'startDate', ...coverOptions] as const

/**
 * The quote as it may be shown and sold; null where it is the price of something else than the customer chose and sees.
 * An insurer that does not repeat the value has taken the one it was told.
 */
export function matchesRequest(quote: InsurerQuote, risk: RiskToQuote): InsurerQuote | null {
  const asked = risk.choice
  const choice = isOffered(quote.choice)
  if (compared.some(part => choice[part] !== asked[part])) return null
  const askedDollars = insuresCarValue(asked.cover) ? risk.carValueDollars : 0
  const carValueDollars = insuresCarValue(asked.cover) ? quote.carValueDollars || askedDollars : 0
  return carValueDollars === askedDollars ? { ...quote, choice, carValueDollars } : null
}
