/** Tests of what only Windcave has: its codes, its amounts in dollars, its notifications. */
import { expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { cannedServer } from '#test/canned-server.ts'
import { cardAdapters, cardRequest, created, refundOutcome } from '#test/card-adapters.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'

const { make, goodCard } = cardAdapters.windcave

test.each([
  ['4999999999999996', '54'],
  ['5431111111111228', '51'],
  ['4999999999999236', '05'],
  ['4999999999999269', '12'],
  ['5431111111111301', '30'],
  ['4999999999999202', 'U9'],
])(
  '[PAY-07] a finished session is not a paid one: card %s is declined with %s',
  async (cardNumber, reason) => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    await submitForm(pageUrl, { ...goodCard, cardNumber })
    expect(await payments.result(sessionId)).toEqual({ state: 'declined', reason })
  },
)

test('[PAY-11] the wire carries dollars with two decimals, our key, and only our own addresses', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 500 }))
  await make(origin).createSession({ ...cardRequest, amountCents: 100005 })
  expect(requests[0]?.headers['x-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
    type: 'purchase',
    amount: '1000.05',
    currency: 'NZD',
    cardTypes: ['visa', 'mastercard', 'amex'],
    callbackUrls: {
      approved: cardRequest.urls.approved,
      declined: cardRequest.urls.declined,
      cancelled: cardRequest.urls.cancelled,
    },
    notificationUrl: cardRequest.urls.notification,
    threeds: { challengeIndicator: 'challengepreferred' },
  })
})

test.each([
  ['MONTHLY', 'monthly'],
  ['FORTNIGHTLY', 'every2weeks'],
] as const)(
  '[HOLDER-07] [PAY-11] a card that pays %s is kept for the payments that follow',
  async (instalments, often) => {
    const { origin, requests } = await cannedServer(() => ({ status: 500 }))
    await make(origin).createSession({ ...cardRequest, instalments })
    await make(origin).createSession(cardRequest)
    const [kept, once] = requests.map(({ body }) => JSON.parse(body))
    expect(kept).toMatchObject({
      type: 'purchase',
      storeCard: true,
      storedCardIndicator: 'recurringinitial',
      recurringFrequency: often,
    })
    expect(Object.keys(once).filter(name => /store|recurring/i.test(name))).toEqual([])
  },
)

const id = '0000060000324512067bb17ae8bcbf49'
test.each([
  [{ query: { sessionId: id }, body: null }, id],
  [{ query: {}, body: { sessionId: id } }, id],
])('[PAY-07] the session of a notice: %j', (notice, sessionId) => {
  expect(make('http://127.0.0.1:9').sessionOf(notice)).toBe(sessionId)
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
])(
  '[PAY-07] [PAY-08] what a finished session says that says no more than it must: %s',
  async (_, said, is) => {
    const { origin } = await cannedServer(() => ({ body: JSON.stringify({ state: 'complete', ...said }) }))
    expect(await make(origin).result(id)).toMatchObject(is)
  },
)

test('[PAY-11] [EDGE-12] a request under our key that is still at work is no refusal, of a page or of a refund', async () => {
  const { origin } = await cannedServer(() => ({ status: 409 }))
  expect(await make(origin).createSession(cardRequest)).toEqual({ outcome: 'unknown', reason: 'HTTP 409' })
  expect(await refundOutcome(make(origin), paid.id, 85950, 'k')).toBe('unknown')
})

test.each<[what: string, answer: object, outcome: string]>([
  ['the bank did not answer in time', { reCo: 'U9', allowRetry: true }, 'unclear'],
  ['the bank said no', { reCo: '05', allowRetry: false }, 'refused'],
  ['it says no more', {}, 'refused'],
])('[PAY-11] a refund that Windcave does not authorise: %s', async (_, answer, outcome) => {
  const body = JSON.stringify({ id: '0000000b00000002', authorised: false, ...answer })
  const { origin } = await cannedServer(() => ({ status: 201, body }))
  expect(await refundOutcome(make(origin), paid.id, 85950, 'k')).toBe(outcome)
})

test('[PAY-11] a refund is listed at Windcave under our own reference, and is one were its id not to be read', async () => {
  const { origin } = await testSandbox()
  const payments = make(origin)
  const { sessionId, pageUrl } = await created(payments)
  await submitForm(pageUrl, goodCard)
  const result = await payments.result(sessionId)
  if (result.state !== 'approved') throw new Error(result.state)
  const { transactionId, amountCents } = result
  const request = { transactionId, amountCents, idempotencyKey: 'k', reference: 'payment-1' }
  const made = await payments.refund(request)
  if (made.outcome !== 'refunded') throw new Error(made.outcome)
  const { username, apiKey } = sandboxKeys.card
  const kept = await fetch(`${origin}/api/v1/transactions/${made.refundId}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}` },
  })
  expect(await kept.json()).toMatchObject({ type: 'refund', merchantReference: 'payment-1' })

  const nameless = await cannedServer(() => ({ status: 201, body: '{"authorised":true}' }))
  expect(await make(nameless.origin).refund(request)).toEqual({ outcome: 'refunded', refundId: '' })
})
