/** Tests of the Stripe Checkout sandbox through Stripe's library: keys, errors, expiry, persistence. */
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { cannedServer } from '#test/canned-server.ts'
import { cardAdapters } from '#test/card-adapters.ts'
import { submitForm, temporaryDir, testSandbox } from '#test/sandbox.ts'

const { goodCard } = cardAdapters.stripe

function clientOf(origin: string, key: string = sandboxKeys.checkout.secretKey): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

const priced = (currency: string, unit_amount: number) => ({
  line_items: [
    { quantity: 2, price_data: { currency, unit_amount, product_data: { name: 'Cover & “more”' } } },
  ],
})

const wanted = (changes: object = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  ...priced('nzd', 1250),
  success_url: 'http://shop.localhost/ok?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.localhost/stop',
  client_reference_id: '<b>OR-1</b>',
  ...changes,
})

const failure = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: Stripe.errors.StripeError) => error,
  )

describe('sessions', () => {
  test('start open, show the shop’s texts escaped, and are complete once paid', async () => {
    const { origin } = await testSandbox()
    const { checkout } = clientOf(origin)
    const made = await checkout.sessions.create(wanted({ metadata: { order: '7' } }))
    expect(made).toMatchObject({
      metadata: { order: '7' },
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2500,
      currency: 'nzd',
      payment_intent: null,
    })
    expect(made.expires_at - made.created).toBe(86_400)
    const page = await (await fetch(made.url ?? '')).text()
    expect(page).toContain('Pay $25')
    expect(page).toContain('&lt;b&gt;OR-1')
    expect(page).not.toContain('.76')
    const back = await submitForm(made.url ?? '', goodCard)
    expect(back.headers.get('location')).toBe(`http://shop.localhost/ok?s=${made.id}`)
    const plain = await checkout.sessions.retrieve(made.id)
    expect(plain).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect((await fetch(`${origin}/c/pay/${made.id}`, { redirect: 'manual' })).status).toBe(302)
    expect((await fetch(`${origin}/c/pay/${made.id}x`)).status).toBe(404)
  })

  test('can be expired once, which is a webhook', async () => {
    const shop = await cannedServer(() => ({ status: 200 }))
    const { checkout } = clientOf((await testSandbox()).origin)
    const made = await checkout.sessions.create(wanted({ success_url: `${shop.origin}/ok` }))
    expect(await checkout.sessions.expire(made.id)).toMatchObject({ status: 'expired', url: null })
    expect((await failure(checkout.sessions.expire(made.id))).statusCode).toBe(400)
    await expect.poll(() => shop.requests).toHaveLength(1)
    expect(JSON.parse(shop.requests[0]?.body ?? '')).toMatchObject({ type: 'checkout.session.expired' })
  })

  test('survive a restart, with pending webhooks and keys', async () => {
    const dataDir = await temporaryDir()
    const answers = { status: 500 }
    const shop = await cannedServer(() => answers)
    const first = await testSandbox({ dataDir, retryPausesMs: [60_000] })
    const params = wanted({ success_url: `${shop.origin}/ok` })
    const { id, url } = await clientOf(first.origin).checkout.sessions.create(params, { idempotencyKey: 'k' })
    await submitForm(url ?? '', goodCard)
    await expect.poll(() => shop.requests).toHaveLength(1)
    await first.close()
    answers.status = 200
    const second = await testSandbox({ dataDir })
    await expect.poll(() => shop.requests).toHaveLength(2)
    const { checkout } = clientOf(second.origin)
    expect((await checkout.sessions.create(params, { idempotencyKey: 'k' })).id).toBe(id)
    expect(await checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
  })
})

test.each([
  [{ success_url: 'javascript:alert(1)' }, 'success_url'],
  [priced('nzd', 0), 'line_items[0][price_data][unit_amount]'],
  [{ surprise: 1 }, 'surprise'],
])('an error names the wrong parameter of %j', async (changes, param) => {
  const { checkout } = clientOf((await testSandbox()).origin)
  const error = await failure(checkout.sessions.create(wanted(changes)))
  expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', param })
})

test('a key returns the first response again to the same request only, and is not used up by an invalid request', async () => {
  const { checkout } = clientOf((await testSandbox()).origin)
  const key = { idempotencyKey: 'k' }
  await failure(checkout.sessions.create(wanted({ mode: 'x' }), key))
  const { id, lastResponse } = await checkout.sessions.create(wanted(), key)
  expect(lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  const again = await checkout.sessions.create(wanted(), key)
  expect([again.id, again.lastResponse.headers['idempotent-replayed']]).toEqual([id, 'true'])
  const other = await failure(checkout.sessions.create(wanted({ client_reference_id: 'x' }), key))
  expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  expect(await failure(checkout.sessions.expire(id, {}, key))).toMatchObject({
    rawType: 'idempotency_error',
  })
})
