/** Tests of policy/retrieve for a quote with several open card pages, of which any may be paid last. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CardPaymentResult } from '#partners/payment/port.ts'
import type { TestOverrides } from '#server/container.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { openPayment } from '#test/card-payment.ts'
import { goodCard, payByCard } from '#test/cards.ts'
import { ratedBody, withCards } from '#test/purchase.ts'
import { appForFile, eventually } from '#test/test-app.ts'

/** What the partner says of a session, where a test has it otherwise. */
const said = new Map<string, CardPaymentResult>()
/** Sessions that this node has no place left to ask about. */
const crowded = new Set<string>()
const asked: string[] = []
/** What this node has just heard of a payment it does not ask about again: here each visit comes two seconds after the last. */
let laterMs = 0
let stoppedAt: Date | null = null
const replace: TestOverrides = {
  now: () => stoppedAt ?? new Date(Date.now() + laterMs),
  ...withCards(real => ({
    async result(session) {
      asked.push(session)
      if (crowded.has(session)) throw new PartnerBusyError('as many as may be')
      return said.get(session) ?? real.result(session)
    },
  })),
}
const world = await appForFile({ replace })
/** An app without webhook and poller: only page views ask the partner. */
const idle = await appForFile({ replace, isIdle: true, environment: { TRUSTED_PROXIES: '127.0.0.1' } })

/** A page left open in one tab, and the one that another tab opened after an amend, where the card is declined. */
async function twoPages(at = world) {
  const { client, quote, payment: first, url, openPage, retrievePolicy, amend } = await openPayment(at)
  const { repositories } = at.services
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  ;(await amend(body)).ok()
  ;(await openPage()).ok()
  const second = await repositories.findActivePayment(quote.id)
  if (!second?.page_url || !first.card_session_id) throw new Error('no second page')
  // No webhook and no job may report it first.
  await at.query(
    `update payment set webhook_token_hash = null, next_poll_at = now() + interval '1 day' where id = $1`,
    [first.id],
  )
  await payByCard(second.page_url, { ...goodCard, cardNumber: '4999999999999236' })
  const retrieve = async () => {
    laterMs += 2_000
    return (await retrievePolicy()).json
  }
  return { client, quote, first: { ...first, card_session_id: first.card_session_id }, second, url, retrieve }
}

it('[PAY-07] [PAY-08] [PAY-11] a payment on an older page, after the newer one was declined, is reported as refunded', async () => {
  const { first, second, url, retrieve } = await twoPages()
  expect(await retrieve()).toEqual({ unpaid: true })
  await payByCard(url)
  expect(await retrieve()).toEqual({ refundDueOrDone: true })
  const { repositories } = world
  expect(await repositories.findPayment(second.id)).toMatchObject({ state: 'DECLINED' })
  await eventually(async () => (await repositories.findPayment(first.id))?.state === 'REFUNDED')
  expect(await retrieve()).toEqual({ refundDueOrDone: true })
})

it('[PAY-08] unpaid is not reported while the state of an older page is unclear', async () => {
  const { first, retrieve } = await twoPages()
  said.set(first.card_session_id, { state: 'unclear', reason: 'timeout' })
  expect(await retrieve()).toEqual({})
  said.set(first.card_session_id, { state: 'expired' })
  expect(await retrieve()).toEqual({ unpaid: true })
  // It has ended, and is asked about no more.
  asked.length = 0
  expect(await retrieve()).toEqual({ unpaid: true })
  expect(asked).not.toContain(first.card_session_id)
})

it('[PAY-08] unpaid is not reported while this node has no free slot to poll an older page', async () => {
  const { first, second, retrieve } = await twoPages()
  const { repositories } = world.services
  crowded.add(first.card_session_id)
  expect(await retrieve()).toEqual({})
  // Neither it nor the newer page says so by itself: the one was declined, and nothing of the other is unclear.
  expect(await repositories.findPayment(second.id)).toMatchObject({ state: 'DECLINED' })
  expect(await repositories.findPayment(first.id)).toMatchObject({ state: 'EXPIRED', unclear_since: null })
  crowded.delete(first.card_session_id)
  expect(await retrieve()).toEqual({ unpaid: true })
})

