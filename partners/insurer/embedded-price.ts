/**
 * The rating of the embedded insurer as pure functions: whether it accepts a risk, and the price by the underwriting
 * rules.
 */
import { insuresCarValue } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import { instalmentLoadingCode } from '#journey/price-table.ts'
import { pickIndicators } from '#journey/questions/yes-no-questions.ts'
import { assessRisk } from '#underwriting/assess-risk.ts'
import { imposedExcess } from '#underwriting/imposed-excess.ts'
import { priceTable, type RiskWithoutChoice, riskWithChoice } from '#underwriting/price-table.ts'
import { rate } from '#underwriting/rate.ts'
import type { Tariff } from '#underwriting/tariff.ts'
import { vehicleByKey } from '#underwriting/vehicles.ts'
import type { CompleteQuote, InsurerQuoteResult, RiskToQuote } from './port.ts'

/** Converts a risk for underwriting; null if the car is unknown. */
export function toUnderwritingRisk(risk: RiskToQuote, today: NzDay): RiskWithoutChoice | null {
  const vehicle = vehicleByKey(risk.vehicleKey)
  if (!vehicle) return null
  return {
    ...pickIndicators(risk),
    vehicle,
    valueDollars: risk.carValueDollars,
    postcode: risk.riskAddress.postcode,
    locality: risk.riskAddress.suburb,
    city: risk.riskAddress.city,
    drivers: risk.drivers,
    businessApplicant: false,
    inceptionDay: risk.choice.startDate,
    ratedOn: today,
  }
}

/** A quote without the fields that the repository assigns. */
type Priced = Omit<CompleteQuote, 'quoteNumber' | 'history' | 'validUntil'>

export function calculatePrice(open: RiskWithoutChoice, risk: RiskToQuote, tariff: Tariff): Priced {
  const { choice } = risk
  const rating = rate(riskWithChoice(open, choice, tariff), tariff)
  return {
    annualCents: rating.annualCents,
    instalmentCents: rating.instalmentCents[choice.frequency],
    imposedExcessDollars: imposedExcess(open, tariff).excessDollars,
    choice,
    carValueDollars: insuresCarValue(choice.cover) ? risk.carValueDollars : 0,
    steps: [
      ...rating.steps,
      { code: instalmentLoadingCode, amountCents: rating.instalmentLoadingCents[choice.frequency] },
    ],
    priceTable: priceTable(open, tariff),
  }
}

/** The result if a risk is declined or referred before it is priced; null if it is accepted. */
export function declineOrReferral(risk: RiskToQuote, today: NzDay): InsurerQuoteResult | null {
  const verdict = assessRisk({ ...risk, cover: risk.choice.cover, valueDollars: risk.carValueDollars, today })
  if (verdict.decision === 'decline') return { outcome: 'declined', why: verdict.why }
  return verdict.decision === 'refer' ? { outcome: 'referred', why: verdict.why } : null
}
