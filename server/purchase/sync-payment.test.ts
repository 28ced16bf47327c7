/** Tests of what happens to a card payment when its partner is asked, once or concurrently. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { ConcurrentUpdateError, errorCode } from '#db/postgres-errors.ts'
import { nzToday } from '#journey/dates.ts'
import { paymentMethods } from '#journey/payment-methods.ts'
import type { CardPaymentResult, RefundRequest } from '#partners/payment/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { matchesPolicyholders, policyholdersFingerprint } from '#server/quotes/canonical-form.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { policyholder, withLostUpdates } from '#test/purchase.ts'
import { address } from '#test/samples/customer.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, eventually } from '#test/test-app.ts'
import { refundPayment } from './refund-payment.ts'
import { syncPayment } from './sync-payment.ts'

const world = await appForFile()

/** An open card payment, and how a test settles and reads it. */
async function openCardPayment() {
  const opened = await openPayment(world)
  const { client, quote, payment } = opened
  const { services } = world
  return {
    ...opened,
    services,
    find: () => services.repositories.findPayment(payment.id),
    retrievePolicy: () => client.call('policyRetrieve', { query: { uuid: quote.id } }),
    settle: (result: () => Promise<CardPaymentResult>, changes: Partial<Dependencies> = {}) =>
      syncPayment(payment.id, { ...services, cards: { ...services.cards, result }, ...changes }),
    settleApproved: (transactionId: string, paidAt?: Date, changes: Partial<Dependencies> = {}) =>
      syncPayment(payment.id, { ...paid(world.application, payment, transactionId, paidAt), ...changes }),
  }
}

const audited = (paymentId: string) =>
  world.query(`select what, details from audit where details->>'paymentId' = $1 order by what`, [paymentId])

it.each([1_000, -1])(
  '[PAY-11] [T12] %i cents more than requested buy nothing, and the charged amount is refunded',
  async more => {
    const { payment } = await openCardPayment()
    const refunded: object[] = []
    const told = paid(world.application, { amount_cents: payment.amount_cents + more }, 'T-1')
    const cards = {
      ...told.cards,
      async refund({ amountCents, reference }: RefundRequest) {
        refunded.push({ amountCents, reference })
        return { outcome: 'refunded', refundId: 'R-1' } as const
      },
    }
    // Without jobs, because the world's own worker would take the refund first on a busy machine.
    const jobs = { put: async () => undefined }
    const withTransaction: Dependencies['withTransaction'] = work =>
      world.services.withTransaction(tx => work({ ...tx, jobs }))
    const node = { ...world.services, cards, withTransaction }
    const { id: paymentId, amount_cents: askedCents } = payment
    await syncPayment(paymentId, node)
    await refundPayment(paymentId, node)
    const amountCents = askedCents + more
    expect(refunded).toEqual([{ amountCents, reference: paymentId }])

    // The audit can be matched with the partner's settlement report.
    const money = { paymentId, amountCents, transactionId: 'T-1' }
    const came = { ...money, askedCents, currency: 'NZD', paidAt: expect.any(String) }
    expect(await audited(paymentId)).toEqual([
      { what: 'payment-mismatch', details: came },
      { what: 'payment-not-wanted', details: came },
      { what: 'payment-refunded', details: { ...money, refundId: 'R-1' } },
    ])
  },
)

it('[PAY-07] [PAY-11] [T12] another currency than the page was made for is refunded, even after an unclear result', async () => {
  const { quote, payment, services, find, settle } = await openCardPayment()
  await settle(async () => ({ state: 'unclear', reason: 'timeout' }))
  await settle(async () => ({
    state: 'approved',
    amountCents: payment.amount_cents,
    currency: 'AUD',
    transactionId: 'T-0',
    paidAt: services.now(),
    card: { scheme: 'visa', lastDigits: '11' },
  }))
  // An unclear payment would never be refunded.
  expect(await find()).toMatchObject({ state: expect.stringMatching(/^REFUND/), unclear_since: null })
  expect(await world.repositories.findPolicy(quote.id)).toBeUndefined()
  expect((await audited(payment.id)).map(({ what }) => what)).toContain('payment-mismatch')
  expect(world.logLines.join('')).toContain(`"event":"payment-mismatch","paymentId":"${payment.id}"`)
})

