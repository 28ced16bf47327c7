/** Tests of what a rejection and a late response of the insurer do to a purchase, with two nodes at work. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { ConcurrentUpdateError, errorCode } from '#db/postgres-errors.ts'
import { nzToday } from '#journey/dates.ts'
import type { BindRejection, BindResult } from '#partners/insurer/port.ts'
import { encrypt } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { sendRejectedOrderMail } from '#server/mail/failed-purchase-mails.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import {
  bindBody,
  customerReadyToPay,
  policyholder,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  withInsurer,
  withLostUpdates,
} from '#test/purchase.ts'
import { bankAccount } from '#test/samples/customer.ts'
import { submitForm } from '#test/sandbox.ts'
import { appForFile, appForTest, eventually, type TestApp } from '#test/test-app.ts'
import { bindRequestAad } from './bind-request.ts'
import { issuePolicy } from './issue-policy.ts'
import { syncPayment } from './sync-payment.ts'

type Insurer = Dependencies['insurer']

/** A world with changes to its insurer, and to its clock; closed with the test. */
const worldWhere = (changes: (wired: Dependencies) => Partial<Insurer>, now = () => new Date()) =>
  appForTest({
    replace: { now, around: wired => ({ ...wired, insurer: { ...wired.insurer, ...changes(wired) } }) },
  })

const rejecting = (reason: BindRejection) =>
  worldWhere(() => ({ bind: async () => ({ outcome: 'rejected', reason }) }))

const bindAttemptOf = ({ repositories }: TestApp, quoteId: string) => repositories.findBindAttempt(quoteId)

const otherAccount = (quote: RatedCustomer) =>
  bindBody(quote, policyholder, { ...bankAccount, bankAccountNumber: '01-0902-0068389-00' })

/** The audit lines of a policy at the insurer that we have no record of. */
const policiesAtInsurerOnly = async ({ query }: TestApp, quoteId: string) =>
  (await query(`select from audit where quote_id = $1 and what = 'policy-at-insurer-only'`, [quoteId])).length

it.each([
  ['rejection', 'MALFORMED', 422, 0],
  ['confirmation', null, 503, 1],
] as const)(
  '[PAY-05] [EDGE-13] [T11] a late %s does not settle a purchase that started later',
  async (_, rejection, status, atInsurerOnly) => {
    let answers = 0
    const world = await worldWhere(wired => ({
      async bind(policy) {
        answers += 1
        if (answers > 1) return { outcome: 'pending', reason: 'timeout' }
        const late = rejection
          ? ({ outcome: 'rejected', reason: rejection } as const)
          : await wired.insurer.bind(policy)
        // Meanwhile another node was rejected, and the customer has clicked again.
        await wired.repositories.transitionBindAttempt(quote.id, 'REJECTED', wired.now())
        await wired.repositories.setQuoteStatus(quote.id, 'QUOTED', wired.now())
        void bind()
        await eventually(async () => (await bindAttemptOf(world, quote.id))?.state === 'UNKNOWN')
        return late
      },
      lookupBind: async () => null,
    }))
    const { quote, bind } = await ratedCustomer(world)
    expect((await bind()).status).toBe(status)
    expect(await bindAttemptOf(world, quote.id)).toMatchObject({ state: 'UNKNOWN', policy_number: null })
    expect(await world.repositories.findQuote(quote.id)).toMatchObject({ status: 'BINDING' })
    expect(await world.repositories.findPolicy(quote.id)).toBeUndefined()
    expect(await policiesAtInsurerOnly(world, quote.id)).toBe(atInsurerOnly)
  },
)

it('[PAY-05] a purchase restarted after a rejection counts its age from its own click', async () => {
  const minuteMs = 60_000
  let laterMs = 0
  const world = await worldWhere(
    wired => ({
      bind: async policy =>
        laterMs === 0 ? { outcome: 'rejected', reason: 'MALFORMED' } : wired.insurer.bind(policy),
    }),
    () => new Date(Date.now() + laterMs),
  )
  const { quote, bind, amend } = await ratedCustomer(world)
  expect((await bind()).status).toBe(422)
  laterMs = 20 * minuteMs
  const startDate = nzToday(world.services.now())
  const amended = await amend(ratedBody(quote.id, quote.car, { startDate }))
  ;(await bind(bindBody({ ...quote, attributes: amended.ok().data.attributes }))).ok()
  const policy = await world.repositories.findPolicy(quote.id)
  expect(policy?.declared_at.getTime()).toBeGreaterThan(Date.now() + 15 * minuteMs)
})

