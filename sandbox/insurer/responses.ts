/** The sandbox insurer's response bodies: quotes with their status, and errors (section 7 and decision 0005). */
import { excessDollars } from '#journey/cover.ts'
import { centsToWire } from '#journey/money.ts'
import type { InsurerQuote } from '#partners/insurer/port.ts'

export type QuoteStatus = 'QUOTED' | 'EXPIRED' | 'CONVERTED'

const option = (compensationSubType: string, applied: boolean) => ({
  compensationSubType,
  appliedIndicator: applied,
  code: applied ? 'TAKEN' : 'NOT_TAKEN',
})

/** @param policyNumber null if the quote is not a policy */
export function quoteBody(quote: InsurerQuote, status: QuoteStatus, policyNumber: string | null) {
  const { choice } = quote
  const isComprehensive = choice.cover === 'COMPREHENSIVE'
  return {
    data: {
      attributes: {
        policyComponent: {
          premium: {
            grossPremium: centsToWire(quote.annualCents),
            installmentAmount: centsToWire(quote.instalmentCents),
          },
          coverages: [
            {
              policyCoverType: choice.cover,
              // The excess of the chosen cover: 500 for third party covers.
              imposedExcess: excessDollars(choice.cover, quote.imposedExcessDollars, 0),
              voluntaryExcess: choice.voluntaryExcess,
              compensations: [
                {
                  compensationSubType: isComprehensive ? 'AgreedValue' : 'MarketValue',
                  sumInsured: quote.carValueDollars,
                },
                option('WindscreenExcessWaiver', choice.excessFreeWindow),
                option('HireCar', choice.hireCar),
                option('RoadsideAssist', choice.roadsideAssistance),
              ],
            },
          ],
        },
        policyDetails: {
          quoteNum: quote.quoteNumber,
          status,
          ...(policyNumber !== null && { policyNumber }),
          billingInfo: { frequency: choice.frequency },
        },
        policyHistory: quote.history,
        policyInceptionDate: choice.startDate,
        validUntil: quote.validUntil,
        priceSteps: quote.steps.map(({ code, amountCents }) => ({ code, amount: centsToWire(amountCents) })),
        priceTable: quote.priceTable,
      },
    },
  }
}

export const refusalBody = (code: string, detail: string) => ({ errors: [{ code, detail }] })