it('[PAY-07] [PAY-11] no look-up is made for a payment that is being refunded', async () => {
  const { payment, find, settle } = await openCardPayment()
  const said: CardPaymentResult = { state: 'unclear', reason: 'sent back already' }
  const result = vi.fn(async () => said)
  for (const state of ['REFUND_DUE', 'REFUNDED']) {
    await world.query(
      `update payment set state = $2, transaction_id = 'T-7', next_poll_at = null where id = $1`,
      [payment.id, state],
    )
    expect(await settle(result)).toBe(true)
    expect(await find()).toMatchObject({ state, unclear_since: null })
  }
  expect(result).not.toHaveBeenCalled()
})

it('[EDGE-02] [PAY-11] after the payment, a session has the normal idle time again', async () => {
  const { quote, services, retrievePolicy, settleApproved } = await openCardPayment()
  const isAhead = async () =>
    (
      await world.query(
        `select last_seen_at > $2 as ahead from session join session_quote on session_id = session.id where quote_id = $1`,
        [quote.id, services.now()],
      )
    ).map(({ ahead }) => ahead)
  expect(await isAhead()).toEqual([true])
  await settleApproved('T-0')
  expect(await isAhead()).toEqual([false])
  await eventually(async () => (await retrievePolicy()).status === 200)
})

it('[PAY-11] a slower worker’s result neither drops a due refund nor repeats a finished one', async () => {
  const { payment, find, settle, services } = await openCardPayment()
  const tomorrow = new Date(Date.now() + 86_400_000)
  const meanwhile = (state: string) =>
    world.query(`update payment set state = $2, transaction_id = 'T-3', next_poll_at = $3 where id = $1`, [
      payment.id,
      state,
      state === 'REFUNDED' ? null : tomorrow,
    ])
  async function result() {
    await meanwhile('REFUND_DUE')
    return { state: 'expired' as const }
  }
  await settle(result)
  expect(await find()).toMatchObject({ state: 'REFUND_DUE', next_poll_at: tomorrow })
  async function refund() {
    await meanwhile('REFUNDED')
    return { outcome: 'unknown' } as const
  }
  await refundPayment(payment.id, { ...services, cards: { ...services.cards, refund } })
  expect(await find()).toMatchObject({ state: 'REFUNDED', next_poll_at: null })
})

it('[PAY-11] a page that the partner no longer knows keeps a quote’s people for another day', async () => {
  const { payment, find, settle, services } = await openCardPayment()
  // Of no real partner, so that it is the partner's own time that counts.
  const pageOpenHours = 48
  const result = async () => ({ state: 'pending' }) as const
  const askAfter = (hours: number) =>
    settle(result, {
      cards: { ...services.cards, pageOpenHours, result },
      now: () => new Date(payment.created_at.getTime() + hours * 3_600_000),
    })
  await askAfter(pageOpenHours + 23)
  expect(await find()).toMatchObject({ state: 'PENDING' })
  await askAfter(pageOpenHours + 24)
  expect(await find()).toMatchObject({ state: 'EXPIRED', next_poll_at: null })
})

it('[PAY-07] [PAY-11] an unclear result is reported once, listed, and polled without end', async () => {
  const { quote, payment, services, find, retrievePolicy, settle, settleApproved } = await openCardPayment()
  const logged: unknown[] = []
  const settleAfter = (days: number, result: () => Promise<CardPaymentResult>) =>
    settle(result, {
      now: () => new Date(payment.created_at.getTime() + days * 86_400_000),
      log: { ...services.log, error: (...line) => void logged.push(line) },
    })
  const unclear = async () => ({ state: 'unclear', reason: 'not understood' }) as const
  await settleAfter(0, unclear)
  await settleAfter(5, unclear)
  expect(logged).toEqual([['payment-unclear', { paymentId: payment.id, reason: 'not understood' }]])
  expect(await find()).toMatchObject({
    state: 'PENDING',
    unclear_since: payment.created_at,
    next_poll_at: new Date(payment.created_at.getTime() + 5 * 86_400_000 + 3_600_000),
  })
  // The same for a payment that had expired before.
  await world.query(
    `update payment set state = 'EXPIRED', next_poll_at = now() + interval '1 day' where id = $1`,
    [payment.id],
  )
  await settleAfter(6, unclear)
  expect(await find()).toMatchObject({ state: 'EXPIRED', unclear_since: payment.created_at })

  // A bug of the adapter is logged with the payment.
  logged.length = 0
  const bug = new TypeError('no such field')
  await settleAfter(6, () => Promise.reject(bug))
  expect(logged).toEqual([['payment-result-unknown', { paymentId: payment.id }, bug]])

  const at = new Date()
  await settleApproved('T-6', at, { now: () => at })
  await eventually(() => services.repositories.findPolicy(quote.id))
  expect((await retrievePolicy()).status).toBe(200)
})