let reason: BindRejection = 'MALFORMED'
const refusing = await appForFile({
  replace: withInsurer(() => ({
    bind: async () => ({ outcome: 'rejected', reason }),
    retrieve: async () => ({ outcome: 'failed', reason: 'timeout' }),
  })),
})

it.each([
  ['card', 'MALFORMED'],
  ['card', 'QUOTE_CONVERTED'],
  ['card', 'QUOTE_EXPIRED'],
  ['bank', 'QUOTE_CONVERTED'],
  ['bank', 'QUOTE_UNKNOWN'],
] as const)(
  '[PAY-05] [PAY-08] [PAY-11] paid by %s, after the rejection %s no card is charged for the same price',
  async (by, rejection) => {
    reason = rejection
    const wishes = by === 'card' ? ({ frequency: 'ANNUAL' } as const) : {}
    const { quote, amend, bind, openPage, retry } = await customerReadyToPay(refusing, wishes)
    if (by === 'card') await submitForm((await openPage()).ok().data.attributes.url, goodCard)
    else expect((await bind()).status).toBe(reason === 'QUOTE_CONVERTED' ? 409 : 422)
    await eventually(async () => (await bindAttemptOf(refusing, quote.id))?.state === 'REJECTED')
    for (const page of [await openPage(), await retry()])
      expect(page.json).toMatchObject({ code: 'NOT_READY' })
      // With a new price it is for sale: a person may have corrected what was wrong.
    ;(await amend(ratedBody(quote.id, quote.car, { frequency: by === 'card' ? 'ANNUAL' : 'MONTHLY' }))).ok()
    ;(await openPage()).ok()
  },
)

it.each([
  ['a rejection was', 'REJECTED', {}],
  ['another policy was', 'ISSUED', { policy_number: 'P-OTHER' }],
] as const)(
  '[PAY-05] [EDGE-13] a policy that arrives after %s stored is logged and audited, and shown to no customer',
  async (_, state, changes) => {
    const world = await worldWhere(wired => ({
      async bind(policy) {
        const made = await wired.insurer.bind(policy)
        await wired.repositories.transitionBindAttempt(quote.id, state, wired.now(), changes)
        return made
      },
    }))
    const { quote, bind } = await ratedCustomer(world)
    const { json } = await bind()
    expect(json).not.toMatchObject({ policyNumber: expect.stringMatching(/^(?!P-OTHER)/) })
    expect(await world.repositories.findPolicy(quote.id)).toBeUndefined()
    expect(world.logLines.filter(line => line.includes('policy-at-insurer-only'))).not.toEqual([])
    expect(await policiesAtInsurerOnly(world, quote.id)).toBeGreaterThan(0)
  },
)

it('[PAY-05] [EDGE-13] a stalled worker does not release the lease of another worker', async () => {
  let laterMs = 0
  const answers: (() => void)[] = []
  const pending = { outcome: 'pending', reason: 'timeout' } as const
  const world = await worldWhere(
    () => ({
      safeResendAfterMs: 0,
      lookupBind: async () => null,
      bind: () =>
        new Promise(answer => {
          answers.push(() => answer(pending))
          if (answers.length > 2) answer(pending)
        }),
    }),
    () => new Date(Date.now() + laterMs),
  )
  const { quote, bind } = await ratedCustomer(world)
  const { services } = world
  const first = bind()
  await eventually(async () => answers.length === 1)
  laterMs = 31_000
  const second = issuePolicy(quote.id, services)
  await eventually(async () => answers.length === 2)
  answers[0]?.()
  expect((await first).json).toMatchObject({ code: 'BIND_PENDING' })
  const third = await issuePolicy(quote.id, services)
  expect([third.outcome, answers.length]).toEqual(['pending', 2])
  answers[1]?.()
  await second
  expect((await bindAttemptOf(world, quote.id))?.state).toBe('UNKNOWN')
})