it('[PAY-08] a refund from before the newest page is not reported again', async () => {
  const { first, second, retrieve } = await twoPages()
  const before = new Date(second.created_at.getTime() - 1_000)
  const set = 'update payment set state = $2, changed_at = $3, next_poll_at = null where id = $1'
  await world.query(set, [first.id, 'REFUNDED', before])
  expect(await retrieve()).toEqual({ unpaid: true })
  // It is still with us: then it is not said that nothing was charged.
  await world.query(set, [first.id, 'REFUND_DUE', before])
  expect(await retrieve()).toEqual({ refundDueOrDone: true })
})

it('[PAY-08] [T4] a refund of another session’s older payment is not reported to this visitor', async () => {
  const { first, url, retrieve } = await twoPages()
  await world.query('update payment set session_id = $2 where id = $1', [first.id, randomUUID()])
  await payByCard(url)
  expect(await retrieve()).toEqual({})
  expect((await world.repositories.findPayment(first.id))?.state).toMatch(/^REFUND/)
})

it('[PAY-11] [EDGE-13] one request polls only a few abandoned pages at the partner, and reports nothing about the rest', async () => {
  const { first, retrieve } = await twoPages(idle)
  await idle.query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, card_session_id, session_id,
       next_poll_at, created_at, changed_at)
     select gen_random_uuid(), quote_id, gen_random_uuid(), quote_version, amount_cents, currency, 'EXPIRED', $2 || n, session_id,
       next_poll_at, created_at - n * interval '1 second', changed_at
     from payment, generate_series(1, 20) n where id = $1`,
    [first.id, `${randomUUID().replaceAll('-', '')}x`],
  )
  asked.length = 0
  expect(await retrieve()).toEqual({})
  expect(asked.length).toBeLessThan(8)
  expect(asked).toContain(first.card_session_id)
})

it('[PAY-11] [EDGE-13] a partner that hangs is waited for once, not once per abandoned page', async () => {
  const { first, second, retrieve } = await twoPages()
  const { card_session_id: newest } = second
  if (newest === null) throw new Error('no second page')
  for (const session of [newest, first.card_session_id])
    said.set(session, { state: 'unclear', reason: 'timeout' })
  asked.length = 0
  expect(await retrieve()).toBeNull()
  expect(asked).toContain(newest)
  expect(asked).not.toContain(first.card_session_id)
  // It answers again: then the older page is looked at as well.
  said.delete(newest)
  expect(await retrieve()).toEqual({})
  expect(asked).toContain(first.card_session_id)
})

it('[T12] [EDGE-15] concurrent and repeated requests within a second poll the partner once per page', async () => {
  const { client, quote, first, second } = await twoPages(idle)
  asked.length = 0
  stoppedAt = new Date(Date.now() + laterMs)
  const visit = async () => (await client.call('policyRetrieve', { query: { uuid: quote.id } })).json
  const answers = await Promise.all(Array.from({ length: 6 }, visit))
  answers.push(await visit())
  stoppedAt = null
  expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(new Set(['{"unpaid":true}']))
  const pages = [first.card_session_id, second.card_session_id]
  // The poller of the other world asks about its own meanwhile.
  expect(asked.filter(session => pages.includes(session)).toSorted()).toEqual(pages.toSorted())
})

it('[T12] [EDGE-15] a session can poll the partner at most six hundred times in ten minutes', async () => {
  const { client, quote, first, second } = await twoPages(idle)
  const askedOfThese = () =>
    asked.filter(session => [first.card_session_id, second.card_session_id].includes(session))
  const tenMinutes = 10 * 60_000
  const begun = Math.ceil((Date.now() + laterMs) / tenMinutes) * tenMinutes
  const visitAt = async (seconds: number) => {
    stoppedAt = new Date(begun + seconds * 1000)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    return (await client.call('policyRetrieve', { query: { uuid: quote.id }, headers })).json
  }
  try {
    expect(await visitAt(2)).toEqual({ unpaid: true })
    const most = 600 * idle.services.config.limitFactor
    await idle.query(`update rate_limit set count = $1 where key like 'askOfPayment|%'`, [most - 1])
    asked.length = 0
    // One more may be asked about, the other not: how it ended is not said.
    expect(await visitAt(4)).toEqual({})
    expect(askedOfThese()).toEqual([second.card_session_id])
    expect(await visitAt(6)).toEqual({})
    expect(askedOfThese()).toHaveLength(1)
    expect(await visitAt(600)).toEqual({ unpaid: true })
  } finally {
    stoppedAt = null
  }
})