it('[PAY-07] [PAY-11] without a free slot for the partner, a node reports no result', async () => {
  const { payment, find, retrievePolicy, settle, services } = await openCardPayment()
  const logged: unknown[] = []
  const log = { ...services.log, error: (...line: unknown[]) => void logged.push(line) }
  await world.query(`update payment set state = 'DECLINED', next_poll_at = null where id = $1`, [payment.id])
  await settle(() => Promise.reject(new PartnerBusyError('as many as may be')), { log })
  expect(logged).toEqual([])
  expect(await find()).toMatchObject({
    state: 'DECLINED',
    unclear_since: null,
    next_poll_at: expect.any(Date),
  })
  const said = await retrievePolicy()
  expect(said.json).not.toEqual({})
})

it('[PAY-07] [EDGE-15] a second settlement does not refund the payment of a policy', async () => {
  const { quote, payment, url, services, find } = await openCardPayment()
  await submitForm(url, goodCard)
  await Promise.all(Array.from({ length: 8 }, () => syncPayment(payment.id, services)))
  await eventually(() => services.repositories.findPolicy(quote.id))
  expect(await find()).toMatchObject({ state: 'APPROVED' })
})

it('[PAY-11] [T12] a payment after a decline buys the policy or is refunded', async () => {
  const { services } = world
  const bought = await openPayment(world)
  await services.repositories.transitionPayment(bought.payment.id, 'DECLINED', services.now())
  await syncPayment(bought.payment.id, paid(world.application, bought.payment, 'T-3'))
  await eventually(() => services.repositories.findPolicy(bought.quote.id))

  const { client, quote, payment, find, settleApproved } = await openCardPayment()
  await services.repositories.transitionPayment(payment.id, 'DECLINED', services.now())
  ;(await client.call('paymentRetry', { body: { uuid: quote.id } })).ok()
  await settleApproved('T-4')
  expect((await find())?.state).toMatch(/^REFUND/)
  expect(await services.repositories.findActivePayment(quote.id)).toMatchObject({ state: 'PENDING' })
})

it('[PAY-06] [PAY-07] [PAY-11] [PAY-13] [EDGE-13] audit and documents state when the card was paid, even if it is reported days later', async () => {
  const { quote, payment, services, settleApproved } = await openCardPayment()
  const paidAt = new Date(Date.now() - 50 * 3_600_000)
  await settleApproved('T-5', paidAt)
  const policy = await eventually(() => services.repositories.findPolicy(quote.id))
  expect(policy.record.payment.firstDebit).toBe(nzToday(paidAt))
  expect(policy.record.boughtAt).toBe(paidAt.toISOString())
  const { id: paymentId, amount_cents: amountCents } = payment
  const details = { paymentId, amountCents, askedCents: amountCents, currency: 'NZD', transactionId: 'T-5' }
  expect(await audited(paymentId)).toEqual([
    { what: 'payment-approved', details: { ...details, paidAt: paidAt.toISOString() } },
  ])
})

const moves = ['transitionPayment', 'createBindAttempt', 'setQuoteStatus'] as const