it('[PAY-05] a late rejection is mailed to the buyer; until then the quote is BINDING', async () => {
  let isRejecting = false
  const world = await worldWhere(() => ({
    bind: async () =>
      isRejecting ? { outcome: 'rejected', reason: 'MALFORMED' } : { outcome: 'pending', reason: 'timeout' },
    lookupBind: async () => null,
    safeResendAfterMs: 0,
  }))
  const { bind, prospect, quote } = await ratedCustomer(world)
  const status = async () => (await prospect()).ok().status
  expect((await bind()).json).toMatchObject({ code: 'BIND_PENDING' })
  expect(await status()).toBe('BINDING')
  isRejecting = true
  const [mail] = await world.mails(1)
  expect(mail?.to).toBe('maia@example.nz')
  expect(mail?.subject).toMatch(/^Your car insurance quote \S+ did not become a policy$/)
  expect(mail?.text).toContain('It may be the bank account')
  expect(await status()).toBe('QUOTED')

  // Told on the page at once, the mail can wait: the buyer may have ordered again, and then none is sent.
  expect((await bind(otherAccount(quote))).status).toBe(422)
  const rows = await world.query(
    `select extract(epoch from start_after - created_on)::float8 as wait from jobs.job
      where name = 'rejected-order-mail' and state = 'created'`,
  )
  expect(rows.map(({ wait }) => Math.round(wait / 60))).toEqual([15])
})

/** A customer whose order by bank a job found rejected, after the insurer had not answered the click. */
async function lateRejection(reason: BindRejection) {
  let isAnswering = false
  const world = await worldWhere(() => ({
    bind: async () =>
      isAnswering ? { outcome: 'rejected', reason } : { outcome: 'pending', reason: 'timeout' },
    lookupBind: async () => null,
    safeResendAfterMs: 0,
  }))
  const customer = await ratedCustomer(world)
  const { id } = customer.quote
  expect((await customer.bind()).json).toMatchObject({ code: 'BIND_PENDING' })
  isAnswering = true
  expect(await issuePolicy(id, world.services)).toEqual({ outcome: 'rejected', why: reason })
  const key = async () => (await bindAttemptOf(world, id))?.idempotency_key
  return { ...customer, world, key, firstKey: await key() }
}

it.each(['MALFORMED', 'MANUAL'] as const)(
  '[PAY-05] [EDGE-13] a poll after the late rejection %s is told of it; only a click orders again',
  async rejection => {
    const { world, quote, bind, key, firstKey } = await lateRejection(rejection)
    expect(await bind()).toMatchObject({ status: 422, json: { code: 'REJECTED' } })
    expect(await key()).toBe(firstKey)
    // By now no page polls: this is a click.
    await world.query(
      `update bind_attempt set changed_at = changed_at - interval '1 minute' where quote_id = $1`,
      [quote.id],
    )
    expect((await bind()).status).toBe(422)
    expect(await key()).not.toBe(firstKey)
  },
)

it.each(['account', 'price'] as const)(
  '[PAY-05] [EDGE-13] after a late rejection, an order with another %s is a new order at once',
  async changed => {
    const { quote, bind, amend, key, firstKey } = await lateRejection('MALFORMED')
    if (changed === 'account') await bind(otherAccount(quote))
    else {
      const amended = await amend(ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }))
      await bind(bindBody({ ...quote, attributes: amended.ok().data.attributes }))
    }
    expect(await key()).not.toBe(firstKey)
  },
)

it('[PAY-05] a poll is told that the quote is sold if only a job heard it, until the quote has a new price', async () => {
  const { quote, bind, amend, key, firstKey } = await lateRejection('QUOTE_CONVERTED')
  expect(await bind()).toMatchObject({ status: 409, json: { code: 'QUOTE_CONVERTED' } })
  expect(await key()).toBe(firstKey)
  const amended = await amend(ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }))
  await bind(bindBody({ ...quote, attributes: amended.ok().data.attributes }))
  expect(await key()).not.toBe(firstKey)
})

it('[PAY-05] if the insurer says that the quote is sold already, no page or mail denies the policy, and an operator is notified', async () => {
  const world = await rejecting('QUOTE_CONVERTED')
  const { quote, bind } = await ratedCustomer(world)
  const bound = await bind()
  expect(bound).toMatchObject({ status: 409, json: { code: 'QUOTE_CONVERTED' } })
  expect(await policiesAtInsurerOnly(world, quote.id)).toBe(1)
  const rows = await world.query(`select from jobs.job where name = 'rejected-order-mail'`)
  expect(rows).toEqual([])
  expect(world.logLines.filter(line => line.includes('"policy-at-insurer-only"'))).toHaveLength(1)
})

