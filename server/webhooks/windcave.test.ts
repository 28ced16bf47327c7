/** Tests of Windcave's webhooks: what is accepted, and that a flood of forged ones keeps no partner's webhook out. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openPayment } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { inChunks } from '#test/client.ts'
import { withCards } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, appForTest, clockOfThisHour, eventually } from '#test/test-app.ts'

/** The address that the partner was given last for its webhooks. */
let address = ''
const hearing = withCards(real => ({
  createSession(request) {
    address = request.urls.webhook
    return real.createSession(request)
  },
}))
const world = await appForFile({ replace: hearing })

it('[T12] [PAY-07] a sender of webhooks about unknown payments is soon refused without a look-up, and the partner is not', async () => {
  const clock = clockOfThisHour()
  let laterMs = 0
  let lookUps = 0
  const world = await appForTest({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    replace: {
      now: () => new Date(clock().getTime() + laterMs),
      around(wired) {
        const { repositories, ...others } = hearing.around?.(wired) ?? wired
        const findPaymentByWebhookToken = (hash: Buffer) => {
          lookUps += 1
          return repositories.findPaymentByWebhookToken(hash)
        }
        return { ...others, repositories: { ...repositories, findPaymentByWebhookToken } }
      },
    },
  })
  await openPayment(world)
  const real = new URL(address).pathname
  const sendWebhook = async (
    ip: string,
    path = `/edge/notices/card/${randomBytes(32).toString('base64url')}`,
  ) => {
    const answer = await world.plainClient().request(path, { headers: { 'x-forwarded-for': ip } })
    return answer.status
  }

  const answered = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) answered.add(await sendWebhook('203.0.113.80'))
  expect([[...answered], lookUps]).toEqual([[503], 30])
  expect([await sendWebhook('203.0.113.81', real), lookUps]).toEqual([200, 31])
  // A real webhook from the same network is accepted a minute later, and the partner repeats it until then.
  const waits = await world
    .plainClient()
    .request(real, { headers: { 'x-forwarded-for': '203.0.113.80' }, method: 'POST' })
  expect([waits.status, Number(waits.headers.get('retry-after')) > 0, lookUps]).toEqual([503, true, 31])
  laterMs = 60_000
  expect(await sendWebhook('203.0.113.80', real)).toBe(200)
  // Webhooks about known payments are never limited.
  const own = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) own.add(await sendWebhook('203.0.113.80', real))
  expect([...own]).toEqual([200])
})

it('[PAY-07] [T12] a page that a restored database does not know is found by its webhook and issues the policy', async () => {
  const { repositories } = world
  const { quote, payment, url } = await openPayment(world)
  const { id, card_session_id } = payment
  const own = address
  const other = await openPayment(world)
  const sendWebhook = async (sessionId: string | null) =>
    (await fetch(own, { method: 'POST', body: JSON.stringify({ sessionId }) })).status
  await world.query(
    `update payment set state = 'CREATED', card_session_id = null, page_url = null, next_poll_at = now() + interval '1 hour' where id = $1`,
    [id],
  )
  // The request that creates the page may still store its id.
  expect(await sendWebhook(card_session_id)).toBe(503)
  expect(await repositories.attachCardSession(id, card_session_id ?? '', new Date())).toBe(false)
  expect(await repositories.expireUnopenedPayment(id, new Date())).toBe(true)
  // The session of another page is refused; a webhook without a session changes nothing.
  expect([await sendWebhook(other.payment.card_session_id), await sendWebhook(null)]).toEqual([503, 200])
  expect(await repositories.findPayment(id)).toMatchObject({ state: 'EXPIRED', card_session_id: null })
  await submitForm(url, goodCard)
  await eventually(() => repositories.findPolicy(quote.id))
  expect(await repositories.findPayment(id)).toMatchObject({ state: 'APPROVED', card_session_id })
  expect(await repositories.attachCardSession(id, 'another', new Date())).toBe(false)
})

it('[PAY-07] a webhook is accepted with any body: its address has the payment', async () => {
  const { payment } = await openPayment(world)
  const sendWebhook = async (type: string | null, body: RequestInit) => {
    const headers = type === null ? {} : { 'content-type': type }
    return (await fetch(address, { method: 'POST', headers, ...body })).status
  }
  const [json, form] = ['application/json', 'application/x-www-form-urlencoded']
  const whole = JSON.stringify({ sessionId: payment.card_session_id, links: 'x'.repeat(20_000) })
  const field = `sessionId=${payment.card_session_id}`
  for (const [type, body] of [
    [json, { body: '' }],
    [json, { body: '{"sessionId":' }],
    [json, { body: whole }],
    ['application/json; charset=utf-8', { body: whole }],
    ['application/xml', { body: '<session/>' }],
    ['text/plain', { body: payment.card_session_id }],
    [form, { body: field }],
    [null, { body: new Uint8Array([0, 255]) }],
  ] as const)
    expect([type, await sendWebhook(type, body)]).toEqual([type, 200])
  // A session that the body names must be the payment's own.
  const other = JSON.stringify({ sessionId: '0'.repeat(32) })
  for (const sent of [{ body: other }, inChunks(other)]) expect(await sendWebhook(json, sent)).toBe(503)
  expect(await sendWebhook(form, { body: `sessionId=${'0'.repeat(32)}` })).toBe(503)
})
