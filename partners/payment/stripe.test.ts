/** Tests of Stripe's own features: several cards on one page, keys bound to one request, signed webhooks. */
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { signWebhook } from '#sandbox/stripe-checkout/stripe-checkout.ts'
import { cannedServer } from '#test/canned-server.ts'
import {
  cardAdapters,
  cardRequest,
  created,
  paidSession,
  refundOutcome,
  stripeCharge,
  stripePaid,
} from '#test/card-adapters.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'

const { make, goodCard, declinedCard, unknownSession, unknownTransaction, createdBody } = cardAdapters.stripe

/** Stripe's answer to a refund of a payment that was refunded before. */
const refundedBefore = {
  status: 400,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }),
}
const refundRequest = {
  transactionId: unknownTransaction,
  amountCents: 85_950,
  idempotencyKey: 'k',
  reference: 'payment-1',
}

describe('a session', () => {
  test('[PAY-07] [PAY-11] after a card is declined, another card can pay on the same page', async () => {
    const payments = make((await testSandbox()).origin)
    const { sessionId, pageUrl } = await created(payments)
    const declined = await submitForm(pageUrl, { ...goodCard, cardNumber: declinedCard })
    expect(declined.status).toBe(402)
    expect(await payments.result(sessionId)).toEqual({ state: 'pending' })
    await submitForm(pageUrl, goodCard)
    expect(await payments.result(sessionId)).toMatchObject({ state: 'approved', amountCents: 85950 })
  })

  test('[PAY-11] a closed page takes no payment, and a paid page cannot be closed', async () => {
    const payments = make((await testSandbox()).origin)
    const open = await created(payments)
    expect(await payments.closePage?.(open.sessionId)).toBe('closed')
    expect((await submitForm(open.pageUrl, goodCard)).status).toBe(410)
    expect(await payments.result(open.sessionId)).toEqual({ state: 'expired' })
    expect(await payments.closePage?.(open.sessionId)).toBe('refused')

    const paid = await created(payments, { idempotencyKey: 'attempt-2' })
    await submitForm(paid.pageUrl, goodCard)
    expect(await payments.closePage?.(paid.sessionId)).toBe('refused')
    expect(await payments.result(paid.sessionId)).toMatchObject({ state: 'approved' })
    expect(await payments.closePage?.(unknownSession)).toBe('refused')
  })

  test('[PAY-11] the result of closing a page is unknown if the partner does not state it', async () => {
    for (const answer of [{ status: 500 }, { status: 200, body: '<html>' }, { status: 409, body: '{}' }]) {
      const { origin, requests } = await cannedServer(() => answer)
      expect(await make(origin).closePage?.(unknownSession)).toBe('unknown')
      expect(requests).toHaveLength(1)
    }
    expect(await make('http://127.0.0.1:9').closePage?.(unknownSession)).toBe('unknown')
  })

  test.each([
    [400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
  ])(
    '[EDGE-12] a key that was used with other parameters or is in use (%i) is no refusal',
    async (status, error) => {
      const body = JSON.stringify({ error })
      const { origin, requests } = await cannedServer(() => ({ status, body }))
      const payments = make(origin)
      const unknown = { outcome: 'unknown', reason: 'IDEMPOTENCY_ERROR' }
      expect(await payments.createSession(cardRequest)).toEqual(unknown)
      expect(requests).toHaveLength(1)
      expect(await refundOutcome(payments, unknownTransaction, 100, 'k')).toBe('unknown')
    },
  )

  test('[PAY-11] [EDGE-12] a request whose connection is reset is sent once more, with the same key', async () => {
    let resets = 1
    const { origin, requests } = await cannedServer(({ headers }) => {
      if (resets-- > 0) return { reset: true }
      return { body: JSON.stringify(createdBody(`http://${headers.host}/c/pay/1`)) }
    })
    const payments = make(origin)
    expect(await payments.createSession(cardRequest)).toMatchObject({ outcome: 'created' })
    expect(requests).toHaveLength(2)
    const [key, ...others] = new Set(requests.map(({ headers }) => headers['idempotency-key']))
    expect([key, others]).toEqual([expect.stringMatching(/^session-/), []])

    // Only once.
    resets = 3
    expect(await payments.createSession(cardRequest)).toEqual({ outcome: 'unknown', reason: 'ECONNRESET' })
    expect(requests).toHaveLength(4)
  })

  test('[PAY-11] finds a refund by its payment', async () => {
    const payments = make((await testSandbox()).origin)
    const { transactionId } = await paidSession(payments, goodCard)
    const wanted = { transactionId, amountCents: 5_000, idempotencyKey: 'k', reference: 'payment-1' }
    const find = (reference: string) => payments.findRefund?.({ ...wanted, reference })
    expect(await find('payment-1')).toBeNull()
    const made = await payments.refund(wanted)
    expect(made.outcome).toBe('refunded')
    expect(await find('payment-1')).toEqual(made)
    expect(await find('payment-2')).toBeNull()
    const others = { ...wanted, transactionId: 'of another partner' }
    expect(await payments.findRefund?.(others)).toEqual({ outcome: 'refused' })
  })

  const listed = { id: `re_${'1'.repeat(24)}`, amount: 100, metadata: { payment: 'payment-1' } }
  test.each([
    [{ body: JSON.stringify({ data: [{ ...listed, status: 'pending' }] }) }, 'unknown'],
    [{ body: JSON.stringify({ data: [{ ...listed, status: 'failed' }] }) }, 'refused'],
    // An unreadable look-up does not mean that no refund exists.
    [{ status: 401, body: '{}' }, 'unknown'],
    [{ body: '<html>' }, 'unknown'],
    [{ body: '{"data":[{"id":7}]}' }, 'unknown'],
  ])('[PAY-11] looks up a refund in the answer %j, which is %s', async (answer, outcome) => {
    const { origin } = await cannedServer(() => answer)
    expect(await make(origin).findRefund?.(refundRequest)).toEqual({ outcome })
  })

  test('[PAY-07] a payment without card details counts as paid', async () => {
    const card = { brand: null, last4: null }
    const body = stripePaid({}, { latest_charge: stripeCharge({ payment_method_details: { card } }) })
    const { origin } = await cannedServer(() => ({ body: JSON.stringify(body) }))
    const approved = { state: 'approved', amountCents: 85950, card: { scheme: '', lastDigits: '' } }
    expect(await make(origin).result(unknownSession)).toMatchObject(approved)
  })

  test.each([85950, 1])(
    '[PAY-07] [PAY-11] a payment with %i cents refunded in the console is unclear',
    async amountCents => {
      const payments = make((await testSandbox()).origin)
      const { sessionId, transactionId } = await paidSession(payments, goodCard)
      expect(await refundOutcome(payments, transactionId, amountCents, 'console')).toBe('refunded')
      expect(await payments.result(sessionId)).toEqual({ state: 'unclear', reason: 'sent back already' })
    },
  )

  test('[PAY-11] a refund that is retried with another key is made once', async () => {
    const { origin } = await testSandbox()
    const payments = make(origin)
    const { transactionId } = await paidSession(payments, goodCard)
    for (const key of ['first', 'a day later'])
      expect(await refundOutcome(payments, transactionId, 85950, key)).toBe('refunded')
    const listed = await fetch(`${origin}/v1/refunds?payment_intent=${transactionId}`, {
      headers: { authorization: `Bearer ${sandboxKeys.checkout.secretKey}` },
    })
    expect(await listed.json()).toMatchObject({
      object: 'list',
      data: [{ amount: 85950, metadata: { payment: 'payment-1' } }],
    })
  })

  const done = { outcome: 'refunded', refundId: `re_${'0'.repeat(24)}` }
  test.each<[what: string, parts: string, answer: object]>([
    ['whole', '85950 succeeded', done],
    ['pending', '85950 pending', { outcome: 'unknown' }],
    ['failed', '85950 failed', { outcome: 'refused' }],
    ['in two parts', '45950 succeeded, 40000 succeeded', done],
    [
      'in two parts, one still pending, after a whole one that failed',
      '45950 pending, 40000 succeeded, 85950 failed',
      { outcome: 'unknown' },
    ],
    ['whole, after a first try that failed', '85950 succeeded, 85950 failed', done],
    ['in parts, after a whole one that failed', '45950 succeeded, 40000 succeeded, 85950 failed', done],
  ])(
    '[PAY-11] finds a refund made in Stripe’s console, or whose key Stripe forgot: %s',
    async (_, parts, answer) => {
      // Newest first.
      const data = parts.split(', ').map((part, index) => {
        const [amount, status] = part.split(' ')
        return { id: `re_${`${index}`.repeat(24)}`, amount: Number(amount), status }
      })
      const { origin, requests } = await cannedServer(({ method }) =>
        method === 'POST' ? refundedBefore : { body: JSON.stringify({ data }) },
      )
      expect(await make(origin).refund(refundRequest)).toEqual(answer)
      expect(requests.at(-1)?.url).toBe(`/v1/refunds?payment_intent=${unknownTransaction}`)
    },
  )

  test('[PAY-11] sends cents, our key, and only our own URLs', async () => {
    const { origin, requests } = await cannedServer(() => ({ status: 500 }))
    await make(origin).createSession({ ...cardRequest, amountCents: 100005 })
    const [sent] = requests
    expect(sent).toMatchObject({ method: 'POST', url: '/v1/checkout/sessions' })
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${sandboxKeys.checkout.secretKey}`,
      'idempotency-key': expect.stringMatching(/^session-[0-9a-f]{32}$/),
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(sent?.headers).not.toHaveProperty('x-stripe-client-telemetry')
    const fields = Object.fromEntries(new URLSearchParams(sent?.body))
    expect(fields).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'nzd',
      'line_items[0][price_data][product_data][name]': 'Openroad: car insurance OR-1234',
      'line_items[0][price_data][unit_amount]': '100005',
      success_url: `${cardRequest.urls.approved}&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: cardRequest.urls.cancelled,
      client_reference_id: 'OR-1234',
      'metadata[openroad_payment]': 'attempt-1',
      'allowed_payment_method_types[0]': 'card',
      'payment_method_options[card][request_three_d_secure]': 'any',
      'payment_method_options[card][restrictions][brands_blocked][0]': 'discover_global_network',
    })
    expect(JSON.stringify(fields)).not.toContain('/webhook')
  })
})