it('[PAY-05] a click during another request gets the same rejection', async () => {
  const answer = Promise.withResolvers<void>()
  const request = Promise.withResolvers<void>()
  const world = await worldWhere(() => ({
    async bind() {
      request.resolve()
      await answer.promise
      return { outcome: 'rejected', reason: 'QUOTE_CONVERTED' }
    },
  }))
  const { bind } = await ratedCustomer(world)
  const first = bind()
  await request.promise
  const second = bind()
  // It has found the stored order, and polls its outcome every quarter of a second.
  await delay(600)
  answer.resolve()
  for (const { json } of await Promise.all([first, second]))
    expect(json).toMatchObject({ code: 'QUOTE_CONVERTED' })
})

it('[PAY-05] of two rejected orders, only the mail of the newest is sent, or listed if its data was deleted', async () => {
  const world = await rejecting('MALFORMED')
  const { services } = world
  const sent = vi.spyOn(services.mail, 'send')
  const { quote, bind } = await ratedCustomer(world)
  for (const _ of ['first', 'second']) expect((await bind()).status).toBe(422)
  const [older, newer] = await world.query(
    `select data as payload from jobs.job where name = 'rejected-order-mail' order by created_on`,
  )
  await sendRejectedOrderMail(older.payload, services)
  expect(sent).not.toHaveBeenCalled()
  await sendRejectedOrderMail(newer.payload, services)
  const key = (await bindAttemptOf(world, quote.id))?.idempotency_key
  expect(sent.mock.lastCall?.[0].messageId).toContain(`<rejected-order.${key}@`)

  await world.query(
    `update bind_attempt set changed_at = changed_at - interval '1 day' where quote_id = $1`,
    [quote.id],
  )
  const before = services.now()
  const due = { issuedBefore: before, rejectedBefore: before }
  expect(await services.repositories.destroyBankDetails(due)).toBe(1)
  await sendRejectedOrderMail(newer.payload, services)
  expect(sent).toHaveBeenCalledTimes(1)
  const rows = await world.query(
    `select what from audit where quote_id = $1 and what like 'rejected-order-mail%' order by at`,
    [quote.id],
  )
  expect(rows.map(({ what }) => what)).toEqual([
    'rejected-order-mail-accepted',
    'rejected-order-mail-refused',
  ])
})

it('[PAY-05] [PAY-11] the mail about an order by bank is not sent for a rejected card payment that came after it', async () => {
  const world = await rejecting('MALFORMED')
  const { quote, url, payment } = await openPayment(world)
  await submitForm(url, goodCard)
  await syncPayment(payment.id, world.services)
  await eventually(async () => (await bindAttemptOf(world, quote.id))?.state === 'REJECTED')
  const key = (await bindAttemptOf(world, quote.id))?.idempotency_key ?? ''
  await sendRejectedOrderMail({ quoteId: quote.id, key }, world.services)
  expect((await world.mails(1)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^We are sending back a card payment/),
  ])
})

it('[PAY-05] [EDGE-13] a policy number that is in use is not stored, and is listed for an operator', async () => {
  const issued = { outcome: 'issued', policyNumber: 'P-1' } as const
  const world = await worldWhere(() => ({ bind: async () => issued, lookupBind: async () => issued }))
  const first = await ratedCustomer(world)
  expect((await first.bind()).ok()).toMatchObject({ policyNumber: 'P-1' })
  const second = await ratedCustomer(world)
  const bound = await second.bind()
  expect(bound).toMatchObject({ status: 503, json: { code: 'BIND_PENDING' } })
  const { repositories } = world.services
  expect(await bindAttemptOf(world, second.quote.id)).toMatchObject({
    state: 'UNKNOWN',
    policy_number: null,
    last_error: expect.stringContaining('another policy'),
  })
  expect(await repositories.findPolicy(second.quote.id)).toBeUndefined()
  expect((await repositories.findPolicy(first.quote.id))?.policy_number).toBe('P-1')
  expect(world.logLines.find(line => line.includes('"policy-number-taken"'))).toContain(second.quote.id)
})

