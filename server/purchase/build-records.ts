/** Builds the data of documents and e-mails from a quote, and from an order once it is a policy. */
import type { Quote } from '#db/repositories/quotes.ts'
import { scheduleVersion, wordingVersion } from '#documents/document-versions.ts'
import { maskAccount } from '#journey/bank-account.ts'
import { coverEndDate, excessDollars, paymentsPerYear } from '#journey/cover.ts'
import { cardText } from '#journey/payment-methods.ts'
import type { InsuredCar, PolicyRecord, PremiumRecord, QuoteRecord } from '#journey/policy-record.ts'
import type { InsurerQuote } from '#partners/insurer/port.ts'
import type { BindRequest } from './bind-request.ts'

function premiumOf(quote: InsurerQuote): PremiumRecord {
  const { annualCents, instalmentCents, steps, choice } = quote
  return {
    annualCents,
    instalmentCents,
    yearTotalCents: instalmentCents * paymentsPerYear[choice.frequency],
    steps,
  }
}

const carOf = (quote: Quote): InsuredCar => ({
  plate: quote.plate,
  description: quote.car?.model ?? '',
  transmission: quote.car?.transmission ?? 'Automatic',
  financeCompany: quote.car?.financeCompany ?? '',
})

/** The data of the quote e-mail; null for a quote without a price. */
export function buildQuoteRecord(quote: Quote): QuoteRecord | null {
  const priced = quote.insurer_quote
  if (!priced) return null
  return {
    quoteNumber: priced.quoteNumber,
    validUntil: priced.validUntil,
    car: carOf(quote),
    carValueDollars: priced.carValueDollars,
    excessDollars: excessDollars(
      priced.choice.cover,
      priced.imposedExcessDollars,
      priced.choice.voluntaryExcess,
    ),
    choice: priced.choice,
    premium: premiumOf(priced),
    drivers: quote.drivers ?? [],
  }
}

/** Throws if the quote has no price, address or answers, and so cannot have been bound. */
export function buildPolicyRecord(
  quote: Quote,
  request: BindRequest,
  policyNumber: string,
  issuedAt: Date,
): PolicyRecord {
  const sold = buildQuoteRecord(quote)
  const { risk_address: riskAddress, indicators } = quote
  if (!sold || !riskAddress || !indicators)
    throw new Error('a policy was issued for a quote without a price, an address or an answer')
  const { validUntil: _, ...rest } = sold
  const { policy, card, terms } = request
  const boughtAt = card ? card.paidAt : terms?.agreedAt
  return {
    ...rest,
    policyNumber,
    ...(boughtAt && { boughtAt }),
    issuedAt: issuedAt.toISOString(),
    documentVersions: { wording: wordingVersion, schedule: scheduleVersion },
    endDate: coverEndDate(sold.choice.startDate),
    applicantType: policy.businessName === '' ? 'Private' : 'Business',
    businessName: policy.businessName,
    policyholders: policy.policyholders,
    postalAddress: policy.postalAddress,
    riskAddress,
    indicators,
    payment: {
      method: policy.payment.method,
      firstDebit: card ? card.paidOn : request.firstDebit,
      countedFrom: request.firstDebit,
      amountCents: sold.premium.instalmentCents,
      maskedSource:
        policy.payment.method === 'bank'
          ? maskAccount(policy.payment.accountNumber)
          : cardText(card ?? { scheme: '', lastDigits: '' }),
      terms,
    },
  }
}
