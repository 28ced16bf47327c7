/** Start of every schedule: one quote ready to be bought, and its customer. */
import { randomUUID } from 'node:crypto'
import type { Brand } from '#brands/brand.ts'
import { type BodyOf, endpoints } from '#contract/endpoints.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { bindBody, type RatedCustomer } from '#test/purchase.ts'
import { address, holder, indicators, plate } from '#test/samples/customer.ts'

const firstPriceCents = 12_345

/** With a price, a declaration for it, and a policyholder. */
export function readyQuote(brand: string, now: Date): Quote {
  const today = nzToday(now)
  const choice = {
    cover: 'COMPREHENSIVE',
    voluntaryExcess: 300,
    excessFreeWindow: false,
    hireCar: false,
    roadsideAssistance: false,
    frequency: 'MONTHLY',
    startDate: today,
  } as const
  const quoteNumber = `Q-${randomUUID().slice(0, 8)}`
  return {
    id: randomUUID(),
    brand,
    origin: 'http://localhost',
    plate,
    status: 'QUOTED',
    version: 1,
    quote_number: quoteNumber,
    car: {
      transmission: 'Automatic',
      vehicleKey: 'k',
      model: 'Corolla',
      valueDollars: 20_000,
      financeCompany: '',
    },
    risk_address: address,
    drivers: [],
    indicators,
    choice,
    policyholders: {
      policyholders: [holder],
      businessName: '',
      postalAddress: address,
      paymentMethod: 'Credit_Card',
      paymentStart: null,
    },
    insurer_quote: {
      quoteNumber,
      annualCents: 12 * firstPriceCents,
      instalmentCents: firstPriceCents,
      imposedExcessDollars: 500,
      choice,
      carValueDollars: 20_000,
      steps: [],
      priceTable: null,
      validUntil: addDays(today, 30),
      history: { lastModifiedDatetime: now.toISOString(), lastModifiedUserId: 'x' },
    },
    declared_at: now,
    declared_version: 1,
    people_saved_at: now,
    ownership_changed_at: null,
    ownership_changed_by_log_in: null,
    created_at: now,
    changed_at: now,
    valid_until: addDays(today, 30),
    anonymised_at: null,
    applicant: null,
    source: brand,
    partner_id: null,
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