test('[HOLDER-07] [PAY-11] [EDGE-12] stores a card for instalments only, also for a quote number of digits', async () => {
  const instalments = { frequency: 'MONTHLY', lastDay: '2027-11-20' } as const
  const { origin, requests } = await cannedServer(() => ({ status: 500 }))
  await make(origin).createSession({ ...cardRequest, instalments })
  await make(origin).createSession(cardRequest)
  const [kept, once] = requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(kept).toMatchObject({
    customer_creation: 'always',
    'payment_intent_data[setup_future_usage]': 'off_session',
  })
  expect(Object.keys(once ?? {}).filter(name => /customer|future/.test(name))).toEqual([])
  const payments = make((await testSandbox()).origin)
  // Stripe also requires a letter in the text of the card statement.
  await created(payments, { instalments, reference: '4711-0815' })
})

describe('a refund', () => {
  const answers = (first: string, now: string) =>
    cannedServer(({ method }) => ({
      body: JSON.stringify({ id: 're_012345678901', status: method === 'POST' ? first : now }),
    }))

  test.each([
    ['pending', 'succeeded', 'refunded'],
    ['pending', 'failed', 'refused'],
    ['pending', 'pending', 'unknown'],
    ['requires_action', '', 'unknown'],
    ['canceled', '', 'refused'],
  ] as const)('[PAY-11] with first status %s and then %s is %s', async (first, now, outcome) => {
    const { origin } = await answers(first, now)
    expect(await refundOutcome(make(origin), unknownTransaction, 100, 'k')).toBe(outcome)
  })

  test('[PAY-11] is not requested for an id that is no payment', async () => {
    const { origin, requests } = await answers('succeeded', '')
    expect(await refundOutcome(make(origin), '../charges', 100, 'k')).toBe('refused')
    expect(requests).toEqual([])
  })
})

