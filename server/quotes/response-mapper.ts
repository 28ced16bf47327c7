/** Converts quotes to API responses, in the formats of section 7 of the specification. */
import type { z } from 'zod'
import { ownBrandKey } from '#brands/brand.ts'
import type { quoteResponse } from '#contract/schemas/quote.ts'
import { encodePolicyholders } from '#contract/wire/policyholder.ts'
import { encodeAddress, encodeCar, encodeDriver } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { excessDollars } from '#journey/cover.ts'
import { toCompensations } from '#journey/cover-compensations.ts'
import { centsToWire } from '#journey/money.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import type { CompleteQuote } from '#partners/insurer/port.ts'

export function toQuoteResponse(quote: CompleteQuote): z.output<typeof quoteResponse> {
  const { choice } = quote
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
              // Fixed for third-party covers, whatever excess is imposed on comprehensive cover.
              imposedExcess: excessDollars(choice.cover, quote.imposedExcessDollars, 0),
              voluntaryExcess: choice.voluntaryExcess,
              compensations: toCompensations(choice, quote.carValueDollars),
            },
          ],
        },
        policyDetails: { quoteNum: quote.quoteNumber, billingInfo: { frequency: choice.frequency } },
        policyHistory: quote.history,
        policyInceptionDate: choice.startDate,
        carValue: quote.carValueDollars,
        comprehensiveExcess: quote.imposedExcessDollars,
        priceSteps: quote.steps.map(step => ({ code: step.code, amount: centsToWire(step.amountCents) })),
        priceTable: quote.priceTable && {
          COMPREHENSIVE: [...quote.priceTable.COMPREHENSIVE],
          THIRD_PARTY_FIRE_THEFT: [...quote.priceTable.THIRD_PARTY_FIRE_THEFT],
          THIRD_PARTY: [...quote.priceTable.THIRD_PARTY],
        },
        validUntil: quote.validUntil,
      },
    },
  }
}

function peopleOf({ drivers, indicators, risk_address, policyholders, choice, ...quote }: Quote) {
  const main = drivers?.[0]
  const { applicant, source, partner_id: partnerId, insurer_quote: priced } = quote
  const { addressDetails: postal, ...policyholderDetails } = policyholders
    ? encodePolicyholders(policyholders)
    : { policyHolderDetails: [] }
  return {
    applicant: {
      ...applicant,
      ...(main && { firstName: main.firstName, lastName: main.lastName }),
      ...(source !== '' && { source }),
      ...(partnerId !== null && { partnerId }),
    },
    addressDetails: [
      ...(risk_address ? [encodeAddress(risk_address, 'RISK')] : []),
      ...(postal ? [postal] : []),
    ],
    drivers: (drivers ?? []).map(encodeDriver),
    ...(drivers && indicators && { indicators: toYesNo(indicators) }),
    ...policyholderDetails,
    ...(priced && { quote: toQuoteResponse(priced), declarationAgreed: quote.declared_at !== null }),
    ...(choice && { choice }),
  }
}

const noPeople: Omit<ReturnType<typeof peopleOf>, 'applicant'> = {
  addressDetails: [],
  drivers: [],
  policyHolderDetails: [],
}

/** A stored quote as the retrieval calls return it; people are included only if the caller may see them. */
export function toProspectResponse(quote: Quote, people: boolean) {
  return {
    quoteId: quote.id,
    status: quote.status,
    ...(quote.quote_number === null ? {} : { quoteNumber: quote.quote_number }),
    ...(quote.choice ? { cover: quote.choice.cover } : {}),
    isPartnerQuote: quote.partner_id !== null || quote.brand !== ownBrandKey,
    needsIdentityCheck: !people && quote.people_saved_at !== null,
    vehicle: { regNumber: quote.plate },
    ...(quote.car && { vehicleDetails: encodeCar(quote.car) }),
    ...(people ? peopleOf(quote) : noPeople),
  }
}