it.each<[what: string, bind: Insurer['bind'], reason: string, before: object[]]>([
  ['a sentence', async () => ({ outcome: 'pending', reason: 'A PERSON’S ANSWER' }), 'other', []],
  [
    'our own bug',
    async () => Promise.reject(new TypeError('a person’s answer')),
    'other',
    [{ event: 'bind-broken-off', error: 'TypeError', at: expect.stringContaining('issue-policy.test.ts') }],
  ],
  // The bulkhead is full: nothing was sent, and nothing is broken.
  [
    'a full bulkhead',
    async () => Promise.reject(new PartnerBusyError('as many as may be')),
    'bulkhead full',
    [],
  ],
])(
  '[PAY-05] [EDGE-13] the reason of an unknown bind result is logged and stored, without other data: %s',
  async (_, bind, reason, before) => {
    const world = await worldWhere(() => ({ bind, lookupBind: async () => null, safeResendAfterMs: 60_000 }))
    const { quote, bind: click } = await ratedCustomer(world)
    expect((await click()).json).toMatchObject({ code: 'BIND_PENDING' })
    const lines = world.logLines.filter(line => line.includes(quote.id))
    const unknown = { event: 'bind-unknown', attempts: 1, reason }
    expect(lines.map(line => JSON.parse(line))).toMatchObject([...before, unknown])
    const { last_error, sent_at } = (await bindAttemptOf(world, quote.id)) ?? {}
    expect([last_error, sent_at === null]).toEqual([reason, reason === 'bulkhead full'])
    expect(world.logLines.join()).not.toMatch(/person’s/i)
  },
)

/** An order that the insurer has not answered yet, and that no worker is asking about. */
async function unansweredOrder(by: 'bank' | 'card') {
  const world = await worldWhere(() => ({
    bind: async () => ({ outcome: 'pending', reason: 'timeout' }),
    lookupBind: async () => ({ outcome: 'pending', reason: 'timeout' }),
  }))
  const { services } = world
  const order = async () => {
    if (by === 'bank') {
      const { quote, bind } = await ratedCustomer(world)
      void bind()
      return quote.id
    }
    const { quote, payment } = await openPayment(world)
    await syncPayment(payment.id, paid(world.application, payment, 'T-1'))
    return quote.id
  }
  const id = await order()
  await eventually(async () => (await bindAttemptOf(world, id))?.state === 'UNKNOWN')
  const endLease = () =>
    world.query('update bind_attempt set lease_until = null, lease_owner = null where quote_id = $1', [id])
  const answering = (answer: BindResult, node: Dependencies = services): Dependencies => ({
    ...node,
    insurer: { ...node.insurer, lookupBind: async () => answer },
  })
  return { id, world, services, endLease, answering }
}

const yes: BindResult = { outcome: 'issued', policyNumber: 'P-1' }
const no: BindResult = { outcome: 'rejected', reason: 'MANUAL' }

it.each(['bank', 'card'] as const)(
  '[PAY-05] [EDGE-13] the policy and the rejection of one order (by %s) are stored one after the other, without a deadlock',
  async by => {
    const { id, services, endLease, answering } = await unansweredOrder(by)
    const deadlocks: unknown[] = []
    /** After its first row each transaction waits, so that the other one locks a row too if it can. */
    const slowly: Dependencies = {
      ...services,
      withTransaction: work =>
        services.withTransaction(tx => {
          let isFirst = true
          const afterFirst =
            <P extends unknown[], T>(statement: (...parameters: P) => Promise<T>) =>
            async (...parameters: P): Promise<T> => {
              const answer = await statement(...parameters)
              if (isFirst) {
                isFirst = false
                await delay(300)
              }
              return answer
            }
          const { lockQuote, transitionBindAttempt, transitionPayment } = tx
          const slow = {
            lockQuote: afterFirst(lockQuote),
            transitionBindAttempt: afterFirst(transitionBindAttempt),
            transitionPayment: afterFirst(transitionPayment),
          }
          return work({ ...tx, ...slow }).catch((error: unknown) => {
            if (errorCode(error) === '40P01') deadlocks.push(error)
            throw error
          })
        }),
    }
    const asking = async (answer: BindResult) => {
      await endLease()
      return issuePolicy(id, answering(answer, slowly))
    }
    const first = asking(yes)
    await delay(50)
    await Promise.all([first, asking(no)])
    expect(deadlocks).toEqual([])
    const states = [
      (await services.repositories.findQuote(id))?.status,
      (await services.repositories.findBindAttempt(id))?.state,
    ]
    expect([
      ['CONVERTED', 'ISSUED'],
      ['QUOTED', 'REJECTED'],
    ]).toContainEqual(states)
    expect((await services.repositories.findPolicy(id)) !== undefined).toBe(states[0] === 'CONVERTED')
  },
)