describe('a webhook', () => {
  const at = new Date('2026-11-21T00:00:00Z')
  const seconds = at.getTime() / 1000
  const eventOf = (object: object) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object } })
  const ours = eventOf({ object: 'checkout.session', id: unknownSession })
  const read = (text: string, signature: string | undefined) =>
    make('http://127.0.0.1:9', { now: () => at }).readSignedWebhook?.({
      rawBody: Buffer.from(text),
      headers: { 'stripe-signature': signature },
    })

  test.each(['whsec_new', 'whsec_old'])('[PAY-07] is read if it is signed with %s', secret => {
    const readAs = { sessionId: unknownSession, paymentKey: null }
    expect(read(ours, signWebhook(ours, secret, seconds))).toEqual(readAs)
    expect(read(ours, signWebhook(ours, secret, seconds - 300))).not.toBeNull()
  })

  const key = 'a3bb189e-8bf9-4888-9912-ace4e6543002'
  const session = { object: 'checkout.session', id: unknownSession }
  test.each([
    [{ ...session, metadata: { openroad_payment: key, other: 'x' } }, unknownSession, key],
    [{ ...session, metadata: { openroad_payment: 'of another system' } }, unknownSession, null],
    [{ ...session, metadata: {} }, unknownSession, null],
    [{ ...session, metadata: 'x' }, unknownSession, null],
    // About something else in the account.
    [{ object: 'payment_intent', id: unknownTransaction }, null, null],
  ])('[PAY-07] about %j names session %s and our payment key %s', (object, sessionId, paymentKey) => {
    const signed = eventOf(object)
    expect(read(signed, signWebhook(signed, 'whsec_new', seconds))).toEqual({ sessionId, paymentKey })
  })

  test.each([
    ['nothing', undefined],
    ['another secret', signWebhook(ours, 'whsec_other', seconds)],
    ['an old time', signWebhook(ours, 'whsec_new', seconds - 301)],
    ['other bytes', signWebhook(`${ours} `, 'whsec_new', seconds)],
  ])('[PAY-07] [EDGE-12] is not read if it is signed with %s', (_, signature) => {
    expect(read(ours, signature)).toBeNull()
  })

  test.each(['', 'null', '[]', '{}', '{"id":"evt_1"}', 'no JSON'])('[PAY-07] is not read from %j', text => {
    expect(read(text, signWebhook(text, 'whsec_new', seconds))).toBeNull()
  })
})
