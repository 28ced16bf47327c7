/** Tests of the dates in a policy's record (policy year and purchase), for card and direct debit. */
import { expect, it } from 'vitest'
import type { Quote } from '#db/repositories/quotes.ts'
import type { CoverChoice } from '#journey/cover.ts'
import { completePolicyholders, completeQuote } from '#test/complete-quote.ts'
import { policyRecord as samplePolicy } from '#test/sample-records.ts'
import type { BindRequest } from './bind-request.ts'
import { buildPolicyRecord } from './build-records.ts'

const issuedAt = new Date('2026-12-01T04:12:00Z')
const paidAt = '2026-12-01T01:05:37.000Z'
const agreed: Pick<BindRequest, 'policy' | 'firstDebit'> = {
  policy: {
    ...completePolicyholders,
    idempotencyKey: 'k',
    quoteNumber: 'Q-7K2M9-XW4RTC',
    history: { lastModifiedDatetime: '2026-11-21T01:00:00.000Z', lastModifiedUserId: 'web' },
    plate: 'JHU968',
    payment: { method: 'card', transactionId: 't', debitDay: 5 },
  },
  firstDebit: '2026-12-05',
}
const priced = completeQuote.insurer_quote as NonNullable<Quote['insurer_quote']>
const card = { scheme: 'Visa', lastDigits: '1111', paidOn: '2026-12-01', paidAt } as const
const recordOf = (request: Pick<BindRequest, 'card' | 'terms'>, choice: Partial<CoverChoice> = {}) => {
  const quote = { ...completeQuote, insurer_quote: { ...priced, choice: { ...priced.choice, ...choice } } }
  return buildPolicyRecord(quote, { ...agreed, ...request }, 'MV00412073', issuedAt)
}

it('[PAY-06] [PAY-13] cover from 29 February ends at the start of 1 March', () => {
  expect(recordOf({ card, terms: null }, { startDate: '2028-02-29' }).endDate).toBe('2029-03-01')
})

it('[PAY-06] [PAY-13] states the time of the purchase, not of the insurer’s answer', () => {
  expect(recordOf({ card, terms: null }).boughtAt).toBe(paidAt)
  const { terms } = samplePolicy.payment
  expect(recordOf({ card: null, terms }).boughtAt).toBe(terms?.agreedAt)
})