it.each([
  ['yes', yes, 'setQuoteStatus', 'bank'],
  ['no', no, 'setQuoteStatus', 'bank'],
  ['no', no, 'transitionBindAttempt', 'bank'],
  ['no', no, 'transitionPayment', 'card'],
] as const)(
  '[PAY-05] [PAY-11] [EDGE-13] the insurer’s %s is stored completely or not at all (%j): %s loses its race (by %s)',
  async (_, answer, name, by) => {
    const { id, services, endLease, answering } = await unansweredOrder(by)
    const losing = (times: number) => withLostUpdates(services, name, times)
    const states = async () => {
      const bindAttempt = await services.repositories.findBindAttempt(id)
      const payment = bindAttempt?.payment_id
        ? await services.repositories.findPayment(bindAttempt.payment_id)
        : undefined
      return [(await services.repositories.findQuote(id))?.status, bindAttempt?.state, payment?.state]
    }
    const before = await states()
    await endLease()
    await expect(issuePolicy(id, answering(answer, losing(4)))).rejects.toThrow(ConcurrentUpdateError)
    expect(await states()).toEqual(before)
    expect(await services.repositories.findPolicy(id)).toBeUndefined()
    await endLease()
    const { outcome } = await issuePolicy(id, answering(answer, losing(1)))
    expect(outcome).toBe(answer.outcome)
  },
)

it('[PAY-11] a rejection does not repeat an operator’s refund', async () => {
  const { id, services, endLease, answering } = await unansweredOrder('card')
  const paymentId = (await services.repositories.findBindAttempt(id))?.payment_id ?? ''
  const at = services.now()
  await services.repositories.transitionPayment(paymentId, 'REFUND_DUE', at)
  await services.repositories.transitionPayment(paymentId, 'REFUNDED', at)
  const put = vi.spyOn(services.cards, 'refund')
  await endLease()
  expect((await issuePolicy(id, answering(no))).outcome).toBe('rejected')
  expect(await services.repositories.findPayment(paymentId)).toMatchObject({ state: 'REFUNDED' })
  expect(put).not.toHaveBeenCalled()
})

it.each(['createBindAttempt', 'setQuoteStatus'] as const)(
  '[PAY-05] [EDGE-13] an order is stored completely or not at all, before any request to the insurer: %s loses its race',
  async name => {
    const world = await appForTest({ replace: { around: wired => withLostUpdates(wired, name, 4) } })
    const { repositories, insurer } = world.services
    const request = vi.spyOn(insurer, 'bind')
    const { quote, bind } = await ratedCustomer(world)
    expect((await bind()).status).toBe(500)
    expect(await repositories.findBindAttempt(quote.id)).toBeUndefined()
    expect(await repositories.findQuote(quote.id)).toMatchObject({ status: 'QUOTED' })
    expect(request).not.toHaveBeenCalled()
    expect((await bind()).status).toBe(200)
  },
)

it('[PAY-05] [EDGE-13] a stored order with a missing field is not sent to the insurer, and the log names its row and field', async () => {
  const { id, world, services, endLease } = await unansweredOrder('bank')
  const bind = vi.spyOn(services.insurer, 'bind')
  await world.query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [
    id,
    encrypt(services.keys, bindRequestAad(id), '{"policy":{"quoteNumber":"Q-1"},"firstDebit":"2026-12-01"}'),
  ])
  await endLease()
  expect((await issuePolicy(id, services)).outcome).toBe('pending')
  expect(bind).not.toHaveBeenCalled()
  expect(world.logLines.join('')).toMatch(
    new RegExp(
      `"StoredJsonError".+bind_attempt.encrypted_request of quote ${id} does not fit its shape: policy.idempotencyKey `,
    ),
  )
})
