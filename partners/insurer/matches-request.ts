/** The check that a partner insurer's quote is for exactly the risk that was sent. */
import { coverOptions, insuresCarValue, withOfferedOptions } from '#journey/cover.ts'
import type { InsurerQuote, RiskToQuote } from './port.ts'

const compared = ['cover', 'voluntaryExcess', 'frequency', 'startDate', ...coverOptions] as const

/**
 * Returns the quote with the offered choice; null if it differs from what the customer chose. A missing car
 * value means that the insurer accepted ours.
 */
export function matchesRequest(quote: InsurerQuote, risk: RiskToQuote): InsurerQuote | null {
  const asked = risk.choice
  const choice = withOfferedOptions(quote.choice)
  if (compared.some(part => choice[part] !== asked[part])) return null
  const askedDollars = insuresCarValue(asked.cover) ? risk.carValueDollars : 0
  const carValueDollars = insuresCarValue(asked.cover) ? quote.carValueDollars || askedDollars : 0
  return carValueDollars === askedDollars ? { ...quote, choice, carValueDollars } : null
}