it.each(moves)(
  '[PAY-07] [PAY-11] [EDGE-13] a payment and its order are stored together or not at all: %s finds its row changed',
  async name => {
    const { quote, payment } = await openCardPayment()
    const node = paid(world.application, payment, `T-${name}`)
    const stands = async () => [
      (await node.repositories.findPayment(payment.id))?.state,
      (await node.repositories.findQuote(quote.id))?.status,
      (await node.repositories.findBindAttempt(quote.id))?.state,
      await audited(payment.id),
    ]
    await expect(syncPayment(payment.id, withLostUpdates(node, name, 4))).rejects.toThrow(
      ConcurrentUpdateError,
    )
    expect(await stands()).toEqual(['PENDING', 'QUOTED', undefined, []])
    expect(await syncPayment(payment.id, withLostUpdates(node, name, 1))).toBe(true)
    expect((await stands()).slice(0, 1)).toEqual(['APPROVED'])
    await eventually(() => node.repositories.findPolicy(quote.id))
  },
)

it('[PAY-11] an unwanted payment is stored together with its refund, or stays open', async () => {
  const { payment } = await openCardPayment()
  const node = paid(world.application, { amount_cents: payment.amount_cents + 1 }, 'T-9')
  await expect(syncPayment(payment.id, withLostUpdates(node, 'transitionPayment', 4))).rejects.toThrow(
    ConcurrentUpdateError,
  )
  expect(await node.repositories.findPayment(payment.id)).toMatchObject({ state: 'PENDING' })
  expect(await audited(payment.id)).toEqual([])
  const rows = await world.query(
    `select name from jobs.job where data->>'paymentId' = $1 and name like 'refund%'`,
    [payment.id],
  )
  expect(rows).toEqual([])
})

it('[PAY-07] [EDGE-13] a log-in and a payment of the same browser lock in one order, without a deadlock', async () => {
  const { quote, payment } = await openCardPayment()
  const node = paid(world.application, payment, 'T-10')
  const sessionId = (await node.repositories.findPayment(payment.id))?.session_id ?? ''
  const rows = await world.query('select sid_hash from session where id = $1', [sessionId])
  const from = { sessionId, sidHash: rows[0]?.sid_hash ?? Buffer.alloc(0) }
  const to = randomBytes(32)
  const crossed: unknown[] = []
  const watched = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (errorCode(error) === '40P01') crossed.push(error)
      throw error
    })
  let logIn: Promise<boolean> | null = null
  await syncPayment(payment.id, {
    ...node,
    withTransaction: work =>
      node.withTransaction(tx => {
        async function transitionPayment(...given: Parameters<typeof tx.transitionPayment>) {
          const moved = await tx.transitionPayment(...given)
          // A log-in of the same browser during this transaction.
          logIn ??= node.withTransaction(inner => watched(inner.rotateSession(from, to)))
          await delay(300)
          return moved
        }
        return watched(work({ ...tx, transitionPayment }))
      }),
  })
  expect(await logIn).toBe(true)
  expect(crossed).toEqual([])
  expect(await node.repositories.findAccessLevelByCookie({ sessionId, sidHash: to }, quote.id)).toBe(
    'VIEW_POLICY',
  )
})

it('[PAY-11] a page stays valid for the same people in any spelling and payment method, and for no other people', () => {
  const policyholders = {
    policyholders: [policyholder],
    businessName: '',
    postalAddress: address,
    paymentMethod: null,
    paymentStart: '2026-12-01',
  }
  const page = { policyholders_hash: policyholdersFingerprint({ policyholders }) }
  const isFor = (changes: object) =>
    matchesPolicyholders(page, { policyholders: { ...policyholders, ...changes } })
  const named = (changes: object) => isFor({ policyholders: [{ ...policyholder, ...changes }] })
  for (const paymentMethod of [null, ...paymentMethods]) expect(isFor({ paymentMethod })).toBe(true)
  for (const lastName of ["O'Brien", 'o`brien', ' O‘BRIEN']) expect(named({ lastName })).toBe(true)
  expect([
    named({ firstName: 'Other' }),
    named({ email: 'other@example.nz' }),
    named({ dateOfBirth: '1988-04-13' }),
    isFor({ businessName: 'Firm' }),
    isFor({ postalAddress: { ...address, postcode: '1011' } }),
    isFor({ paymentStart: '2026-12-02' }),
    matchesPolicyholders(page, { policyholders: null }),
  ]).toEqual(Array(7).fill(false))
})
