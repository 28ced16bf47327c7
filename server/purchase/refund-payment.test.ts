/** Tests that a refund is sent once, by one worker, and that the partner is asked before a retry. */
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import type { RefundRequest, RefundResult } from '#partners/payment/port.ts'
import { requeueLostJobs } from '#server/jobs/requeue-lost-jobs.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { openPayment } from '#test/card-payment.ts'
import { appForFile } from '#test/test-app.ts'
import { refundPayment } from './refund-payment.ts'

const world = await appForFile()

const refunded = { outcome: 'refunded', refundId: 'R-1' } as const
const unknown = { outcome: 'unknown' } as const

/** A due refund that no job picks up, and a card partner whose answers the test sets. */
async function due() {
  const { payment } = await openPayment(world)
  const { services } = world
  await world.query(
    `update payment set state = 'REFUND_DUE', transaction_id = 'T-1', next_poll_at = null where id = $1`,
    [payment.id],
  )
  const sent: RefundRequest[] = []
  const looked: RefundRequest[] = []
  let later = 0
  /** The next answers to a refund; `found` has those to a look-up. */
  const answers: (RefundResult | Error | (() => Promise<RefundResult>))[] = []
  const found: (RefundResult | null)[] = []
  const cards: Dependencies['cards'] = {
    ...services.cards,
    async refund(request) {
      sent.push(request)
      const answer = answers.shift() ?? refunded
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : answer
    },
    async findRefund(request) {
      looked.push(request)
      return found.shift() ?? null
    },
  }
  const node: Dependencies = { ...services, cards, now: () => new Date(Date.now() + later) }
  const told = async () =>
    (
      await world.query(
        `select details->>'refundId' as id from audit where what = 'payment-refunded' and details->>'paymentId' = $1`,
        [payment.id],
      )
    ).map(({ id }) => id)
  return {
    payment,
    node,
    sent,
    looked,
    answers,
    found,
    told,
    find: () => services.repositories.findPayment(payment.id),
    refund: (by: Dependencies = node) => refundPayment(payment.id, by),
    passes: (seconds: number) => {
      later += seconds * 1_000
    },
  }
}

it('[PAY-11] of concurrent workers and nodes one sends the refund, and one mail reports it', async () => {
  const { refund, answers, sent, told, find } = await due()
  const isSent = Promise.withResolvers<void>()
  const isAnswered = Promise.withResolvers<void>()
  answers.push(async () => {
    isSent.resolve()
    await isAnswered.promise
    return refunded
  })
  const first = refund()
  await isSent.promise
  await Promise.all([refund(), refund(), refund()])
  isAnswered.resolve()
  await first
  await refund()
  expect(sent).toHaveLength(1)
  expect(await told()).toEqual(['R-1'])
  expect(await find()).toMatchObject({ state: 'REFUNDED', next_poll_at: null, refund_lease_until: null })
})

it('[PAY-11] after a node dies with a sent refund, the next one looks it up and sends nothing', async () => {
  const { refund, node, sent, looked, found, told, find, passes } = await due()
  const dying = { ...node, withTransaction: () => Promise.reject(new Error('dead')) }
  await expect(refund(dying)).rejects.toThrow('dead')
  expect(await find()).toMatchObject({ state: 'REFUND_DUE', refund_sent_at: expect.any(Date) })
  // Until the lease ends, after three responses of ten seconds, no other node works on it.
  passes(31)
  await refund()
  expect([sent.length, looked.length]).toEqual([1, 0])
  passes(3)
  found.push(refunded)
  await refund()
  expect(looked).toEqual(sent)
  expect(sent).toHaveLength(1)
  expect(await told()).toEqual(['R-1'])
})

it.each<[what: string, answer: RefundResult | Error]>([
  ['does not answer in time', unknown],
  ['breaks off', new Error('a bug')],
])(
  '[PAY-11] [EDGE-12] a partner that %s is asked first, and gets the same request only after the quiet period',
  async (_, answer) => {
    const { refund, answers, sent, looked, find, passes, node } = await due()
    answers.push(answer)
    await refund()
    const again = (await find())?.next_poll_at?.getTime() ?? 0
    expect(again - node.now().getTime()).toBeGreaterThan(33_000)
    expect(await find()).toMatchObject({ state: 'REFUND_DUE', unclear_since: null, refund_lease_until: null })
    await refund()
    passes(30)
    await refund()
    expect([sent.length, looked.length]).toEqual([1, 2])
    passes(4)
    await refund()
    expect(looked).toHaveLength(3)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(await find()).toMatchObject({ state: 'REFUNDED' })
  },
)

