/** What every card payment adapter must do, run against the sandbox's gateway and against partners that misbehave. */
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/server.ts'
import { type CannedAnswer, cannedServer } from '#test/canned-server.ts'
import { goodCard, submit, testSandbox } from '#test/sandbox.ts'
import type { CardPayments, CardSessionRequest } from './port.ts'
import { windcave } from './windcave.ts'

const request: CardSessionRequest = {
  idempotencyKey: 'attempt-1',
  amountCents: 85950,
  currency: 'NZD',
  reference: 'OR-1234',
  schemes: ['VISA', 'MASTER', 'AMEX'],
  threeDSecure: true,
  urls: {
    approved: 'http://localhost:3000/cc-payment-success?id=q1',
    declined: 'http://localhost:3000/cc-payment-failure?uuid=q1',
    cancelled: 'http://localhost:3000/cc-payment-cancel?uuid=q1',
    notification: 'http://127.0.0.1:9/notice',
  },
}

const adapters: readonly [
  name: string,
  make: (origin: string, timeoutMs?: number, apiKey?: string) => CardPayments,
][] = [
  [
    'windcave',
    (origin, timeoutMs = 5_000, apiKey = sandboxKeys.card.apiKey) =>
      windcave({
        baseUrl: `${origin}/api/v1`,
        username: 'sandbox',
        apiKey,
        pageOrigins: [origin],
        timeoutMs,
      }),
  ],
]

async function created(payments: CardPayments, changes: Partial<CardSessionRequest> = {}) {
  const answer = await payments.createSession({ ...request, ...changes })
  if (answer.outcome !== 'created') throw new Error(answer.reason)
  return answer
}

