/** Tests of a card partner that signs its webhooks: a signed one completes a purchase, others do nothing. */
import { describe, expect, it } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { signWebhook } from '#sandbox/stripe-checkout/stripe-checkout.ts'
import { openPayment } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { inChunks } from '#test/client.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, eventually } from '#test/test-app.ts'

const card = { ...goodCard, cardNumber: '4242424242424242' }
const { webhookSecret } = sandboxKeys.checkout

const world = await appForFile({ environment: { PAYMENT: 'stripe-sandbox' } })

/** The completed jobs that asked the partner about a quote's payments. */
const settled = (quoteId: string) =>
  world.query(
    `select 1 from jobs.job where name = 'settle-payment' and state = 'completed'
          and data->>'paymentId' in (select id::text from payment where quote_id = $1)`,
    [quoteId],
  )

/** The number of all such jobs, completed or not. */
const settleJobs = async () =>
  (await world.query("select 1 from jobs.job where name = 'settle-payment'")).length

const eventOf = (sessionId: string, metadata: Record<string, string> = {}) =>
  JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', id: sessionId, metadata } },
  })

const seconds = () => Math.floor(Date.now() / 1000)

const post = (
  body: string,
  signature?: string,
  contentType = 'application/json',
  sent: RequestInit = { body },
) =>
  fetch(`${world.origin}/edge/notices/stripe`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    ...sent,
  })
/** Sends it as the partner does, signed now. */
const postSigned = (body: string, sent?: RequestInit) =>
  post(body, signWebhook(body, webhookSecret, seconds()), undefined, sent)

describe('a webhook', () => {
  it('[PAY-07] that is signed, whole or in chunks, does not issue a policy for an unpaid quote', async () => {
    const { quote, payment } = await openPayment(world)
    const body = eventOf(payment.card_session_id ?? '')
    for (const sent of [inChunks(body), { body }]) expect((await postSigned(body, sent)).status).toBe(200)
    await eventually(async () => (await settled(quote.id)).length > 0)
    expect(await world.repositories.findPayment(payment.id)).toMatchObject({ state: 'PENDING' })
    expect(await world.repositories.findPolicy(quote.id)).toBeUndefined()
  })

  it('[PAY-07] [EDGE-12] that is forged, old, changed, unsigned or not JSON is refused and not stored', async () => {
    const { payment } = await openPayment(world)
    const body = eventOf(payment.card_session_id ?? '')
    const before = await settleJobs()
    const good = signWebhook(body, webhookSecret, seconds())
    const refused = [
      await post(body),
      await post(body, ''),
      await post(body, signWebhook(body, 'whsec_forged', seconds())),
      await post(body, signWebhook(body, webhookSecret, seconds() - 360)),
      await post(`${body} `, good),
      await post('', good),
      await postSigned('x'),
    ]
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(400))
    expect((await post(body, good, 'text/plain')).status).toBe(415)
    expect(await settleJobs()).toBe(before)
  })

  it('[PAY-07] [EDGE-12] about a page that is being created is retried, and accepted once the page exists', async () => {
    const { quote, payment } = await openPayment(world)
    const { id, card_session_id: session, idempotency_key } = payment
    if (!session) throw new Error('no page')
    await world.query(`update payment set state = 'CREATED', card_session_id = null where id = $1`, [id])
    const body = eventOf(session, { openroad_payment: idempotency_key })
    const before = await settleJobs()
    const answer = await postSigned(body)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await settleJobs()).toBe(before)
    const found = `update payment set state = 'PENDING', card_session_id = $2 where id = $1`
    await world.query(found, [id, session])
    expect((await postSigned(body)).status).toBe(200)
    await eventually(async () => (await settled(quote.id)).length > 0)
  })

  it('[PAY-07] [T12] about a page that a restored database does not know finds its payment and issues the policy', async () => {
    const { quote, payment, url } = await openPayment(world)
    const { repositories } = world
    const { id, card_session_id: session } = payment
    await world.query(
      `update payment set state = 'EXPIRED', card_session_id = null, page_url = null, next_poll_at = null where id = $1`,
      [id],
    )
    await submitForm(url, card)
    await eventually(() => repositories.findPolicy(quote.id))
    expect(await repositories.findPayment(id)).toMatchObject({ state: 'APPROVED', card_session_id: session })
  })

  it('[PAY-07] about an unknown object is acknowledged and ignored', async () => {
    const { payment } = await openPayment(world)
    const foreign = `cs_test_${'0'.repeat(58)}`
    const before = await settleJobs()
    for (const body of [
      eventOf(foreign),
      eventOf(foreign, { openroad_payment: crypto.randomUUID() }),
      eventOf(foreign, { openroad_payment: 'of another system' }),
      eventOf(foreign, { openroad_payment: payment.idempotency_key }),
      JSON.stringify({ id: 'evt_1', data: { object: { object: 'payout', id: 'po_1' } } }),
    ])
      expect((await postSigned(body)).status).toBe(200)
    expect(await settleJobs()).toBe(before)
  })
})
