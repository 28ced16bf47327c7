/** Tests of what a rejection and a late response of the insurer do to a purchase, with two nodes at work. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ConcurrentUpdateError, errorCode } from '#db/postgres-errors.ts'
import { nzToday } from '#journey/dates.ts'
import type { BindResult } from '#partners/insurer/port.ts'
import { encrypt } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { sendNoPolicyMail } from '#server/mail/no-policy-mail.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { bindBody, createRatedQuote, paymentUrls, ratedBody, savePolicyholders } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { bindRequestAad } from './bind-request.ts'
import { issuePolicy } from './issue-policy.ts'
import { settlePayment } from './settle-payment.ts'

/** A world whose insurer does some things otherwise; closed with the test. */
async function worldWhere(otherwise: (wired: Dependencies) => Partial<Dependencies['insurer']>) {
  const world = await openTestApp({
    replace: { around: wired => ({ ...wired, insurer: { ...wired.insurer, ...otherwise(wired) } }) },
  })
  onTestFinished(() => world.close())
  return world
}

it('[PAY-05] [T11] a late rejection does not reject a purchase that began later', async () => {
  const insurers: Dependencies['insurer'][] = []
  let answers = 0
  const world = await openTestApp({
    replace: {
      around: wired => {
        insurers.push(wired.insurer)
        const bind: Dependencies['insurer']['bind'] = async policy => {
          answers += 1
          if (answers === 1) return await lateNo()
          // Bought, and the answer lost on its way to us.
          if (answers === 2) await wired.insurer.bind(policy)
          return { outcome: 'pending', reason: 'timeout' }
        }
        return { ...wired, insurer: { ...wired.insurer, bind } }
      },
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const { services } = world.application

  /** Meanwhile another node was told no as well, and the customer has pressed again. */
  async function lateNo() {
    await services.withTransaction(async tx => {
      await tx.transitionBindAttempt(quote.id, 'REJECTED', services.now())
      await tx.setQuoteStatus(quote.id, 'QUOTED', services.now())
    })
    void client.call('quoteBind', { body: bindBody(quote) })
    await eventually(async () => (await services.repositories.findBindAttempt(quote.id))?.state === 'UNKNOWN')
    return { outcome: 'rejected', reason: 'MALFORMED' } as const
  }

  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  expect(await services.repositories.findBindAttempt(quote.id)).toMatchObject({ state: 'UNKNOWN' })
  expect(await services.repositories.findQuote(quote.id)).toMatchObject({ status: 'BINDING' })

  const [insurer] = insurers
  if (!insurer) throw new Error('no insurer')
  await issuePolicy(quote.id, { ...services, insurer })
  const policy = await eventually(() => services.repositories.findPolicy(quote.id))
  const known = await services.repositories.findBindAttempt(quote.id)
  expect(known).toMatchObject({ state: 'ISSUED', policy_number: policy.record.policyNumber })
})

it('[PAY-05] a purchase restarted after a rejection counts its age from its own click', async () => {
  const minuteMs = 60_000
  let laterMs = 0
  let says: 'no' | 'yes' = 'no'
  const world = await openTestApp({
    replace: {
      now: () => new Date(Date.now() + laterMs),
      around: wired => ({
        ...wired,
        insurer: {
          ...wired.insurer,
          bind: async policy =>
            says === 'no'
              ? { outcome: 'rejected' as const, reason: 'MALFORMED' as const }
              : wired.insurer.bind(policy),
        },
      }),
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  laterMs = 20 * minuteMs
  says = 'yes'
  const { id, car } = quote
  const startDate = nzToday(world.application.services.now())
  const { attributes } = (await client.call('quoteAmend', { body: ratedBody(id, car, { startDate }) })).ok()
    .data
  ;(await client.call('quoteBind', { body: bindBody({ ...quote, attributes }) })).ok()
  const policy = await world.application.services.repositories.findPolicy(id)
  expect(policy?.declared_at.getTime()).toBeGreaterThan(Date.now() + 15 * minuteMs)
})

it.each(['MALFORMED', 'QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'QUOTE_CHANGED'] as const)(
  '[PAY-08] [PAY-11] after a definite no (%s) no card is charged again for the same price',
  async reason => {
    const world = await worldWhere(() => ({
      bind: async () => ({ outcome: 'rejected', reason }),
      retrieve: async () => ({ outcome: 'failed', reason: 'timeout' }),
    }))
    const { client, quote, url } = await openPayment(world)
    await submitForm(url, goodCard)
    const { repositories } = world.application.services
    await eventually(async () => (await repositories.findBindAttempt(quote.id))?.state === 'REJECTED')
    expect((await client.call('paymentRetry', { body: { uuid: quote.id } })).json).toMatchObject({
      code: 'NOT_READY',
    })
    // Rated anew it is for sale: a person may have mended what was wrong.
    ;(await client.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { frequency: 'ANNUAL' }) })).ok()
    ;(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  },
)

it.each(['QUOTE_CONVERTED', 'QUOTE_EXPIRED', 'QUOTE_UNKNOWN'] as const)(
  '[PAY-05] [PAY-11] after a definite no (%s) to who pays by bank no card is charged for the same price either',
  async reason => {
    const world = await worldWhere(() => ({
      bind: async () => ({ outcome: 'rejected', reason }),
      retrieve: async () => ({ outcome: 'failed', reason: 'timeout' }),
    }))
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    await savePolicyholders(client, quote)
    const told = await client.call('quoteBind', { body: bindBody(quote) })
    expect(told.status).toBe(reason === 'QUOTE_CONVERTED' ? 409 : 422)
    const page = () => client.call('paymentCreate', { body: paymentUrls(world, quote.id) })
    expect((await page()).json).toMatchObject({ code: 'NOT_READY' })
    ;(
      await client.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { frequency: 'MONTHLY' }) })
    ).ok()
    ;(await page()).ok()
  },
)

it('[PAY-05] a rejection that may concern the account leaves the quote for sale: another account may work', async () => {
  const world = await worldWhere(() => ({
    bind: async () => ({ outcome: 'rejected', reason: 'MALFORMED' }),
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  await savePolicyholders(client, quote)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  ;(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
})

it('[PAY-05] [EDGE-13] a yes that comes after a no was written down is in the log and the audit, and nobody is told a policy', async () => {
  const world = await worldWhere(wired => ({
    async bind(policy) {
      const made = await wired.insurer.bind(policy)
      // Meanwhile somebody wrote down what the insurer's people had said by mistake.
      await wired.repositories.transitionBindAttempt(quote.id, 'REJECTED', wired.now())
      return made
    },
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).not.toBe(200)
  expect(await world.application.services.repositories.findPolicy(quote.id)).toBeUndefined()
  expect(world.logLines.filter(line => line.includes('policy-unkept'))).not.toEqual([])
  const { rows } = await world.database.pool.query(
    `select what from audit where quote_id = $1 and what = 'policy-unkept'`,
    [quote.id],
  )
  expect(rows.length).toBeGreaterThan(0)
})

it('[PAY-05] [EDGE-13] [T11] a late confirmation does not confirm a purchase that began later', async () => {
  let answers = 0
  const world = await worldWhere(wired => ({
    async bind(policy) {
      answers += 1
      if (answers > 1) return { outcome: 'pending', reason: 'timeout' }
      const made = await wired.insurer.bind(policy)
      // Meanwhile another node was told no, and the customer has pressed again.
      await wired.repositories.transitionBindAttempt(quote.id, 'REJECTED', wired.now())
      await wired.repositories.setQuoteStatus(quote.id, 'QUOTED', wired.now())
      void client.call('quoteBind', { body: bindBody(quote) })
      await eventually(async () => (await wired.repositories.findBindAttempt(quote.id))?.state === 'UNKNOWN')
      return made
    },
    lookupBind: async () => null,
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const { repositories } = world.application.services
  const told = await client.call('quoteBind', { body: bindBody(quote) })
  expect(told.json).toMatchObject({ code: 'BIND_PENDING' })
  expect(await repositories.findBindAttempt(quote.id)).toMatchObject({
    state: 'UNKNOWN',
    policy_number: null,
  })
  expect(await repositories.findQuote(quote.id)).toMatchObject({ status: 'BINDING' })
  expect(await repositories.findPolicy(quote.id)).toBeUndefined()
  const { rows } = await world.database.pool.query(
    `select details from audit where quote_id = $1 and what = 'policy-unkept'`,
    [quote.id],
  )
  expect(rows).toHaveLength(1)
})

it('[PAY-05] [EDGE-13] who stalled and comes back without an answer leaves the lease to whoever asks by then', async () => {
  let laterMs = 0
  const answers: (() => void)[] = []
  const pending = { outcome: 'pending', reason: 'timeout' } as const
  const world = await openTestApp({
    replace: {
      now: () => new Date(Date.now() + laterMs),
      around: wired => ({
        ...wired,
        insurer: {
          ...wired.insurer,
          safeResendAfterMs: 0,
          lookupBind: async () => null,
          bind: () =>
            new Promise(answer => {
              answers.push(() => answer(pending))
              // Nobody is to come third.
              if (answers.length > 2) answer(pending)
            }),
        },
      }),
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const { services } = world.application
  const first = client.call('quoteBind', { body: bindBody(quote) })
  await eventually(async () => answers.length === 1)
  // Longer than a lease.
  laterMs = 31_000
  const second = issuePolicy(quote.id, services)
  await eventually(async () => answers.length === 2)
  answers[0]?.()
  expect((await first).json).toMatchObject({ code: 'BIND_PENDING' })
  const third = await issuePolicy(quote.id, services)
  expect([third, answers.length]).toEqual([{ outcome: 'pending' }, 2])
  answers[1]?.()
  await second
  expect((await services.repositories.findBindAttempt(quote.id))?.state).toBe('UNKNOWN')
})

it('[PAY-05] a no that comes when the page waits no longer is told by mail, to who ordered; until then it is no policy to anybody', async () => {
  let says: 'nothing' | 'no' = 'nothing'
  const world = await worldWhere(() => ({
    bind: async () =>
      says === 'no'
        ? { outcome: 'rejected', reason: 'MALFORMED' }
        : { outcome: 'pending', reason: 'timeout' },
    lookupBind: async () => null,
    safeResendAfterMs: 0,
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).json).toMatchObject({
    code: 'BIND_PENDING',
  })
  expect((await client.call('prospectCar', { query: { id: quote.id } })).ok()).toMatchObject({
    status: 'BINDING',
  })
  says = 'no'
  const [mail] = await world.mails(1)
  expect(mail?.to).toBe('maia@example.nz')
  expect(mail?.subject).toMatch(/^Your car insurance quote \S+ did not become a policy$/)
  expect(mail?.text).toContain('It may be the bank account')
  expect((await client.call('prospectCar', { query: { id: quote.id } })).ok()).toMatchObject({
    status: 'QUOTED',
  })

  // Said on the page at once it can wait: whoever read it there may have ordered again, and then none is sent.
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  const { rows } = await world.database.pool.query(
    `select extract(epoch from start_after - created_on)::float8 as wait from jobs.job
      where name = 'no-policy-mail' and state = 'created'`,
  )
  expect(rows.map(({ wait }) => Math.round(wait / 60))).toEqual([15])
})

it('[PAY-05] an insurer that says the quote is a policy already has nobody told that there is none, on the page or by mail: a person hears of it', async () => {
  const world = await worldWhere(() => ({
    bind: async () => ({ outcome: 'rejected', reason: 'QUOTE_CONVERTED' }),
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const bound = await client.call('quoteBind', { body: bindBody(quote) })
  expect([bound.status, bound.json]).toMatchObject([409, { code: 'QUOTE_CONVERTED' }])
  const { rows } = await world.database.pool.query(
    `select what, details from audit where quote_id = $1 and what = 'policy-unkept'
     union all select name, null from jobs.job where name = 'no-policy-mail'`,
    [quote.id],
  )
  expect(rows).toMatchObject([{ what: 'policy-unkept' }])
  expect(world.logLines.filter(line => line.includes('"policy-unkept"'))).toHaveLength(1)
})

it('[PAY-05] a click during another request to the insurer gets the same rejection', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>()
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const world = await worldWhere(() => ({
    async bind() {
      isAsked()
      await said
      return { outcome: 'rejected', reason: 'QUOTE_CONVERTED' }
    },
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const press = () => client.call('quoteBind', { body: bindBody(quote) })
  const first = press()
  await asked
  const second = press()
  // It has found the order that is kept, and looks every quarter of a second what becomes of it.
  await delay(600)
  say()
  expect((await Promise.all([first, second])).map(({ json }) => json)).toMatchObject([
    { code: 'QUOTE_CONVERTED' },
    { code: 'QUOTE_CONVERTED' },
  ])
})

const rejectedOrder = async ({ application }: TestApp, quoteId: string) => ({
  quoteId,
  key: (await application.services.repositories.findBindAttempt(quoteId))?.idempotency_key ?? '',
})

it('[PAY-05] each of two orders that were refused has its own mail: neither is told twice, and none is swallowed', async () => {
  const world = await worldWhere(() => ({ bind: async () => ({ outcome: 'rejected', reason: 'MALFORMED' }) }))
  const { services } = world.application
  const sent = vi.spyOn(services.mail, 'send')
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  for (const _ of ['first', 'second'])
    expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  const { rows } = await world.database.pool.query<{ payload: { quoteId: string; key: string } }>(
    `select data as payload from jobs.job where name = 'no-policy-mail' order by created_on`,
  )
  const [first, second] = rows.map(({ payload }) => payload)
  expect(rows).toHaveLength(2)
  if (!first || !second) throw new Error('no mail waits')
  await sendNoPolicyMail(first, services)
  expect(sent).not.toHaveBeenCalled()
  await sendNoPolicyMail(second, services)
  const key = (await services.repositories.findBindAttempt(quote.id))?.idempotency_key
  expect(sent.mock.calls.map(([mail]) => mail.messageId)).toEqual([
    expect.stringContaining(`<no-policy.${key}@`),
  ])
})

it('[PAY-05] a rejection whose order was destroyed before its mail was sent is listed for an operator', async () => {
  const world = await worldWhere(() => ({ bind: async () => ({ outcome: 'rejected', reason: 'MALFORMED' }) }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  const { pool } = world.database
  await pool.query(`update bind_attempt set changed_at = changed_at - interval '1 day' where quote_id = $1`, [
    quote.id,
  ])
  const before = world.application.services.now()
  expect(
    await world.application.services.repositories.destroyBankDetails({
      issuedBefore: before,
      rejectedBefore: before,
    }),
  ).toBe(1)
  await sendNoPolicyMail(await rejectedOrder(world, quote.id), world.application.services)
  const { rows } = await pool.query(
    `select what from audit where quote_id = $1 and what like 'no-policy-mail%'`,
    [quote.id],
  )
  expect(rows).toEqual([{ what: 'no-policy-mail-refused' }])
})

it('[PAY-05] [PAY-11] the mail about an order by bank says nothing of a no to the card that came after it', async () => {
  const world = await worldWhere(() => ({ bind: async () => ({ outcome: 'rejected', reason: 'MALFORMED' }) }))
  const { quote, url, payment } = await openPayment(world)
  await submitForm(url, goodCard)
  await settlePayment(payment.id, world.application.services)
  await eventually(
    async () =>
      (await world.application.services.repositories.findBindAttempt(quote.id))?.state === 'REJECTED',
  )
  await sendNoPolicyMail(await rejectedOrder(world, quote.id), world.application.services)
  const mails = await world.mails(1)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^We are sending back a card payment/),
  ])
})

it('[PAY-05] [EDGE-13] a second policy for one order, under another number, is in the log and the audit', async () => {
  const world = await worldWhere(wired => ({
    async bind(policy) {
      const first = await wired.insurer.bind(policy)
      if (first.outcome !== 'issued') throw new Error(first.reason)
      // Meanwhile another node, which took this one for dead, was given a policy of its own, and kept it.
      await wired.repositories.transitionBindAttempt(quote.id, 'ISSUED', wired.now(), {
        policy_number: 'P-OTHER',
      })
      return first
    },
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const told = await client.call('quoteBind', { body: bindBody(quote) })
  expect(told.json).not.toMatchObject({ policyNumber: expect.stringMatching(/^(?!P-OTHER)/) })
  const { rows } = await world.database.pool.query(
    `select details from audit where quote_id = $1 and what = 'policy-unkept'`,
    [quote.id],
  )
  expect(rows).toHaveLength(1)
})

it('[EDGE-09] [EDGE-13] reports that an amend overtook the bind at the insurer', async () => {
  const world = await worldWhere(() => ({
    bind: async () => ({ outcome: 'rejected', reason: 'QUOTE_CHANGED' }),
  }))
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const bound = await client.call('quoteBind', { body: bindBody(quote) })
  expect([bound.status, bound.json]).toMatchObject([409, { code: 'STALE' }])
})

it('[PAY-05] [EDGE-13] a policy number that another policy of ours has keeps nothing, and waits for a person', async () => {
  const given = { outcome: 'issued', policyNumber: 'P-1' } as const
  const world = await worldWhere(() => ({ bind: async () => given, lookupBind: async () => given }))
  const bind = async () => {
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    return { id: quote.id, told: await client.call('quoteBind', { body: bindBody(quote) }) }
  }
  const first = await bind()
  expect(first.told.ok()).toMatchObject({ policyNumber: 'P-1' })
  const { id, told } = await bind()
  expect([told.status, told.json]).toMatchObject([503, { code: 'BIND_PENDING' }])
  const { repositories } = world.application.services
  expect(await repositories.findBindAttempt(id)).toMatchObject({
    state: 'UNKNOWN',
    policy_number: null,
    last_error: expect.stringContaining('another policy'),
  })
  expect(await repositories.findPolicy(id)).toBeUndefined()
  expect((await repositories.findPolicy(first.id))?.policy_number).toBe('P-1')
  expect(world.logLines.filter(line => line.includes('"policy-number-taken"'))[0]).toContain(id)
})

it('[PAY-05] [EDGE-13] why nobody knows what became of a bind is in the log: the partner’s reason, or where our own bug is', async () => {
  let says: 'nothing' | 'bug' | 'a sentence' | 'no place' = 'nothing'
  const world = await worldWhere(() => ({
    async bind() {
      if (says === 'bug') throw new TypeError('a person’s answer')
      if (says === 'no place') throw new PartnerBusyError('as many as may be')
      return { outcome: 'pending', reason: says === 'a sentence' ? 'a person’s answer' : 'timeout' }
    },
    lookupBind: async () => null,
    safeResendAfterMs: 60_000,
  }))
  let sentAt: Date | null | undefined
  const manualOutcomeOf = async () => {
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    const told = await client.call('quoteBind', { body: bindBody(quote) })
    expect(told.json).toMatchObject({ code: 'BIND_PENDING' })
    const lines = world.logLines.filter(line => line.includes(quote.id)).map(line => JSON.parse(line))
    // A person reads in the row what the log says, and no more.
    const { last_error, sent_at } =
      (await world.application.services.repositories.findBindAttempt(quote.id)) ?? {}
    expect(last_error).toBe(lines.at(-1).reason)
    sentAt = sent_at
    return lines
  }
  expect(await manualOutcomeOf()).toMatchObject([{ event: 'bind-unknown', attempts: 1, reason: 'timeout' }])
  says = 'bug'
  expect(await manualOutcomeOf()).toMatchObject([
    { event: 'bind-broken-off', error: 'TypeError', at: expect.stringContaining('issue-policy.test.ts') },
    { event: 'bind-unknown', attempts: 1, reason: 'other' },
  ])
  says = 'a sentence'
  expect(await manualOutcomeOf()).toMatchObject([{ event: 'bind-unknown', reason: 'other' }])
  // All places of this node are taken: nothing was sent, and nothing is broken.
  says = 'no place'
  expect(sentAt).toBeInstanceOf(Date)
  expect(await manualOutcomeOf()).toMatchObject([{ event: 'bind-unknown', reason: 'no place' }])
  expect(sentAt).toBeNull()
  expect(world.logLines.join()).not.toContain('answer')
})

/** An order whose insurer said nothing yet, paid by card or ordered by bank, and nobody else at it. */
async function orderInTheAir(by: 'bank' | 'card') {
  const world = await worldWhere(() => ({
    bind: async () => ({ outcome: 'pending', reason: 'timeout' }),
    lookupBind: async () => ({ outcome: 'pending', reason: 'timeout' }),
  }))
  const { services } = world.application
  let id: string
  if (by === 'card') {
    const { quote, payment } = await openPayment(world)
    await settlePayment(payment.id, paid(world.application, payment, 'T-1'))
    id = quote.id
  } else {
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    void client.call('quoteBind', { body: bindBody(quote) })
    id = quote.id
  }
  await eventually(async () => (await services.repositories.findBindAttempt(id))?.state === 'UNKNOWN')
  /** As if its lease were over: a late answer is another's answer. */
  const free = () =>
    world.database.pool.query(
      'update bind_attempt set lease_until = null, lease_owner = null where quote_id = $1',
      [id],
    )
  const answering = (answer: BindResult, house: Dependencies = services): Dependencies => ({
    ...house,
    insurer: { ...house.insurer, lookupBind: async () => answer },
  })
  return { id, world, services, free, answering }
}

const yes: BindResult = { outcome: 'issued', policyNumber: 'P-1' }
const no: BindResult = { outcome: 'rejected', reason: 'MANUAL' }

it.each(['bank', 'card'] as const)(
  '[PAY-05] [EDGE-13] a yes and a no for one order (by %s) wait for each other, and never crosswise',
  async by => {
    const { id, services, free, answering } = await orderInTheAir(by)
    const crossed: unknown[] = []
    /** Whoever holds its first row lets the other take one too, if it can. */
    const slowly: Dependencies = {
      ...services,
      withTransaction: work =>
        services.withTransaction(tx => {
          let isFirst = true
          const afterFirst =
            <G extends unknown[], T>(statement: (...given: G) => Promise<T>) =>
            async (...given: G): Promise<T> => {
              const answer = await statement(...given)
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
            if (errorCode(error) === '40P01') crossed.push(error)
            throw error
          })
        }),
    }
    const asking = async (answer: BindResult) => {
      await free()
      return issuePolicy(id, answering(answer, slowly))
    }
    const first = asking(yes)
    await delay(50)
    await Promise.all([first, asking(no)])
    expect(crossed).toEqual([])
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
  ['no', no, 'setQuoteStatus', 'card'],
] as const)(
  '[PAY-05] [PAY-11] [EDGE-13] a %s is kept whole or not at all: %j, %s finds its row moved on (by %s)',
  async (_, answer, name, by) => {
    const { id, services, free, answering } = await orderInTheAir(by)
    const losing = (times: number): Dependencies => {
      let left = times
      return {
        ...services,
        withTransaction: work =>
          services.withTransaction(tx => {
            const statement = tx[name] as (...given: unknown[]) => Promise<boolean>
            const lost = async (...given: unknown[]) => (left-- > 0 ? false : statement(...given))
            return work({ ...tx, [name]: lost })
          }),
      }
    }
    const stands = async () => {
      const bindAttempt = await services.repositories.findBindAttempt(id)
      const payment = bindAttempt?.payment_id
        ? await services.repositories.findPayment(bindAttempt.payment_id)
        : undefined
      return [(await services.repositories.findQuote(id))?.status, bindAttempt?.state, payment?.state]
    }
    const before = await stands()
    await free()
    await expect(issuePolicy(id, answering(answer, losing(4)))).rejects.toThrow(ConcurrentUpdateError)
    expect(await stands()).toEqual(before)
    expect(await services.repositories.findPolicy(id)).toBeUndefined()
    await free()
    const { outcome } = await issuePolicy(id, answering(answer, losing(1)))
    expect(outcome).toBe(answer.outcome)
  },
)

it('[PAY-11] a rejection does not refund again what an operator has refunded', async () => {
  const { id, services, free, answering } = await orderInTheAir('card')
  const paymentId = (await services.repositories.findBindAttempt(id))?.payment_id ?? ''
  const at = services.now()
  await services.repositories.transitionPayment(paymentId, 'REFUND_DUE', at)
  await services.repositories.transitionPayment(paymentId, 'REFUNDED', at)
  const put = vi.spyOn(services.cards, 'refund')
  await free()
  expect((await issuePolicy(id, answering(no))).outcome).toBe('rejected')
  expect(await services.repositories.findPayment(paymentId)).toMatchObject({ state: 'REFUNDED' })
  expect(put).not.toHaveBeenCalled()
})

it.each(['createBindAttempt', 'setQuoteStatus'] as const)(
  '[PAY-05] [EDGE-13] an order is kept whole or not at all, and nobody is asked for it: %s finds its row moved on',
  async name => {
    let isLost = true
    const world = await openTestApp({
      replace: {
        around: wired => ({
          ...wired,
          withTransaction: work =>
            wired.withTransaction(tx => {
              const statement = tx[name] as (...given: unknown[]) => Promise<boolean>
              const lost = async (...given: unknown[]) => !isLost && statement(...given)
              return work({ ...tx, [name]: lost })
            }),
        }),
      },
    })
    onTestFinished(() => world.close())
    const bind = vi.spyOn(world.application.services.insurer, 'bind')
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    const order = () => client.call('quoteBind', { body: bindBody(quote) })
    expect((await order()).status).toBe(500)
    const { repositories } = world.application.services
    expect(await repositories.findBindAttempt(quote.id)).toBeUndefined()
    expect(await repositories.findQuote(quote.id)).toMatchObject({ status: 'QUOTED' })
    expect(bind).not.toHaveBeenCalled()
    isLost = false
    expect((await order()).status).toBe(200)
  },
)

it('[PAY-05] [EDGE-13] an order that is not kept whole is sent to no insurer, and the log names its row and field', async () => {
  const { id, world, services, free } = await orderInTheAir('bank')
  const bind = vi.spyOn(services.insurer, 'bind')
  await world.database.pool.query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [
    id,
    encrypt(services.keys, bindRequestAad(id), '{"policy":{"quoteNumber":"Q-1"},"firstDebit":"2026-12-01"}'),
  ])
  await free()
  expect((await issuePolicy(id, services)).outcome).toBe('pending')
  expect(bind).not.toHaveBeenCalled()
  expect(world.logLines.join('')).toMatch(
    new RegExp(
      `"StoredJsonError".+bind_attempt.encrypted_request of quote ${id} does not fit its shape: policy.idempotencyKey `,
    ),
  )
})

it.each(['drivers', 'policyholders', 'insurer_quote'])(
  '[EDGE-13] a quote whose %s is not whole is bound and priced by nobody, and the log names it',
  async column => {
    const world = await openTestApp()
    onTestFinished(() => world.close())
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    await savePolicyholders(client, quote)
    const { insurer } = world.application.services
    const asked = [vi.spyOn(insurer, 'bind'), vi.spyOn(insurer, 'amend')]
    const path = { drivers: '{0,dateOfBirth}', policyholders: '{postalAddress}', insurer_quote: '{history}' }[
      column
    ]
    await world.database.pool.query(`update quote set ${column} = ${column} #- $2 where id = $1`, [
      quote.id,
      path,
    ])
    expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(500)
    expect((await client.call('quoteAmend', { body: quote.body })).status).toBe(500)
    for (const call of asked) expect(call).not.toHaveBeenCalled()
    expect(world.logLines.join('')).toContain(`quote.${column} of ${quote.id} does not fit its shape`)
  },
)
