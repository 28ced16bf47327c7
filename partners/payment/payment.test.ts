/** The contract tests of every card payment adapter, with the sandbox's gateways and misbehaving partners. */
import { describe, expect, test } from 'vitest'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { cardAdapters, cardRequest, created, paidSession, refundOutcome } from '#test/card-adapters.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'

/** The codes of a broken connection; which one depends on timing. */
const lost = expect.stringMatching(/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/)

describe.each(Object.entries(cardAdapters))('%s', (_, adapter) => {
  const { make, goodCard } = adapter

  test('[PAY-11] [EDGE-12] creates a page on the partner’s origin, and a retry with the same key returns the same session', async () => {
    const { origin } = await testSandbox()
    const payments = make(origin)
    const first = await created(payments)
    expect(new URL(first.pageUrl).origin).toBe(origin)
    expect(await created(payments)).toEqual(first)
    expect((await created(payments, { idempotencyKey: 'attempt-2' })).sessionId).not.toBe(first.sessionId)
    expect(await payments.result(first.sessionId)).toEqual({ state: 'pending' })
  })

  const { urls } = cardRequest
  test.each<[string, Partial<typeof cardRequest>]>([
    ['another host', { urls: { ...urls, approved: 'https://openroad.example/cc-payment-success?id=q1' } }],
    ['another way back', { urls: { ...urls, cancelled: `${urls.cancelled}&token=after-a-new-key` } }],
    ['another seller', { seller: 'Fern' }],
  ])('[PAY-11] [EDGE-12] accepts a retry with the same key and %s', async (__, changes) => {
    const planned = [{ when: 'after', how: 'reset' } as const]
    const { origin } = await testSandbox({ faults: () => planned.shift() ?? null })
    const payments = make(origin)
    expect(await payments.createSession(cardRequest)).toMatchObject({ outcome: 'unknown' })
    const page = await created(payments, changes)
    expect(await created(payments, changes)).toEqual(page)
    const back = await submitForm(page.pageUrl, goodCard)
    expect(back.headers.get('location')).toContain((changes.urls ?? urls).approved)
  })

  test('[PAY-07] reports an approved card with amount, currency, transaction and card', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    const back = await submitForm(pageUrl, goodCard)
    expect(back.headers.get('location')).toContain(`${cardRequest.urls.approved}&`)
    expect(await payments.result(sessionId)).toEqual({
      state: 'approved',
      amountCents: 85950,
      currency: 'NZD',
      transactionId: expect.stringMatching(adapter.paid.transactionId),
      paidAt: expect.any(Date),
      card: adapter.paid.card,
    })
  })

  test('[PAY-11] charges only after the 3-D Secure challenge', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    const asked = await submitForm(pageUrl, { ...goodCard, cardNumber: adapter.challengedCard })
    expect(asked.headers.get('location')).toBe(`${new URL(pageUrl).pathname}/challenge`)
    expect((await submitForm(`${pageUrl}/challenge`, { code: '12' })).status).toBe(400)
    expect(await payments.result(sessionId)).toEqual({ state: 'pending' })
    await submitForm(`${pageUrl}/challenge`, { code: '123' })
    expect(await payments.result(sessionId)).toMatchObject({ state: 'approved' })
  })

  test('[PAY-07] does not report a declined card as paid', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    await submitForm(pageUrl, { ...goodCard, cardNumber: adapter.declinedCard })
    expect(await payments.result(sessionId)).toEqual(adapter.afterDecline)
  })

  test('[PAY-11] charges nothing for a cancelled or expired session', async () => {
    let now = new Date('2026-11-21T00:00:00Z')
    const payments = make((await testSandbox({ now: () => now })).origin)
    const cancelled = await created(payments)
    const page = await (await fetch(cancelled.pageUrl)).text()
    const cancelAddress = adapter.cancelAddress(cancelled.pageUrl)
    const { origin } = new URL(cancelled.pageUrl)
    expect(page).toContain(`href="${cancelAddress.replace(origin, '')}">Cancel</a>`)
    if (cancelAddress.startsWith(cancelled.pageUrl)) await fetch(cancelAddress, { redirect: 'manual' })
    expect(await payments.result(cancelled.sessionId)).toEqual(adapter.afterCancel)
    expect(payments.pageOpenHours).toBe(adapter.openForHours)
    const expired = await created(payments, { idempotencyKey: 'attempt-2' })
    now = new Date(now.getTime() + adapter.openForHours * 3_600_000 - 1000)
    expect(await payments.result(expired.sessionId)).toEqual({ state: 'pending' })
    now = new Date(now.getTime() + 1000)
    expect(await payments.result(expired.sessionId)).toEqual({ state: 'expired' })
    expect((await submitForm(expired.pageUrl, goodCard)).status).toBe(410)
  })

  test('[PAY-11] refunds once per key and never more than was paid; the session’s key works as well', async () => {
    const payments = make((await testSandbox()).origin)
    const { transactionId } = await paidSession(payments, goodCard)
    const { idempotencyKey } = cardRequest
    const refund = () =>
      payments.refund({ transactionId, amountCents: 80_000, idempotencyKey, reference: 'payment-1' })
    const first = await refund()
    expect(first).toEqual({ outcome: 'refunded', refundId: expect.stringMatching(adapter.paid.refundId) })
    expect(await refund()).toEqual(first)
    expect(await refundOutcome(payments, transactionId, 5951, 'refund-2')).toBe('refused')
    const both = ['refund-3', 'refund-4'].map(key => refundOutcome(payments, transactionId, 5000, key))
    expect((await Promise.all(both)).sort()).toEqual(['refunded', 'refused'])
    expect(await refundOutcome(payments, adapter.unknownTransaction, 100, 'refund-5')).toBe('refused')
  })

  test('[PAY-11] with a wrong API key refuses a page but not a refund; an unknown session is pending, another partner’s is unclear', async () => {
    const { origin } = await testSandbox()
    const unknown = make(origin, { key: 'wrong' })
    expect(await unknown.createSession(cardRequest)).toEqual({ outcome: 'refused', reason: 'HTTP 401' })
    // The key can be corrected, and the refund is still due.
    expect(await refundOutcome(unknown, adapter.unknownTransaction, 100, 'k')).toBe('unknown')
    expect(await make(origin).result(adapter.unknownSession)).toEqual({ state: 'pending' })
    const others = Object.values(cardAdapters).filter(other => other !== adapter)
    for (const none of ['../transactions', '', ...others.map(({ unknownSession }) => unknownSession)])
      expect(await make(origin).result(none)).toEqual({ state: 'unclear', reason: 'another partner' })
  })

  test.each([
    ['before', 'status-500', 'HTTP 500'],
    ['after', 'status-500', 'HTTP 500'],
    ['before', 'reset', lost],
    ['after', 'reset', lost],
  ] as const)(
    '[PAY-11] [EDGE-12] creates one session if the connection breaks %s the work (%s) and the request is retried',
    async (when, how, reason) => {
      const planned = [{ when, how }]
      const { origin } = await testSandbox({ faults: () => planned.shift() ?? null })
      const payments = make(origin)
      expect(await payments.createSession(cardRequest)).toEqual({ outcome: 'unknown', reason })
      const first = await created(payments)
      expect(await created(payments)).toEqual(first)
    },
  )

  const failures: readonly [what: string, answer: CannedResponse, reason: string][] = [
    ['hangs', null, 'timeout'],
    ['answers 500', { status: 500 }, 'HTTP 500'],
    ['answers 500 with other JSON', { status: 500, body: '{"id":"x"}' }, 'HTTP 500'],
    ['answers garbage', { status: 202, body: '<html>' }, 'not understood'],
    ['answers another shape', { status: 202, body: '{"id":7}' }, 'not understood'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'HTTP 302'],
    ['answers without end', { status: 200, body: 'x'.repeat(1024 * 1024 + 1) }, 'too-large'],
  ]
  test.each(failures)('[PAY-11] the result is unknown when the partner %s', async (__, answer, reason) => {
    // Creating a page returns 202, its result 200.
    const { origin, requests } = await cannedServer(({ method }) =>
      method === 'GET' && answer?.status === 202 ? { ...answer, status: 200 } : answer,
    )
    const payments = make(origin, answer === null ? { timeoutMs: 200 } : {})
    expect(await payments.createSession(cardRequest)).toEqual({ outcome: 'unknown', reason })
    // Not sent again; on a busy machine the time limit may end it before it arrives.
    expect(requests.length).toBeLessThan(2)
    expect(await payments.result(adapter.unknownSession)).toEqual({ state: 'unclear', reason })
    expect(await refundOutcome(payments, adapter.unknownTransaction, 100, 'k')).toBe('unknown')
  })

  test.each([
    'https://evil.example/pay',
    '//evil.example/pay',
    'javascript:alert(1)',
    'http://user:password@HOST/pay',
    'http://HOST.evil.example/pay',
    '',
  ])('[T6] [PAY-11] does not redirect a browser to %j', async href => {
    const { origin } = await cannedServer(({ headers }) => ({
      status: 200,
      body: JSON.stringify(adapter.createdBody(href.replace('HOST', headers.host ?? ''))),
    }))
    expect(await make(origin).createSession(cardRequest)).toMatchObject({ outcome: 'refused' })
  })

  const said = async (answer: CannedResponse) =>
    make((await cannedServer(() => answer)).origin).result(adapter.unknownSession)

  test.each(adapter.unfinished)('[PAY-07] an explicitly unfinished result is pending: %j', async body => {
    expect(await said({ body: JSON.stringify(body) })).toEqual({ state: 'pending' })
  })

  test.each(adapter.unclear)(
    '[PAY-07] an unreadable result, maybe of a payment, is unclear: %j',
    async body => {
      const unclear = { state: 'unclear', reason: 'not understood' }
      expect(await said({ body: JSON.stringify(body) })).toEqual(unclear)
    },
  )

  test('[PAY-07] [PAY-11] a refused API key leaves the session unclear', async () => {
    expect(await said({ status: 401 })).toEqual({ state: 'unclear', reason: 'HTTP 401' })
  })

  test.each(['<html>Not found</html>', '{"error":{"code":404}}', '{"errors":"none"}'])(
    '[PAY-07] [PAY-11] a 404 without the partner’s own body ends no payment and no refund: %j',
    async body => {
      const { origin } = await cannedServer(() => ({ status: 404, body }))
      const payments = make(origin)
      expect(await payments.result(adapter.unknownSession)).toEqual({ state: 'unclear', reason: 'HTTP 404' })
      expect(await refundOutcome(payments, adapter.unknownTransaction, 100, 'k')).toBe('unknown')
    },
  )
})
