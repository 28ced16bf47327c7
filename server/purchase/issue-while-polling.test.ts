/** Tests of page views after a card payment: the first shows the policy, others share its request. */
import { expect, it } from 'vitest'
import type { BindResult } from '#partners/insurer/port.ts'
import { openPayment } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { paymentUrls, retrieveBody, withInsurer } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile } from '#test/test-app.ts'
import { issuePolicy } from './issue-policy.ts'
import { createCoalescer } from './issue-while-polling.ts'
import { syncPayment } from './sync-payment.ts'

/** Replaces the insurer's response to a bind, and counts its binds and look-ups. */
let bindAs: ((bind: () => Promise<BindResult>) => Promise<BindResult>) | null = null
let asked = 0
const begunAt = Date.now()
let aheadMs = 0
// Without jobs, so that only page views issue a policy.
const world = await appForFile({
  isIdle: true,
  replace: {
    now: () => new Date(begunAt + aheadMs),
    ...withInsurer(real => ({
      lookupBind(policy) {
        asked += 1
        return real.lookupBind(policy)
      },
      bind(policy) {
        asked += 1
        const bind = () => real.bind(policy)
        return bindAs ? bindAs(bind) : bind()
      },
    })),
  },
})

async function paidByCard() {
  bindAs = null
  asked = 0
  const opened = await openPayment(world)
  await submitForm(opened.url, goodCard)
  const poll = (by = opened.client) => by.call('policyRetrieve', { query: { uuid: opened.quote.id } })
  return { ...opened, poll }
}

/** A paid quote, whose job waits for the insurer until `goOn`. */
async function paidAndAsked() {
  const paid = await paidByCard()
  await syncPayment(paid.payment.id, world.services)
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  bindAs = async bind => {
    begun.resolve()
    await answered.promise
    return bind()
  }
  const job = issuePolicy(paid.quote.id, world.services)
  await begun.promise
  return { ...paid, job, goOn: answered.resolve }
}

const details = {
  policyId: expect.stringMatching(/./),
  paymentFrequency: 'ANNUAL',
  cover: 'COMPREHENSIVE',
  amountCovered: expect.any(Number),
}

it.each([false, true])(
  '[EDGE-15] [PAY-07] the first page view after a card payment shows the policy (settled by a webhook before: %s)',
  async isSettled => {
    const { payment, poll } = await paidByCard()
    if (isSettled) await syncPayment(payment.id, world.services)
    expect(asked).toBe(0)
    for (const _ of ['first', 'second']) expect((await poll()).ok()).toEqual(details)
    expect(asked).toBe(1)
  },
)

it('[EDGE-15] [PAY-05] an insurer that hangs gets one request, and other page views get the response to poll again', async () => {
  const { quote, poll } = await paidByCard()
  bindAs = async () => ({ outcome: 'pending', reason: 'timeout' })
  for (let turn = 0; turn < 4; turn += 1) {
    const { status, bytes, headers } = await poll()
    expect([status, bytes.length, headers.get('retry-after')]).toEqual([202, 0, '2'])
    aheadMs += 2_000
  }
  expect(asked).toBe(1)
  bindAs = null
  await issuePolicy(quote.id, world.services)
  expect((await poll()).ok()).toEqual(details)
})

it('[EDGE-15] [PAY-05] concurrent page views and a job issue one policy', async () => {
  const { poll, job, goOn } = await paidAndAsked()
  const polls = [poll(), poll(), poll()]
  // By then the polls wait for the job.
  setTimeout(goOn, 300)
  for (const answer of await Promise.all(polls)) expect(answer.ok()).toEqual(details)
  expect(await job).toMatchObject({ outcome: 'issued' })
  expect(asked).toBe(1)
})

it('[EDGE-15] [PAY-05] waits at most ten seconds for a job that holds the lease', async () => {
  const { poll, job, goOn } = await paidAndAsked()
  let isAnswered = false
  const waiting = poll().finally(() => {
    isAnswered = true
  })
  const pass = async (ms: number) => {
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(isAnswered).toBe(false)
    aheadMs += ms
  }
  await pass(5_000)
  await pass(5_001)
  // A slow machine may have begun to count later.
  while (!isAnswered) {
    await new Promise(resolve => setTimeout(resolve, 300))
    aheadMs += 5_000
  }
  expect((await waiting).status).toBe(202)
  goOn()
  await job
  expect((await poll()).ok()).toEqual(details)
})

it('[EDGE-15] [PAY-11] the first page view after a rejection states the refund', async () => {
  const { poll } = await paidByCard()
  bindAs = async () => ({ outcome: 'rejected', reason: 'MALFORMED' })
  expect((await poll()).json).toEqual({ refundDueOrDone: true })
  expect(asked).toBe(1)
})

it('[EDGE-15] [T4] a page view by anybody but the buyer sends no request to the insurer', async () => {
  bindAs = null
  asked = 0
  const { client: laptop, quote, payment, url } = await openPayment(world)
  const phone = await world.browser()
  phone.token = (await phone.call('quoteRetrieve', { body: retrieveBody(quote) })).ok().JWT
  ;(await phone.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  await submitForm(url, goodCard)
  await syncPayment(payment.id, world.services)
  const query = { uuid: quote.id }
  expect((await (await world.browser()).call('policyRetrieve', { query })).json).toEqual({})
  expect((await laptop.call('policyRetrieve', { query })).status).toBe(202)
  expect(asked).toBe(0)
  expect((await phone.call('policyRetrieve', { query })).ok()).toEqual(details)
})

it('[PAY-05] [PAY-11] if a node dies, a job continues after its lease has expired', async () => {
  const { quote, payment } = await paidByCard()
  await syncPayment(payment.id, world.services)
  const rows = await world.query(
    `select extract(epoch from start_after - created_on)::float8 as wait from jobs.job
      where name = 'issue-policy' and data->>'quoteId' = $1 order by wait`,
    [quote.id],
  )
  expect(rows.map(({ wait }) => Math.round(wait))).toEqual([0, 35])
})

it('[T12] [PAY-07] [EDGE-15] page views share one request and its result for a moment, but no failure', async () => {
  let at = Date.parse('2026-11-21T00:00:00Z')
  const asked: PromiseWithResolvers<boolean>[] = []
  const coalescer = createCoalescer(() => new Date(at))
  const visit = (paymentId: string) =>
    coalescer.run(paymentId, () => {
      const answer = Promise.withResolvers<boolean>()
      asked.push(answer)
      return answer.promise
    })
  const visits = [visit('a'), visit('b')]
  at += 60_000
  visits.push(visit('a'))
  asked[0]?.resolve(false)
  asked[1]?.resolve(true)
  expect(await Promise.all(visits)).toEqual([false, true, false])
  at += 1_499
  expect(await visit('a')).toBe(false)
  expect(asked).toHaveLength(2)
  // Two seconds after the result, the page asks again.
  at += 501
  const failed = [visit('a'), visit('a')]
  expect(asked).toHaveLength(3)
  asked[2]?.reject(new Error('the database is away'))
  for (const one of failed) await expect(one).rejects.toThrow('away')
  void visit('a')
  expect(asked).toHaveLength(4)
})
