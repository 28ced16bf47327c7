/** Tests of Windcave's own features: response codes, amounts in dollars, webhooks. */
import { expect, test } from 'vitest'
import { cannedServer } from '#test/canned-server.ts'
import { cardAdapters, cardRequest, refundOutcome } from '#test/card-adapters.ts'

const { make } = cardAdapters.windcave

test('[PAY-11] sends dollars with two decimals, our key, and only our own URLs', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 500 }))
  await make(origin).createSession({ ...cardRequest, amountCents: 100005 })
  const { approved, declined, cancelled, webhook } = cardRequest.urls
  expect(requests[0]?.headers['x-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
    type: 'purchase',
    amount: '1000.05',
    currency: 'NZD',
    cardTypes: ['visa', 'mastercard', 'amex'],
    callbackUrls: { approved, declined, cancelled },
    notificationUrl: webhook,
    threeds: { challengeIndicator: 'challengepreferred' },
  })
})

test.each([
  ['MONTHLY', 'monthly'],
  ['FORTNIGHTLY', 'every2weeks'],
] as const)(
  '[HOLDER-07] [PAY-11] stores a card that pays %s until cover ends',
  async (frequency, recurringFrequency) => {
    const { origin, requests } = await cannedServer(() => ({ status: 500 }))
    const lastDay = '2027-11-20'
    await make(origin).createSession({ ...cardRequest, instalments: { frequency, lastDay } })
    await make(origin).createSession(cardRequest)
    const [kept, once] = requests.map(({ body }) => JSON.parse(body))
    const stored = {
      storeCard: true,
      storedCardIndicator: 'recurringinitial',
      recurringFrequency,
      recurringExpiry: lastDay,
    }
    expect(kept).toMatchObject(stored)
    expect(Object.keys(once).filter(name => name in stored)).toEqual([])
  },
)

const id = '0000060000324512067bb17ae8bcbf49'
test.each([
  [{ query: { sessionId: id }, body: null }, id],
  [{ query: {}, body: { sessionId: id } }, id],
  [{ query: {}, body: 'session' }, null],
  [{ query: { sessionId: '../../x' }, body: null }, null],
  [{ query: {}, body: { sessionId: 7, data: { object: 7 } } }, null],
])('[PAY-07] in the webhook %j finds the session %s', (webhook, sessionId) => {
  expect(make('http://127.0.0.1:9').sessionOf?.(webhook)).toBe(sessionId)
})

const decline = { type: 'purchase', authorised: false, reCo: 'U9' }
const paid = {
  id: '0000000b00000001',
  type: 'purchase',
  authorised: true,
  reCo: '00',
  amount: '859.50',
  currency: 'NZD',
  dateTimeUtc: '2026-11-21T02:00:00Z',
}
const approval = {
  state: 'approved',
  amountCents: 85950,
  currency: 'NZD',
  transactionId: paid.id,
  paidAt: new Date(paid.dateTimeUtc),
}
test.each<[what: string, session: object, result: object]>([
  ['a card that was not even tried', { transactions: [decline] }, { state: 'declined', reason: 'U9' }],
  ['a decline without a code', { transactions: [{ ...decline, reCo: null }] }, { state: 'declined' }],
  ['money from a card it does not name', { transactions: [paid] }, { ...approval, card: { scheme: '' } }],
  ['money beside what cannot be read', { transactions: [{ odd: 1 }, decline, paid] }, approval],
  ['a decline beside what cannot be read', { transactions: [{ odd: 1 }, decline] }, { state: 'unclear' }],
  ['money without an amount', { transactions: [{ ...paid, amount: '' }] }, { state: 'unclear' }],
  ['nothing', { transactions: null }, { state: 'unclear' }],
  ['a session left', { state: 'cancelled', transactions: null }, { state: 'cancelled' }],
])('[PAY-07] [PAY-08] reads a complete session with only the required fields: %s', async (_, said, is) => {
  const { origin } = await cannedServer(() => ({ body: JSON.stringify({ state: 'complete', ...said }) }))
  expect(await make(origin).result(id)).toMatchObject(is)
})

test('[PAY-11] [EDGE-12] a request with our key in progress is no refusal of a page or refund', async () => {
  const { origin } = await cannedServer(() => ({ status: 409 }))
  expect(await make(origin).createSession(cardRequest)).toEqual({ outcome: 'unknown', reason: 'HTTP 409' })
  expect(await refundOutcome(make(origin), paid.id, 85950, 'k')).toBe('unknown')
})

test.each<[what: string, answer: object, outcome: string]>([
  ['the bank did not answer in time', { reCo: 'U9', allowRetry: true }, 'unclear'],
  ['the bank said no', { reCo: '05', allowRetry: false }, 'refused'],
  ['it says no more', {}, 'refused'],
])('[PAY-11] reads a refund that Windcave does not authorise: %s', async (_, answer, outcome) => {
  const body = JSON.stringify({ id: '0000000b00000002', authorised: false, ...answer })
  const { origin } = await cannedServer(() => ({ status: 201, body }))
  expect(await refundOutcome(make(origin), paid.id, 85950, 'k')).toBe(outcome)
})

test('[PAY-11] a refund has our reference, and counts even if its id cannot be read', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 201, body: '{"authorised":true}' }))
  const request = { transactionId: 't', amountCents: 100, idempotencyKey: 'k', reference: 'payment-1' }
  expect(await make(origin).refund(request)).toEqual({ outcome: 'refunded', refundId: '' })
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
    type: 'refund',
    amount: '1.00',
    merchantReference: 'payment-1',
  })
})