it('[PAY-11] a look-up without a clear answer does not mean that no refund exists', async () => {
  const { refund, answers, sent, found, passes, find } = await due()
  answers.push(unknown)
  await refund()
  passes(3_600)
  found.push(unknown, { outcome: 'refused' })
  await refund()
  expect(await find()).toMatchObject({ state: 'REFUND_DUE', next_poll_at: expect.any(Date) })
  await refund()
  expect(sent).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'REFUND_DUE', next_poll_at: null })
})

it('[PAY-11] a refund with an unclear result is left to an operator and never sent again', async () => {
  const { refund, answers, sent, find } = await due()
  answers.push({ outcome: 'unclear' })
  await refund()
  await refund()
  expect(sent).toHaveLength(1)
  const left = { state: 'REFUND_DUE', next_poll_at: null, unclear_since: expect.any(Date) }
  expect(await find()).toMatchObject(left)
})

it('[PAY-11] a partner without a look-up gets the same key again, after the quiet period', async () => {
  const { refund, node, answers, sent, passes, find } = await due()
  const { findRefund: _, ...cards } = node.cards
  answers.push(unknown)
  await refund({ ...node, cards })
  passes(20)
  await refund({ ...node, cards })
  expect(sent).toHaveLength(1)
  passes(20)
  await refund({ ...node, cards })
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(sent).toHaveLength(2)
  expect(await find()).toMatchObject({ state: 'REFUNDED' })
})

it('[PAY-11] [EDGE-12] if no slot is free nothing is sent, and the next attempt need not wait', async () => {
  const { refund, answers, sent, looked, find } = await due()
  answers.push(new PartnerBusyError('full'))
  await refund()
  expect(await find()).toMatchObject({ refund_sent_at: null, next_poll_at: expect.any(Date) })
  await refund()
  expect([sent.length, looked.length]).toEqual([2, 0])
  expect(await find()).toMatchObject({ state: 'REFUNDED' })
})

it('[PAY-11] a worker that stalled before sending sends nothing once it lost the lease', async () => {
  const { refund, node, sent, passes } = await due()
  const still = (over: Partial<Dependencies['repositories']>) => ({
    ...node,
    repositories: { ...node.repositories, ...over },
  })
  const { recordRefundSent } = node.repositories
  await refund(
    still({
      async recordRefundSent(...given) {
        passes(34)
        await refund()
        return recordRefundSent(...given)
      },
    }),
  )
  expect(sent).toHaveLength(1)
})

it('[PAY-11] a worker that lost the lease while it looked the refund up sends nothing', async () => {
  const { refund, node, answers, sent, passes, find } = await due()
  answers.push(unknown)
  await refund()
  passes(60)
  async function findRefund() {
    passes(34)
    await refund()
    return null
  }
  await refund({ ...node, cards: { ...node.cards, findRefund } })
  expect(sent).toHaveLength(2)
  expect(await find()).toMatchObject({ state: 'REFUNDED' })
})

it('[PAY-11] each round enqueues a due refund', async () => {
  const { node, payment } = await due()
  const put: unknown[] = []
  const jobs: typeof node.jobs = { put: async (...job) => void put.push(job) }
  await world.query('update payment set next_poll_at = $2 where id = $1', [payment.id, new Date(0)])
  for (const minutes of [0, 2])
    await requeueLostJobs({ ...node, jobs, now: () => new Date(Date.now() + minutes * 60_000) })
  const refund = ['refund-payment', { paymentId: payment.id }]
  expect(put.filter(job => isDeepStrictEqual(job, refund))).toHaveLength(2)
})

it('[PAY-11] [EDGE-13] a refund whose audit line cannot be stored stays due', async () => {
  const { refund, find } = await due()
  await world.query(`alter table audit add constraint broken check (what <> 'payment-refunded') not valid`)
  await expect(refund()).rejects.toThrow()
  await world.query('alter table audit drop constraint broken')
  expect(await find()).toMatchObject({ state: 'REFUND_DUE' })
})
