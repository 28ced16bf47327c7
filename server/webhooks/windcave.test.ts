/** Tests of a flood of forged notices: it costs the database little, and does not keep a partner's notice out. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CardPayments } from '#partners/payment/port.ts'
import { openPayment } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { inChunks } from '#test/client.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForTest, clockOfThisHour, eventually } from '#test/test-app.ts'

/** The card partner, and the address it is given for its notices. */
const hearing = (cards: CardPayments, hear: (address: string) => void): CardPayments => ({
  ...cards,
  createSession(request) {
    hear(request.urls.notification)
    return cards.createSession(request)
  },
})

it('[T12] [PAY-07] a sender of webhooks about unknown payments is soon refused without a look-up, and the partner is not', async () => {
  const clock = clockOfThisHour()
  let laterMs = 0
  let lookUps = 0
  let address = ''
  const world = await appForTest({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    replace: {
      now: () => new Date(clock().getTime() + laterMs),
      around: wired => ({
        ...wired,
        repositories: {
          ...wired.repositories,
          findPaymentByNotificationToken: hash => {
            lookUps += 1
            return wired.repositories.findPaymentByNotificationToken(hash)
          },
        },
        cards: hearing(wired.cards, heard => {
          address = heard
        }),
      }),
    },
  })
  await openPayment(world)
  const real = new URL(address).pathname
  const notify = async (ip: string, path = `/edge/notices/card/${randomBytes(32).toString('base64url')}`) => {
    const answer = await world.plainClient().request(path, { headers: { 'x-forwarded-for': ip } })
    return answer.status
  }

  const answered = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) answered.add(await notify('203.0.113.80'))
  expect([[...answered], lookUps]).toEqual([[503], 30])
  expect([await notify('203.0.113.81', real), lookUps]).toEqual([200, 31])
  // From among them, too, a minute later: the partner sends it again until then.
  const waits = await world
    .plainClient()
    .request(real, { headers: { 'x-forwarded-for': '203.0.113.80' }, method: 'POST' })
  expect([waits.status, Number(waits.headers.get('retry-after')) > 0, lookUps]).toEqual([503, true, 31])
  laterMs = 60_000
  expect(await notify('203.0.113.80', real)).toBe(200)
  // However many of its own a partner sends, they are no flood.
  const own = new Set<number>()
  for (let sent = 0; sent < 40; sent += 1) own.add(await notify('203.0.113.80', real))
  expect([...own]).toEqual([200])
})

it('[PAY-07] a webhook in chunks is accepted, as JSON or as a form', async () => {
  const addresses: string[] = []
  const world = await appForTest({
    replace: {
      around: wired => ({ ...wired, cards: hearing(wired.cards, heard => void addresses.push(heard)) }),
    },
  })
  const { payment } = await openPayment(world)
  const sessionId = payment.card_session_id ?? ''
  const notify = async (type: string, text: string) =>
    (
      await fetch(addresses[0] ?? '', {
        method: 'POST',
        headers: { 'content-type': type },
        ...inChunks(text),
      })
    ).status
  expect(await notify('application/json', JSON.stringify({ sessionId }))).toBe(200)
  expect(await notify('application/x-www-form-urlencoded', `sessionId=${sessionId}`)).toBe(200)
  // What is sent is read: another page's session is not this payment's.
  expect(
    await notify('application/json', JSON.stringify({ sessionId: [...sessionId].reverse().join('') })),
  ).toBe(503)
})

it('[PAY-07] [T12] a page that a restored database does not know is found by its webhook and issues the policy', async () => {
  const addresses: string[] = []
  const world = await appForTest({
    replace: {
      around: wired => ({ ...wired, cards: hearing(wired.cards, heard => void addresses.push(heard)) }),
    },
  })
  const { repositories } = world.services
  const { quote, payment, url } = await openPayment(world)
  const other = await openPayment(world)
  const notify = async (sessionId: string | null) =>
    (await fetch(addresses[0] ?? '', { method: 'POST', body: JSON.stringify({ sessionId }) })).status
  await world.query(
    `update payment set state = 'CREATED', card_session_id = null, page_url = null, next_poll_at = now() + interval '1 hour' where id = $1`,
    [payment.id],
  )
  // Whoever makes the page may yet write down which it is.
  expect(await notify(payment.card_session_id)).toBe(503)
  expect(await repositories.attachCardSession(payment.id, payment.card_session_id ?? '', new Date())).toBe(
    false,
  )
  expect(await repositories.expireUnopenedPayment(payment.id, new Date())).toBe(true)
  // Of another's page it is never taken, and what names none tells nothing.
  expect([await notify(other.payment.card_session_id), await notify(null)]).toEqual([503, 200])
  expect(await repositories.findPayment(payment.id)).toMatchObject({
    state: 'EXPIRED',
    card_session_id: null,
  })
  await submitForm(url, goodCard)
  await eventually(async () => (await repositories.findPolicy(quote.id)) !== undefined)
  const { card_session_id } = payment
  expect(await repositories.findPayment(payment.id)).toMatchObject({ state: 'APPROVED', card_session_id })
  expect(await repositories.attachCardSession(payment.id, 'another', new Date())).toBe(false)
})

it('[PAY-07] a webhook is accepted with any body: its address has the payment', async () => {
  let address = ''
  const world = await appForTest({
    isIdle: true,
    replace: {
      around: wired => ({
        ...wired,
        cards: hearing(wired.cards, heard => {
          address = heard
        }),
      }),
    },
  })
  const { payment } = await openPayment(world)
  const notify = async (type: string | null, body: BodyInit) => {
    const headers = type === null ? {} : { 'content-type': type }
    return (await fetch(address, { method: 'POST', headers, body })).status
  }
  const whole = JSON.stringify({ sessionId: payment.card_session_id, links: 'x'.repeat(20_000) })
  for (const [type, body] of [
    ['application/json', ''],
    ['application/json', '{"sessionId":'],
    ['application/json', whole],
    ['application/json; charset=utf-8', whole],
    ['application/xml', '<session/>'],
    ['text/plain', payment.card_session_id ?? ''],
    ['application/x-www-form-urlencoded', `sessionId=${payment.card_session_id}`],
    [null, new Uint8Array([0, 255])],
  ] as const)
    expect([type, body.length, await notify(type, body)]).toEqual([type, body.length, 200])
  // What it does say of its session still has to fit.
  const other = '0'.repeat(32)
  expect(await notify('application/json', JSON.stringify({ sessionId: other }))).toBe(503)
  expect(await notify('application/x-www-form-urlencoded', `sessionId=${other}`)).toBe(503)
  expect(await notify('application/json', 'x'.repeat(65_537))).toBe(413)
})