describe.each(adapters)('%s', (_, make) => {
  test('[PAY-11] [EDGE-12] a session has a page on the partner’s own origin, and a repeat of the key is the same session', async () => {
    const { origin } = await testSandbox()
    const payments = make(origin)
    const first = await created(payments)
    expect(new URL(first.pageUrl).origin).toBe(origin)
    expect(await created(payments)).toEqual(first)
    expect((await created(payments, { idempotencyKey: 'attempt-2' })).sessionId).not.toBe(first.sessionId)
    expect(await payments.result(first.sessionId)).toEqual({ state: 'pending' })
  })

  test('an approved card is approved with amount, currency, transaction and card', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    await submit(pageUrl, goodCard)
    expect(await payments.result(sessionId)).toEqual({
      state: 'approved',
      amountCents: 85950,
      currency: 'NZD',
      transactionId: expect.stringMatching(/^[0-9a-f]{16}$/),
      card: { scheme: 'visa', lastDigits: '11' },
    })
  })

  test.each([
    ['4999999999999996', '54'],
    ['5431111111111228', '51'],
    ['4999999999999236', '05'],
    ['4999999999999269', '12'],
    ['5431111111111301', '30'],
    ['4999999999999202', 'U9'],
  ])('a finished session is not a paid one: card %s is declined with %s', async (cardNumber, reason) => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    await submit(pageUrl, { ...goodCard, cardNumber })
    expect(await payments.result(sessionId)).toEqual({ state: 'declined', reason })
  })

  test('a cancelled and an expired session are told apart', async () => {
    let now = new Date('2026-11-21T00:00:00Z')
    const payments = make((await testSandbox({ now: () => now })).origin)
    const cancelled = await created(payments)
    await fetch(`${cancelled.pageUrl}/cancel`, { redirect: 'manual' })
    expect(await payments.result(cancelled.sessionId)).toEqual({ state: 'cancelled' })
    const expired = await created(payments, { idempotencyKey: 'attempt-2' })
    now = new Date('2026-11-24T00:00:01Z')
    expect(await payments.result(expired.sessionId)).toEqual({ state: 'expired' })
  })

  test('money goes back once a key, never more than was paid', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    await submit(pageUrl, goodCard)
    const result = await payments.result(sessionId)
    if (result.state !== 'approved') throw new Error(result.state)
    expect(await payments.refund(result.transactionId, 80000, 'refund-1')).toBe('refunded')
    expect(await payments.refund(result.transactionId, 80000, 'refund-1')).toBe('refunded')
    expect(await payments.refund(result.transactionId, 5951, 'refund-2')).toBe('refused')
    const both = ['refund-3', 'refund-4'].map(key => payments.refund(result.transactionId, 5950, key))
    expect((await Promise.all(both)).sort()).toEqual(['refunded', 'refused'])
    expect(await payments.refund('0123456789abcdef', 100, 'refund-5')).toBe('refused')
  })

  test('[PAY-11] a wrong key is refused; a session nobody knows is pending', async () => {
    const { origin } = await testSandbox()
    expect(await make(origin, 5_000, 'wrong').createSession(request)).toEqual({
      outcome: 'refused',
      reason: 'HTTP 401',
    })
    expect(await make(origin).result('0'.repeat(32))).toEqual({ state: 'pending' })
    expect(await make(origin).result('../transactions')).toEqual({ state: 'pending' })
  })

  const failures: readonly [what: string, answer: CannedAnswer, reason: string][] = [
    ['hangs', null, 'timeout'],
    ['answers 500', { status: 500 }, 'HTTP 500'],
    ['answers 429', { status: 429 }, 'HTTP 429'],
    ['answers garbage', { status: 202, body: '<html>' }, 'not-json'],
    ['answers another shape', { status: 202, body: '{"id":7}' }, 'not understood'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'HTTP 302'],
  ]
  test.each(failures)('nobody knows what became of it when the partner %s', async (__, answer, reason) => {
    const { origin } = await cannedServer(() => answer)
    const payments = make(origin, 200)
    expect(await payments.createSession(request)).toEqual({ outcome: 'unknown', reason })
    expect(await payments.result('0'.repeat(32))).toEqual({ state: 'pending' })
    expect(await payments.refund('0123456789abcdef', 100, 'k')).toBe('unknown')
  })

  test('nobody knows either when nothing listens', async () => {
    expect(await make('http://127.0.0.1:9').createSession(request)).toEqual({
      outcome: 'unknown',
      reason: 'unreachable',
    })
  })

  test.each([
    'https://evil.example/pay',
    '//evil.example/pay',
    'javascript:alert(1)',
    'http://user:password@HOST/pay',
    'http://HOST.evil.example/pay',
    '',
  ])('[PAY-11] a browser is not sent to %j', async href => {
    const { origin } = await cannedServer(({ headers }) => {
      const links = [{ rel: 'hpp', href: href.replace('HOST', headers.host ?? '') }]
      return { status: 202, body: JSON.stringify({ id: '0'.repeat(32), state: 'init', links }) }
    })
    expect(await make(origin).createSession(request)).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    [{ state: 'complete', transactions: [] }],
    [{ state: 'surprise', transactions: [] }],
    [{ state: 'complete', transactions: [{ type: 'purchase', authorised: 'true', amount: '1.00' }] }],
    [{ transactions: [] }],
  ])('what is not plainly final is pending: %j', async body => {
    const { origin } = await cannedServer(() => ({ body: JSON.stringify(body) }))
    expect(await make(origin).result('0'.repeat(32))).toEqual({ state: 'pending' })
  })

  test('the wire carries dollars with two decimals, our key, and only our own addresses', async () => {
    const { origin, requests } = await cannedServer(() => ({ status: 500 }))
    await make(origin).createSession({ ...request, amountCents: 100005 })
    expect(requests[0]?.headers['x-id']).toBe('attempt-1')
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      type: 'purchase',
      amount: '1000.05',
      currency: 'NZD',
      cardTypes: ['visa', 'mastercard', 'amex'],
      callbackUrls: {
        approved: request.urls.approved,
        declined: request.urls.declined,
        cancelled: request.urls.cancelled,
      },
      notificationUrl: request.urls.notification,
      threeds: { challengeIndicator: 'challengepreferred' },
    })
  })

  const id = '0000060000324512067bb17ae8bcbf49'
  test.each([
    [{ query: { sessionId: id }, body: null }, id],
    [{ query: {}, body: { sessionId: id } }, id],
    [{ query: {}, body: null }, null],
    [{ query: { sessionId: '../../x' }, body: null }, null],
    [{ query: {}, body: { sessionId: 7 } }, null],
    [{ query: { id }, body: 'sessionId' }, null],
  ])('the session of a notice: %j', (notice, sessionId) => {
    expect(make('http://127.0.0.1:9').sessionOf(notice)).toBe(sessionId)
  })
})
