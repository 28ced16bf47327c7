/** What only Windcave has: its codes, its amounts in dollars, its notices. */
import { expect, test } from 'vitest'
import { cannedServer } from '#test/canned-server.ts'
import { cardAdapters, cardRequest, created } from '#test/card-adapters.ts'
import { submit, testSandbox } from '#test/sandbox.ts'

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
    await submit(pageUrl, { ...goodCard, cardNumber })
    expect(await payments.result(sessionId)).toEqual({ state: 'declined', reason })
  },
)

test('[PAY-11] the wire carries dollars with two decimals, our key, and only our own addresses', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 500 }))
  await make(origin).createSession({ ...cardRequest, amountCents: 100005 })
  expect(requests[0]?.headers['x-id']).toBe('attempt-1')
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

const id = '0000060000324512067bb17ae8bcbf49'
test.each([
  [{ query: { sessionId: id }, body: null }, id],
  [{ query: {}, body: { sessionId: id } }, id],
])('[PAY-07] the session of a notice: %j', (notice, sessionId) => {
  expect(make('http://127.0.0.1:9').sessionOf(notice)).toBe(sessionId)
})
