/** What was asked of an insurer, as its cover offers it, and whether an answer is the price of just that: both adapters rely on it. */
import { type CoverChoice, coverOptions, insuresCarValue, optionsOf } from '#journey/cover.ts'
import type { InsurerQuote, RiskToQuote } from './port.ts'

/** A choice without what its cover does not offer. */
export function offered(choice: CoverChoice): CoverChoice {
  const offers = optionsOf[choice.cover]
  return {
    ...choice,
    voluntaryExcess: choice.cover === 'COMPREHENSIVE' ? choice.voluntaryExcess : 0,
    excessFreeWindow: choice.excessFreeWindow && offers.includes('excessFreeWindow'),
    hireCar: choice.hireCar && offers.includes('hireCar'),
    roadsideAssistance: choice.roadsideAssistance && offers.includes('roadsideAssistance'),
  }
}

const compared = ['cover', 'voluntaryExcess', 'frequency', 'startDate', ...coverOptions] as const

/**
 * The quote as it may be shown and sold; null where it is the price of something else than the customer chose and sees.
 * An insurer that does not repeat the value has taken the one it was told.
 */
export function asAsked(quote: InsurerQuote, risk: RiskToQuote): InsurerQuote | null {
  const asked = offered(risk.choice)
  const choice = offered(quote.choice)
  if (compared.some(part => choice[part] !== asked[part])) return null
  const askedDollars = insuresCarValue(asked.cover) ? risk.carValueDollars : 0
  const carValueDollars = insuresCarValue(asked.cover) ? quote.carValueDollars || askedDollars : 0
  return carValueDollars === askedDollars ? { ...quote, choice, carValueDollars } : null
}
