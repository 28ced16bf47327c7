/** Start of every schedule: one quote ready to be bought, and its customer. */
import { randomUUID } from 'node:crypto'
import type { Brand } from '#brands/brand.ts'
import { type BodyOf, endpoints } from '#contract/endpoints.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { completeChoice, completePolicyholders, completePrice, completeQuote } from '#test/complete-quote.ts'
import { bindBody, type RatedCustomer } from '#test/purchase.ts'
import { address, indicators, policyholder } from '#test/samples/customer.ts'

const firstPriceCents = 12_345

/** A new quote with a price, and a declaration for it. */
export function readyQuote(brand: string, now: Date): Quote {
  const quoteNumber = `Q-${randomUUID().slice(0, 8)}`
  const choice = { ...completeChoice, startDate: nzToday(now) }
  const validUntil = addDays(nzToday(now), 30)
  return {
    ...completeQuote,
    id: randomUUID(),
    brand,
    origin: 'http://localhost',
    quote_number: quoteNumber,
    // The same address as in the bind request, so that the bind changes no session's access.
    risk_address: address,
    indicators,
    policyholders: {
      ...completePolicyholders,
      policyholders: [policyholder],
      businessName: '',
      postalAddress: address,
      paymentStart: null,
    },
    choice,
    insurer_quote: { ...completePrice, quoteNumber, choice, validUntil, instalmentCents: firstPriceCents },
    declared_at: now,
    declared_version: 1,
    people_saved_at: now,
    created_at: now,
    changed_at: now,
    valid_until: validUntil,
    source: brand,
  }
}

/** The columns that a change of the quote writes: another price, and a declaration for it. */
export const repriced = ({ version, insurer_quote: priced }: Quote) => ({
  insurer_quote: JSON.stringify({ ...priced, instalmentCents: firstPriceCents + 100 * version }),
  declared_version: version + 1,
})

export const customerOf = (quote: Quote, brand: Brand, sessionId: string): RequestContext => ({
  brand,
  origin: 'http://localhost',
  hostname: 'localhost',
  sessionId,
  sidHash: Buffer.of(1),
  openedSessionId: null,
  quoteId: quote.id,
  token: null,
  addressPrefix: '127.0.0.0/24',
  ip: '127.0.0.1',
  userAgent: 'a schedule',
})

/** The body of 'Buy' as the page would send it for this quote. */
export const bodyToBind = (quote: Quote): BodyOf<'quoteBind'> =>
  endpoints.quoteBind.body.parse(
    bindBody({
      id: quote.id,
      car: { address },
      attributes: {
        policyHistory: quote.insurer_quote?.history,
        policyDetails: { quoteNum: quote.quote_number },
      },
    } as unknown as RatedCustomer),
  )
