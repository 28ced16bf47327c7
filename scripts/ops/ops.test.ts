/** Tests of the `npm run ops` commands with purchases in every state that an operator may have to handle. */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { Policyholder } from '#journey/people.ts'
import { openUnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import { decrypt, encrypt } from '#server/lib/crypto.ts'
import { brandOf, deliver, mailKinds, refusedMailActions } from '#server/mail/deliver.ts'
import { sendPolicyMail } from '#server/mail/policy-mail.ts'
import { decryptQuoteMailPayload, encryptQuoteMailPayload } from '#server/mail/quote-mail.ts'
import { sendRefundMail } from '#server/mail/refund-mail.ts'
import type { BindRequest } from '#server/purchase/bind-request.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { cardAdapters } from '#test/card-adapters.ts'
import { testDatabase } from '#test/database.ts'
import {
  bindBody,
  createRatedQuote,
  holder,
  type RatedCustomer,
  ratedBody,
  register,
  saveCar,
  savePolicyholders,
} from '#test/purchase.ts'
import { policyRecord } from '#test/sample-records.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { serverNodeFlags } from '../node-options.mjs'
import { acknowledge } from './acknowledge.ts'
import type { OpsContext } from './command.ts'
import { invariants } from './invariants.ts'
import { mailAgain } from './mail-again.ts'
import { askInsurer, erasePerson, exportPerson, recordErasure } from './person.ts'
import { retry } from './retry.ts'
import { rotateKeys } from './rotate-keys.ts'
import { settle } from './settle.ts'
import { waiting } from './waiting.ts'

let world: TestApp
let database: Database
let context: OpsContext
let sold: RatedCustomer
let unsold: RatedCustomer
/** When a mail was asked for, by a client without session and token. */
const mailRequest = { askedAt: new Date().toISOString(), askedBy: {} }

async function customerWithAnswers(): Promise<RatedCustomer> {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  await savePolicyholders(client, quote)
  return quote
}

/** A clock that never returns the same time twice, so that events have an order. */
let lastMs = 0
const now = () => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return new Date(lastMs)
}

beforeAll(async () => {
  world = await openTestApp({ replace: { now } })
  const client = await world.browser()
  sold = await createRatedQuote(client)
  await savePolicyholders(client, sold)
  ;(await client.call('quoteBind', { body: bindBody(sold) })).ok()
  await world.mails(1)
  unsold = await customerWithAnswers()
  database = await openDatabase(
    { url: world.database.url },
    {
      onError: error => {
        throw error
      },
    },
  )
  const { keys, config } = world.application.services
  const { retention, insurer } = config
  const jobs = await openUnfinishedJobs(database)
  context = {
    database,
    keys: () => keys,
    jobs: async () => jobs,
    now,
    retention,
    saleLabels: { partners: [], sources: [] },
    insurer: insurer.kind,
  }
})
afterAll(async () => {
  await (await context.jobs()).close()
  await database.close()
  await world.close()
})

/** An encrypted bind request for these policyholders. */
function orderFor(policyholders: readonly Policyholder[]): string {
  const request: BindRequest = {
    policy: {
      idempotencyKey: randomUUID(),
      quoteNumber: 'Q-1',
      history: { lastModifiedDatetime: '', lastModifiedUserId: '' },
      plate: 'JHU968',
      policyholders,
      businessName: '',
      postalAddress: policyRecord.postalAddress,
      payment: { method: 'card', transactionId: 'T-9', debitDay: 1 },
    },
    firstDebit: '2026-12-01',
    card: null,
    terms: null,
  }
  return JSON.stringify(request)
}

const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)

/** Creates a job after its last retry, and returns its id in the dead letter queue. */
async function giveUp(kind: string, payload: object, retries = 80, code = 'SMTP 450'): Promise<string> {
  const { rows } = await query(
    `insert into jobs.job (name, data, source_name, source_retry_count, source_output)
     values ('given-up', $1, $2, $3, $4) returning id`,
    [JSON.stringify(payload), kind, retries, JSON.stringify({ code })],
  )
  return rows[0]?.id
}
const deleteGivenUp = () => query(`delete from jobs.job where name = 'given-up'`)

it('[EDGE-13] lists no task after a purchase, and every invariant holds', async () => {
  expect(await waiting.run(context, {})).toEqual({ lines: ['Nothing waits for a person.'], isWell: true })
  expect(await invariants.run(context, {})).toMatchObject({ isWell: true })
  await query(`update policy set brand = 'fern'`)
  const broken = await invariants.run(context, {})
  expect(broken.isWell).toBe(false)
  expect(broken.lines.join('\n')).toMatch(/^I14 is broken: .+\n {4}OR\d{9}$/m)
  await query(`update policy set brand = 'openroad'`)
})

it('[EDGE-13] [EDGE-15] lists stuck work, and retries it', async () => {
  await query(
    `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, attempts, last_error, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', 'v1.x.y', 'UNKNOWN', 3, 'timeout', now() - interval '2 hours', now())`,
    [unsold.id],
  )
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now(), now() - interval '1 hour')`,
    [unsold.id],
  )
  await giveUp('policy-mail', { quoteId: sold.id }, 3, 'SMTP 535')
  const listed = await waiting.run(context, {})
  expect(listed.isWell).toBe(false)
  const text = listed.lines.join('\n')
  expect(text).toContain(
    `policy not settled  ${unsold.id}  the insurer was asked 3 times: timeout, quote ${unsold.attributes.policyDetails.quoteNum} (${unsold.id})`,
  )
  expect(text).toMatch(/refund due .+ 123\.45 NZD/)
  expect(text).toMatch(
    new RegExp(
      `work given up {2}\\S+ {2}policy-mail after 3 repeats: SMTP 535, quote ${sold.attributes.policyDetails.quoteNum} \\(${sold.id}\\)`,
    ),
  )

  expect((await retry.run(context, {})).lines).toEqual([
    '1 jobs, 1 refunds, 0 card payments and 1 purchases are tried again.',
  ])
  const again = await query(
    `select 1 from jobs.job where name = 'policy-mail' and data->>'quoteId' = $1 and created_on > now() - interval '10 seconds'`,
    [sold.id],
  )
  expect(again.rowCount).toBeGreaterThan(0)
  expect((await query(`select 1 from jobs.job where name = 'given-up'`)).rows).toEqual([])
  const due = await query('select next_poll_at <= $1 as due from payment', [now()])
  expect(due.rows).toEqual([{ due: true }])
  await query('delete from payment')
  await query('delete from bind_attempt where quote_id = $1', [unsold.id])
})

it('[PAY-11] what waits is counted by kind, and the ten oldest of each kind are named', async () => {
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     select gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now(), now() - n * interval '1 hour'
     from generate_series(1, 12) n`,
    [unsold.id],
  )
  const { lines } = await waiting.run(context, {})
  expect(lines[0]).toBe('12  refund due')
  expect(lines.filter(line => / {2}refund due {2}[-\da-f]{36} {2}/.test(line))).toHaveLength(10)
  expect(lines).toContain('… and 2 more: refund due')
  await query('delete from payment')
})

it('[PAY-11] [PAY-07] lists a card payment whose outcome is unknown, and asks the partner at once', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, next_poll_at, unclear_since, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'EXPIRED', now() + interval '1 hour', now() - interval '10 minutes', now(), now())`,
    [id, unsold.id],
  )
  const listed = await waiting.run(context, {})
  expect(listed.isWell).toBe(false)
  expect(listed.lines.join('\n')).toMatch(new RegExp(`card payment unclear  ${id}  123\\.45 NZD`))
  expect((await retry.run(context, {})).lines).toEqual([
    '0 jobs, 0 refunds, 1 card payments and 0 purchases are tried again.',
  ])
  const due = await query('select next_poll_at <= $1 as due, unclear_since from payment', [now()])
  expect(due.rows).toEqual([{ due: true, unclear_since: null }])
  await query('delete from payment')
})

it('[PAY-07] [PAY-11] lists a payment on a page of the previous card partner', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, card_session_id, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'PENDING', $3, now() - interval '5 days', now() - interval '5 days')`,
    [id, unsold.id, cardAdapters.windcave.unknownSession],
  )
  const told: unknown[] = []
  const { services } = world.application
  await settlePayment(id, {
    ...services,
    cards: cardAdapters.stripe.make('http://127.0.0.1:9'),
    now: () => new Date(Date.now() - 600_000),
    log: { ...services.log, error: (...line) => void told.push(line) },
  })
  expect(told).toEqual([['payment-unclear', { paymentId: id, reason: 'another partner' }]])
  expect((await waiting.run(context, {})).lines.join('\n')).toContain(`card payment unclear  ${id}`)
  // Its own partner now says that nothing was paid.
  expect((await retry.run(context, {})).lines).toEqual([
    '0 jobs, 0 refunds, 1 card payments and 0 purchases are tried again.',
  ])
  await settlePayment(id, services)
  expect((await query('select state, unclear_since from payment where id = $1', [id])).rows).toEqual([
    { state: 'EXPIRED', unclear_since: null },
  ])
  await query('delete from payment')
})

it('[PAY-11] lists money with the id that finds it in the partner’s console', async () => {
  const rows = [
    ['refund due', 'REFUND_DUE', 'T-1', 'S-1', false],
    ['refund unclear', 'REFUND_DUE', 'T-2', 'S-2', true],
    ['paid, no policy', 'APPROVED', 'T-3', 'S-3', false],
    ['card payment unclear', 'EXPIRED', null, 'S-4', true],
  ] as const
  for (const [, state, transaction, session, isUnclear] of rows)
    await query(
      `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, transaction_id, card_session_id, unclear_since, created_at, changed_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', $2, $3, $4,
               case when $5 then now() - interval '10 minutes' end, now(), now() - interval '1 hour')`,
      [unsold.id, state, transaction, session, isUnclear],
    )
  const { lines } = await waiting.run(context, {})
  for (const [listed, , transaction, session] of rows) {
    const found = transaction ? `transaction ${transaction}` : `session ${session}`
    const line = lines.find(one => one.includes(`  ${listed}  `))
    expect(line).toContain(` 123.45 NZD, ${found}, quote ${unsold.attributes.policyDetails.quoteNum} `)
  }
  await query('delete from payment')
})

it('[PAY-11] lists an unclear refund, and does not request it again', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, unclear_since, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now() - interval '10 minutes', now(), now() - interval '10 minutes')`,
    [id, unsold.id],
  )
  const text = (await waiting.run(context, {})).lines.join('\n')
  expect(text).toMatch(new RegExp(`refund unclear  ${id}  123\\.45 NZD`))
  expect(text).toContain('Refund unclear: the bank')
  expect(text).not.toContain('Refund due:')
  expect(text).not.toMatch(new RegExp(`refund due  ${id}`))
  expect((await retry.run(context, {})).lines).toEqual([
    '0 jobs, 0 refunds, 0 card payments and 0 purchases are tried again.',
  ])
  await query('delete from payment')
})

it.each(['PENDING', 'DECLINED'])(
  '[PAY-11] [PAY-07] stops asking about a card payment (%s) that an operator found unpaid',
  async state => {
    const id = randomUUID()
    await query(
      `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, card_session_id, next_poll_at, unclear_since, created_at, changed_at)
       values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', $3, $4, now() + interval '1 hour', now() - interval '10 minutes', now(), now())`,
      [id, unsold.id, state, `S-${id}`],
    )
    for (const wrong of [{ unpaid: 'x' }, { unpaid: id, quote: unsold.id }])
      await expect(settle.run(context, wrong)).rejects.toThrow('--unpaid')
    expect(await settle.run(context, { unpaid: id })).toMatchObject({ isWell: true })
    expect(await settle.run(context, { unpaid: id })).toMatchObject({ isWell: false })
    expect((await query('select state, next_poll_at, unclear_since from payment')).rows).toEqual([
      { state: state === 'PENDING' ? 'EXPIRED' : state, next_poll_at: null, unclear_since: null },
    ])
    const noted = await query(
      `select details from audit where what = 'payment-found-unpaid' and details->>'paymentId' = $1`,
      [id],
    )
    expect(noted.rows).toEqual([{ details: { paymentId: id, byHand: true } }])
    await query('delete from payment')
  },
)

it('[PAY-11] refuses to record a paid payment as unpaid', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, unclear_since, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now(), now(), now())`,
    [id, unsold.id],
  )
  expect(await settle.run(context, { unpaid: id })).toMatchObject({ isWell: false })
  expect(await settle.run(context, { refunded: id })).toMatchObject({ isWell: true })
  expect(await settle.run(context, { unpaid: id })).toMatchObject({ isWell: false })
  expect((await query('select state, unclear_since from payment')).rows).toEqual([
    { state: 'REFUNDED', unclear_since: null },
  ])
  const noted = await query(`select what from audit where details->>'paymentId' = $1`, [id])
  expect(noted.rows).toEqual([{ what: 'payment-refunded' }])
  await query('delete from payment')
})

it.each(['PENDING', 'EXPIRED'])(
  '[PAY-11] [PAY-07] records a refund in the partner’s console of an unclear payment (%s), and does not refund it again',
  async state => {
    const id = randomUUID()
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    const insert = (unclear: string) =>
      query(
        `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, card_session_id, transaction_id, next_poll_at, unclear_since, created_at, changed_at)
         values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', $3, $4, 't', now() + interval '1 hour', ${unclear}, now(), now())`,
        [id, quote.id, state, `S-${id}`],
      )
    // The payment is not unclear, so it may still be paid.
    await insert('null')
    expect(await settle.run(context, { refunded: id })).toMatchObject({ isWell: false })
    await query('delete from payment')
    await insert('now()')
    expect(await settle.run(context, { refunded: id })).toMatchObject({
      isWell: true,
      lines: [expect.stringContaining('tell them')],
    })
    expect((await query('select state, next_poll_at, unclear_since from payment')).rows).toEqual([
      { state: 'REFUNDED', next_poll_at: null, unclear_since: null },
    ])
    const noted = await query(`select what from audit where details->>'paymentId' = $1`, [id])
    expect(noted.rows).toEqual([{ what: 'payment-refunded' }])
    expect((await query(`select 1 from jobs.job where data->>'paymentId' = $1`, [id])).rows).toEqual([])
    expect((await client.call('policyRetrieve', { query: { uuid: quote.id } })).json).toEqual({
      paymentSentBack: true,
    })
    await query('delete from payment')
  },
)

it('[EDGE-13] settles an unknown purchase as the insurer told an operator: a policy or none', async () => {
  const { services } = world.application
  const stuck = async () => {
    const client = await world.browser()
    const quote = await createRatedQuote(client)
    await savePolicyholders(client, quote)
    ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
    // The state after a lost response of the insurer.
    await query('delete from policy where quote_id = $1', [quote.id])
    await query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
    await query(`update bind_attempt set state = 'UNKNOWN', policy_number = null where quote_id = $1`, [
      quote.id,
    ])
    await query('delete from insurer.policy where quote_number = $1', [
      quote.attributes.policyDetails.quoteNum,
    ])
    return quote.id
  }
  const bought = await stuck()
  for (const wrong of [
    {},
    { policy: 'a\tb' },
    { policy: ' ' },
    { refused: 'no' },
    { policy: 'P-1', refused: 'yes' },
  ])
    await expect(settle.run(context, { quote: bought, ...wrong })).rejects.toThrow('either --policy')
  await expect(settle.run(context, { quote: 'x', policy: 'P-1' })).rejects.toThrow('--quote')
  expect(await settle.run(context, { quote: sold.id, policy: 'P-1' })).toMatchObject({ isWell: false })
  const others = (await services.repositories.findPolicy(sold.id))?.policy_number ?? ''
  expect(await settle.run(context, { quote: bought, policy: others })).toMatchObject({ isWell: false })
  // The state after a node died before the bind.
  await query(`update bind_attempt set state = 'INTENT' where quote_id = $1`, [bought])
  expect(await settle.run(context, { quote: bought, policy: ' MVP 7/7.7 ' })).toMatchObject({ isWell: true })
  expect(await issuePolicy(bought, services)).toEqual({ outcome: 'issued', policyNumber: 'MVP 7/7.7' })
  expect((await services.repositories.findPolicy(bought))?.policy_number).toBe('MVP 7/7.7')

  const refused = await stuck()
  await settle.run(context, { quote: refused, refused: 'yes' })
  expect(await issuePolicy(refused, services)).toMatchObject({ outcome: 'rejected' })
  expect((await services.repositories.findQuote(refused))?.status).toBe('QUOTED')
  await world.mails(2)
  for (const id of [bought, refused]) {
    await query('delete from policy where quote_id = $1', [id])
    await query('delete from bind_attempt where quote_id = $1', [id])
    await query('delete from quote where id = $1', [id])
  }
})

it('[PAY-11] lists a card payment beside a policy that is paid by bank', async () => {
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'APPROVED', now(), now() - interval '1 hour')`,
    [sold.id],
  )
  const { lines } = await waiting.run(context, {})
  expect(lines.join()).toMatch(
    new RegExp(
      `paid, no policy .+ 123\\.45 NZD, quote ${sold.attributes.policyDetails.quoteNum} \\(${sold.id}\\)`,
    ),
  )
  expect(lines.filter(line => line.startsWith('Paid, no policy:'))).toHaveLength(1)
  await query('delete from payment')
})

it('[PAY-11] records a manual refund only once the payment can no longer buy a policy', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'APPROVED', now(), now() - interval '2 days')`,
    [id, unsold.id],
  )
  for (const state of ['INTENT', 'UNKNOWN', 'ISSUED']) {
    await query(
      `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, state, payment_id, created_at, changed_at)
       values ($1, gen_random_uuid(), 1, 'x', $2, $3, now(), now())`,
      [unsold.id, state, id],
    )
    expect(await settle.run(context, { refunded: id }), state).toMatchObject({ isWell: false })
    await query('delete from bind_attempt where quote_id = $1', [unsold.id])
  }
  expect(await world.application.services.repositories.findPayment(id)).toMatchObject({ state: 'APPROVED' })
  expect((await invariants.run(context, {})).lines.join()).toContain('I6')
  const settled = await settle.run(context, { refunded: id })
  expect(settled).toMatchObject({ isWell: true, lines: [expect.stringContaining('tell them')] })
  expect(await settle.run(context, { refunded: id })).toMatchObject({ isWell: false })
  expect(await world.application.services.repositories.findPayment(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await waiting.run(context, {})).lines.join()).not.toContain(id)
  expect((await invariants.run(context, {})).lines.join()).not.toContain('I6')
  const noted = await query(`select what from audit where details->>'paymentId' = $1`, [id])
  expect(noted.rows).toEqual([{ what: 'payment-refunded' }])
  await query('delete from payment')
})

it('[PAY-11] records a manual refund, which is then no longer listed', async () => {
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, next_poll_at, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUND_DUE', now() + interval '1 day', now(), now() - interval '1 hour')`,
    [id, unsold.id],
  )
  expect((await waiting.run(context, {})).lines.join()).toContain(`refund due  ${id}`)
  // The partner is still being asked, so the customer could get it twice.
  expect(await settle.run(context, { refunded: id })).toMatchObject({ isWell: false })
  await query('update payment set next_poll_at = null')
  expect(await settle.run(context, { refunded: id })).toMatchObject({ isWell: true })
  expect(await world.application.services.repositories.findPayment(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await waiting.run(context, {})).lines.join()).not.toContain(id)
  const noted = await query(
    `select details from audit where what = 'payment-refunded' and details->>'paymentId' = $1`,
    [id],
  )
  expect(noted.rows).toEqual([{ details: { paymentId: id, byHand: true } }])
  for (const wrong of [{ refunded: 'x' }, { refunded: id, quote: unsold.id }])
    await expect(settle.run(context, wrong)).rejects.toThrow('--refunded')
  await query('delete from payment')
})

const noPersonFound = expect.stringMatching(
  /^No policyholder .+ in step 4’s answers, in what was ordered or in a policy, and nobody .+ whom a partner registered\./,
)
const maia = { email: holder.email, dob: holder.dateOfBirth }

it('exports all data about a person, without our secrets', async () => {
  const [text = ''] = (await exportPerson.run(context, maia)).lines
  const kept = JSON.parse(text)
  expect(kept).toHaveLength(2)
  for (const fact of ['Māia', 'JHU968', sold.attributes.policyDetails.quoteNum, 'policy-issued'])
    expect(text).toContain(fact)
  // The price without the table of other prices.
  const { insurer_quote: priced } = kept[0].quote
  expect(priced).toMatchObject({ annualCents: expect.any(Number), imposedExcessDollars: expect.any(Number) })
  expect(priced.steps).not.toHaveLength(0)
  expect(text).not.toContain('priceTable')
  // The bank details, while they are stored.
  for (const theirs of ['12-3140-0171323-50', 'M O’Brien', 'ISSUED']) expect(text).toContain(theirs)
  for (const secret of [
    'notice_token_hash',
    'session_id',
    'encrypted_request',
    'policyholders_hash',
    'idem',
    'lease',
  ])
    expect(text).not.toContain(secret)
  expect(await exportPerson.run(context, { ...maia, dob: '1988-04-13' })).toEqual({
    lines: [noPersonFound],
    isWell: false,
  })
  await expect(exportPerson.run(context, { email: 'maia' })).rejects.toThrow('--dob')
})

it('the audit records an export and an erasure without personal data', async () => {
  const noted = async (id: string) =>
    (
      await query(
        `select what, details from audit where quote_id = $1 and what in ('exported', 'erased') order by at`,
        [id],
      )
    ).rows
  const quote = await createRatedQuote(await world.browser())
  const driver = { quote: quote.attributes.policyDetails.quoteNum, dob: holder.dateOfBirth }
  await exportPerson.run(context, { ...driver, dob: '1988-04-13' })
  expect(await noted(quote.id)).toEqual([])
  await exportPerson.run(context, driver)
  await erasePerson.run(context, driver)
  const details = { byHand: true }
  expect(await noted(quote.id)).toEqual([
    { what: 'exported', details },
    { what: 'erased', details },
  ])
  expect((await invariants.run(context, {})).lines.join()).not.toContain(quote.id)
})

it('names the number of an erased quote at a partner insurer, which must delete its copy', async () => {
  const quote = await createRatedQuote(await world.browser())
  const { quoteNum } = quote.attributes.policyDetails
  const asked = { quote: quoteNum, dob: holder.dateOfBirth }
  expect((await erasePerson.run({ ...context, insurer: 'http' }, asked)).lines).toEqual([
    `${quote.id}: forgotten. The insurer has it as quote ${quoteNum}.`,
    askInsurer,
    recordErasure,
  ])
})

it('[PAY-11] explains that a refunded payment stays in the accounts after an erasure', async () => {
  const quote = await createRatedQuote(await world.browser())
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 12345, 'NZD', 'REFUNDED', now(), now())`,
    [quote.id],
  )
  const driver = { quote: quote.attributes.policyDetails.quoteNum, dob: holder.dateOfBirth }
  expect((await erasePerson.run(context, driver)).lines).toEqual([
    `${quote.id}: forgotten. What was paid and sent back stays in the accounts.`,
    recordErasure,
  ])
  await query('delete from payment where quote_id = $1', [quote.id])
})

it('finds a person by any spelling of their e-mail, and a refused bind keeps no bank details', async () => {
  const quote = await customerWithAnswers()
  await query(
    `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', $2, 'REJECTED', now(), now())`,
    [quote.id, encrypt(context.keys(), `bind_attempt|encrypted_request|${quote.id}`, orderFor([]))],
  )
  const shouted = { ...maia, email: holder.email.toUpperCase() }
  expect(JSON.parse((await exportPerson.run(context, shouted)).lines[0] ?? '')).toHaveLength(3)
  const pasted = { ...maia, email: `Māia <mailto:${holder.email}>` }
  expect(JSON.parse((await exportPerson.run(context, pasted)).lines[0] ?? '')).toHaveLength(3)
  // Pattern characters are literal.
  expect((await exportPerson.run(context, { ...maia, email: '%@%' })).lines).toEqual([noPersonFound])
  const { lines } = await erasePerson.run(context, shouted)
  expect(lines.find(line => line.startsWith(quote.id))).toContain('forgotten')
  const { rows } = await query('select encrypted_request from bind_attempt where quote_id = $1', [quote.id])
  expect(rows).toEqual([{ encrypted_request: null }])
  await query('delete from bind_attempt where quote_id = $1', [quote.id])
  unsold = await customerWithAnswers()
})

it('finds a person by both forms of their domain, and a driver with any apostrophe', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const kia = { ...holder, firstName: 'Kia', lastName: "D'Arcy", dateOfBirth: '1977-07-07' }
  const tama = {
    ...holder,
    firstName: 'Tama',
    lastName: 'O`Neill',
    email: 'Tama@māori.nz',
    dateOfBirth: '1985-12-01',
  }
  const [main] = quote.body.drivers
  if (!main) throw new Error('no driver')
  const drivers = [
    { ...main, givenName: 'Kia', surname: 'D’Arcy', dateOfBirth: kia.dateOfBirth },
    {
      ...main,
      givenName: 'TAMA',
      surname: "O'Neill",
      dateOfBirth: tama.dateOfBirth,
      type: 'Driver2' as const,
    },
  ]
  ;(await client.call('quoteAmend', { body: { ...quote.body, drivers } })).ok()
  ;(
    await client.call('quoteCreate', {
      body: {
        id: quote.id,
        policyHolderDetails: [kia, tama],
        addressDetails: { ...quote.car.address, type: 'POSTAL' },
      },
    })
  ).ok()
  for (const email of ['tama@xn--mori-qsa.nz', 'TAMA@MĀORI.NZ', 'tama@ma\u0304ori.nz']) {
    const [text = '[]'] = (await exportPerson.run(context, { email, dob: tama.dateOfBirth })).lines
    expect(JSON.parse(text)).toMatchObject([{ quote: { drivers: [{ lastName: "O'Neill" }] } }])
    expect(text).not.toContain('Arcy')
  }
  for (const name of ['Tama O´Neill', 'tama oneill', 'Tama Oʻneill']) {
    const [text = '[]'] = (await exportPerson.run(context, { name, dob: tama.dateOfBirth })).lines
    expect(JSON.parse(text)).toMatchObject([{ drivers: [{ lastName: "O'Neill" }] }])
  }
  await query('delete from quote where id = $1', [quote.id])
})

it('finds a person who is only in an encrypted bind request, and erases them once it is refused', async () => {
  const quote = await createRatedQuote(await world.browser())
  const hemi = { ...holder, firstName: 'Hēmi', email: 'hemi@example.nz', dateOfBirth: '1970-02-03' }
  await query(
    `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', $2, 'UNKNOWN', now(), now())`,
    [quote.id, encrypt(context.keys(), `bind_attempt|encrypted_request|${quote.id}`, orderFor([hemi]))],
  )
  const asked = { email: 'Hemi@example.nz', dob: '1970-02-03' }
  expect((await exportPerson.run(context, { ...asked, dob: '1970-02-04' })).lines).toEqual([noPersonFound])
  const [text = ''] = (await exportPerson.run(context, asked)).lines
  expect(JSON.parse(text)).toHaveLength(1)
  expect(text).toContain('Hēmi')
  expect((await erasePerson.run(context, asked)).lines).toEqual([expect.stringContaining('kept for now')])
  await query(`update bind_attempt set state = 'REJECTED' where quote_id = $1`, [quote.id])
  expect((await erasePerson.run(context, asked)).lines).toEqual([`${quote.id}: forgotten.`, recordErasure])
  expect((await exportPerson.run(context, asked)).lines).toEqual([noPersonFound])
  await query('delete from bind_attempt where quote_id = $1', [quote.id])
})

it('shows the main driver the whole quote before step 4; explains the search if no one is found', async () => {
  const quote = await createRatedQuote(await world.browser())
  const { quoteNum } = quote.attributes.policyDetails
  const driver = { quote: quoteNum, dob: holder.dateOfBirth }
  const notThere = `No driver with this date of birth in quote ${quoteNum}: looked for in every quote and policy that is not forgotten.`
  const nobody = { email: 'nobody@example.nz', dob: holder.dateOfBirth }
  expect(await erasePerson.run(context, nobody)).toEqual({ lines: [noPersonFound], isWell: false })
  const another = await erasePerson.run(context, { ...driver, dob: '1988-04-13' })
  expect(another.lines).toEqual([notThere])
  const [text = ''] = (await exportPerson.run(context, driver)).lines
  for (const fact of ['88 Remuera', 'JHU968', 'criminalRecord', 'COMPREHENSIVE', 'annualCents', 'registered'])
    expect(text).toContain(fact)
  await expect(erasePerson.run(context, { ...driver, email: holder.email })).rejects.toThrow('--quote')
  expect((await erasePerson.run(context, driver)).lines).toEqual([`${quote.id}: forgotten.`, recordErasure])
  expect((await exportPerson.run(context, driver)).lines).toEqual([notThere])
  // The drivers of a policy stay.
  const insured = { ...driver, quote: sold.attributes.policyDetails.quoteNum }
  expect((await erasePerson.run(context, insured)).lines).toEqual([expect.stringContaining('7 years')])
  const longer = { ...context, retention: { ...context.retention, policyYears: 10 } }
  expect((await erasePerson.run(longer, insured)).lines).toEqual([expect.stringContaining('10 years')])
  // Once the quote has policyholders, the main driver sees only their own data.
  expect(JSON.parse((await exportPerson.run(context, insured)).lines[0] ?? '')).toEqual([
    {
      quoteNumber: insured.quote,
      drivers: [expect.objectContaining({ dateOfBirth: holder.dateOfBirth })],
      criminalRecord: false,
    },
  ])
})

it('[DRIVER-06] finds a declined driver by plate or name, and separates two people born on the same day', async () => {
  const client = await world.browser()
  const { id } = await register(client, 'TWN001')
  const car = await saveCar(client, id, 'TWN001')
  const body = ratedBody(id, car)
  const [main] = body.drivers
  if (!main) throw new Error('no driver')
  const twins = { dateOfBirth: '1979-06-05', surname: 'Te Ao' }
  const drivers = [
    { ...main, ...twins, givenName: 'Kahu', incidentCount: '5+' as const },
    { ...main, ...twins, givenName: 'Mārama', type: 'Driver2' as const },
  ]
  const refused = await client.call('quoteCreate', { body: { ...body, drivers } })
  expect(refused.json).toMatchObject({ code: 'NOT_INSURABLE' })
  const dob = twins.dateOfBirth
  for (const wrong of [
    { plate: 'TWN001' },
    { dob },
    { plate: '-', dob },
    { name: 'Kahu Te Ao', email: 'k@x.nz', dob },
  ])
    await expect(exportPerson.run(context, wrong)).rejects.toThrow('--plate')
  for (const either of [exportPerson, erasePerson])
    await expect(either.run(context, { plate: 'TWN001', dob })).rejects.toThrow('--name')
  const shown = async (asked: Record<string, string>) =>
    JSON.parse((await exportPerson.run(context, { ...asked, dob })).lines[0] ?? '')
  expect(await shown({ plate: 'twn 001', name: 'kahu te ao' })).toMatchObject([
    { quote: { id, plate: 'TWN001', status: 'DECLINED' } },
  ])
  expect(await shown({ name: 'Marama Te Ao' })).toEqual([
    {
      quoteNumber: null,
      drivers: [expect.objectContaining({ firstName: 'Mārama', lastName: 'Te Ao' })],
      criminalRecord: false,
    },
  ])
  const marama = { plate: 'TWN001', name: 'Mārama Te Ao', dob }
  expect((await erasePerson.run(context, marama)).lines).toEqual([`${id}: forgotten.`, recordErasure])
  expect((await exportPerson.run(context, marama)).lines).toEqual([
    'No driver with this name and date of birth of the car TWN001: looked for in every quote and policy that is not forgotten.',
  ])
  const other = await world.browser()
  await saveCar(other, (await register(other, 'TWN001')).id, 'TWN001')
  expect((await exportPerson.run(context, marama)).lines).toEqual([
    expect.stringContaining('Not looked at: one quote of this car that names nobody yet.'),
  ])
})

it('[EDGE-04] finds and erases a person registered by a partner, by e-mail or by name and plate', async () => {
  const person = {
    firstName: 'Hēmi',
    lastName: 'Tūhoe',
    email: 'Hemi@example.nz',
    mobilePhone: '0279998887',
  }
  const registered = async () => {
    const body = { registrationNumber: 'REG001', source: 'a dealer', partnerId: 'dealer-1', ...person }
    const url = new URL((await world.plainClient().call('registration', { body })).ok().url)
    const [user_id, password] = [url.searchParams.get('id') ?? '', url.searchParams.get('token') ?? '']
    return { user_id, password }
  }
  const { user_id, password } = await registered()
  // Another person with the link entered the address, which may not be this person's.
  const customer = await world.browser()
  customer.token = (await customer.call('login', { body: { user_id, password } })).ok().JWT
  await saveCar(customer, user_id, 'REG001')
  const dob = '1991-01-01'
  const asked = [
    { email: 'hemi@EXAMPLE.nz', dob },
    { plate: 'reg 001', name: 'hemi tuhoe', dob },
  ]
  for (const one of asked) {
    const [text = ''] = (await exportPerson.run(context, one)).lines
    expect(JSON.parse(text)).toEqual([
      {
        registration: {
          applicant: person,
          ...{ plate: 'REG001', brand: 'openroad', source: 'a dealer', partner_id: 'dealer-1' },
          ...{ status: 'DRAFT', created_at: expect.any(String) },
        },
      },
    ])
  }
  for (const none of [
    { email: 'other@example.nz', dob },
    { plate: 'REG002', name: 'Hēmi Tūhoe', dob },
    { plate: 'REG001', name: 'Hēmi Other', dob },
    { name: 'Hēmi Tūhoe', dob },
    { plate: 'REG001', name: 'Hēmi Tūhoe', quote: 'Q-1', dob },
  ])
    expect(await exportPerson.run(context, none)).toMatchObject({ isWell: false })
  for (const one of asked) {
    expect((await erasePerson.run(context, one)).lines[0]).toMatch(/: forgotten\.$/)
    expect(await exportPerson.run(context, one)).toMatchObject({ isWell: false })
    if (one === asked[0]) await registered()
  }
  const { rows } = await query(`select applicant, partner_id from quote where partner_id = 'dealer-1'`)
  expect(rows).toEqual([
    { applicant: null, partner_id: 'dealer-1' },
    { applicant: null, partner_id: 'dealer-1' },
  ])
})

it('shows another policyholder the policy and their own data, without other people’s answers or account', async () => {
  const tama = {
    ...holder,
    firstName: 'Tama',
    lastName: 'Kerr',
    email: 'tama@example.nz',
    dateOfBirth: '1985-12-01',
  }
  const rangi = {
    ...holder,
    firstName: 'Rangi',
    lastName: 'Parata',
    email: 'rangi@example.nz',
    mobile: '0279998887',
  }
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const [main] = quote.body.drivers
  if (!main) throw new Error('no driver')
  const drivers = [
    { ...main, givenName: rangi.firstName, surname: rangi.lastName },
    {
      ...main,
      givenName: tama.firstName,
      surname: tama.lastName,
      dateOfBirth: tama.dateOfBirth,
      type: 'Driver2' as const,
    },
  ]
  const { data } = (await client.call('quoteAmend', { body: { ...quote.body, drivers } })).ok()
  const saved = await client.call('quoteCreate', {
    body: {
      id: quote.id,
      policyHolderDetails: [rangi, tama],
      addressDetails: { ...quote.car.address, type: 'POSTAL' },
    },
  })
  saved.ok()
  const shown = async (who: typeof holder) =>
    (await exportPerson.run(context, { email: who.email, dob: who.dateOfBirth })).lines[0] ?? ''
  const others = ['Rangi', 'Parata', rangi.dateOfBirth, rangi.email, rangi.mobile, 'postalAddress']
  const { quoteNum } = quote.attributes.policyDetails
  // The last one is an answer about all drivers, as the privacy notice says.
  const own = ['Tama', 'Kerr', tama.dateOfBirth, 'Driver2', 'JHU968', quoteNum, 'criminalRecord']
  const unsoldText = await shown(tama)
  expect(JSON.parse(unsoldText)).toHaveLength(1)
  expect(own.filter(fact => !unsoldText.includes(fact))).toEqual([])
  expect(others.filter(fact => unsoldText.includes(fact))).toEqual([])
  expect(await shown(rangi)).toContain(tama.email)

  const body = bindBody({ ...quote, attributes: data.attributes })
  const party = (who: typeof holder) => ({
    individualPolicyHolder: {
      contactDetails: { emailAddress: who.email, landlineNum: '', mobileNum: who.mobile },
      dob: who.dateOfBirth,
      givenName: who.firstName,
      surname: who.lastName,
      title: who.title,
    },
  })
  body.attributes.bindPolicyParties = {
    primaryPolicyHolder: party(rangi),
    additionalPolicyHolders: [party(tama)],
  }
  const { policyNumber } = (await client.call('quoteBind', { body })).ok()
  const account = ['12-3140-0171323-50', '••', 'M O’Brien', 'Māia', 'userAgent', '"ip"', 'ticked']
  const text = await shown(tama)
  expect([...own, policyNumber, 'COMPREHENSIVE', '88 Remuera'].filter(fact => !text.includes(fact))).toEqual(
    [],
  )
  expect([...others, ...account].filter(fact => text.includes(fact))).toEqual([])
  const whole = await shown(rangi)
  expect([...own, ...others, ...account].filter(fact => !whole.includes(fact))).toEqual([])
  // The buyer sees all; a person who was the first policyholder only earlier sees only that part.
  await query(
    `update policy set record = jsonb_set(record, '{policyholders}', jsonb_build_array(record->'policyholders'->1, record->'policyholders'->0))
     where quote_id = $1`,
    [quote.id],
  )
  expect(JSON.parse(await shown(rangi))[0].policy.record.payment).toBeUndefined()
  expect(await shown(tama)).not.toContain('12-3140-0171323-50')
  for (const table of ['policy', 'bind_attempt'])
    await query(`delete from ${table} where quote_id = $1`, [quote.id])
  await query('delete from quote where id = $1', [quote.id])
})

it('erases unsold quotes, keeps the policy and explains why', async () => {
  const { lines } = await erasePerson.run(context, maia)
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toBe(recordErasure)
  expect(lines.find(line => line.startsWith(sold.id))).toContain('7 years')
  expect(lines.find(line => line.startsWith(unsold.id))).toContain('forgotten')
  expect(await world.application.services.repositories.findQuote(unsold.id)).toMatchObject({
    drivers: null,
    policyholders: null,
    status: 'EXPIRED',
  })
  const left = JSON.parse((await exportPerson.run(context, maia)).lines[0] ?? '')
  expect(left).toHaveLength(1)
})

it('erases unused insurer quotes and an abandoned mail with the quote', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const car = await saveCar(client, id)
  // Two tabs request the first price at once: the insurer has two quotes, and we store one.
  const ask = () => client.call('quoteCreate', { body: ratedBody(id, car) })
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const attributes = (await client.call('quoteAmend', { body: ratedBody(id, car) })).ok().data.attributes
  const hemi = { ...holder, email: 'hemi-twice@example.nz' }
  await savePolicyholders(client, { ...unsold, id, car, attributes }, hemi)
  for (const quoteId of [id, sold.id])
    await giveUp('quote-mail', {
      encrypted: encryptQuoteMailPayload(
        { quoteId, to: 'hemi-twice@example.nz', ...mailRequest },
        context.keys(),
      ),
    })
  const unkept = async () =>
    (
      await query(
        `select risk from insurer.quote i where not closed and not exists (
           select 1 from quote q where q.quote_number = i.quote_number and q.anonymised_at is null)`,
      )
    ).rows
  expect(await unkept()).toMatchObject([{ risk: { plate: 'JHU968' } }])
  const others = `select count(*)::int as count from insurer.quote where not closed and risk->>'plate' = 'JHU968'`
  const [before] = (await query(others)).rows
  const asked = { email: hemi.email, dob: holder.dateOfBirth }
  expect((await erasePerson.run(context, asked)).lines).toEqual([`${id}: forgotten.`, recordErasure])
  expect(await unkept()).toEqual([])
  // The insurer keeps other quotes for the same car.
  expect((await query(others)).rows).toEqual([{ count: before?.count - 2 }])
  const { rows } = await query(
    `delete from jobs.job where name = 'given-up' returning data->>'encrypted' as ref`,
  )
  expect(rows.map(({ ref }) => decryptQuoteMailPayload(ref, context.keys()).quoteId)).toEqual([sold.id])
})

it('[EDGE-11] reports a mail or bind request that cannot be decrypted, and continues with the others', async () => {
  const quote = await customerWithAnswers()
  const broken = await createRatedQuote(await world.browser())
  const { keys } = world.application.services
  const gone = { ...keys, pii: new Map<string, Uint8Array>([['gone', randomBytes(32)]]) }
  const order = `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, created_at, changed_at)
     values ($1, gen_random_uuid(), 1, 'x', $2, 'REJECTED', now(), now())`
  const place = `bind_attempt|encrypted_request|${broken.id}`
  await query(order, [broken.id, encrypt(gone, place, orderFor([holder]))])
  const put = (encrypted: string) => giveUp('quote-mail', { encrypted })
  const lost = await put(
    encryptQuoteMailPayload({ quoteId: quote.id, to: holder.email, ...mailRequest }, gone),
  )
  // One decrypts to an invalid payload; the other is not encrypted.
  const strange = await put(encrypt(keys, 'job|quote-mail', '{"quote":7}'))
  const torn = await put('v1')
  const its = await put(
    encryptQuoteMailPayload({ quoteId: quote.id, to: holder.email, ...mailRequest }, keys),
  )
  const others = await put(
    encryptQuoteMailPayload({ quoteId: sold.id, to: holder.email, ...mailRequest }, keys),
  )

  const exported = await exportPerson.run(context, maia)
  expect(exported.lines[0]).toContain(quote.id)
  expect(exported.lines.slice(1)).toEqual([expect.stringContaining(`the orders of the quotes ${broken.id}.`)])
  const { lines } = await erasePerson.run(context, maia)
  expect(lines).toContain(`${quote.id}: forgotten.`)
  expect(lines).toContainEqual(expect.stringContaining(`the orders of the quotes ${broken.id}.`))
  const named = lines.find(line => line.includes('the jobs of mails'))
  for (const id of [lost, strange, torn]) expect(named).toContain(id)
  const { rows } = await query(`select id from jobs.job where name = 'given-up'`)
  const left = rows.map(({ id }) => id)
  expect(left).not.toContain(its)
  expect(left).toEqual(expect.arrayContaining([lost, strange, torn, others]))

  const pii = new Map<string, Uint8Array>([['z', randomBytes(32)], ...keys.pii])
  const rotated = await rotateKeys.run({ ...context, keys: () => ({ ...keys, pii }) }, {})
  expect(rotated.isWell).toBe(false)
  expect(rotated.lines[0]).toMatch(/^\d+ locked again with key z; 3 are left under another\.$/)
  expect(rotated.lines[1]).toMatch(/^Cannot be opened, because PII_KEYS lacks their key: /)
  for (const id of [broken.id, lost, torn]) expect(rotated.lines[1]).toContain(id)
  const back = encrypt(
    keys,
    `bind_attempt|encrypted_request|${sold.id}`,
    orderFor([holder]).replace('Q-1', '12-3140-0171323-50'),
  )
  await query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [sold.id, back])
  await query(`delete from bind_attempt where quote_id = $1`, [broken.id])
  await query(`delete from jobs.job where id = any($1)`, [[lost, strange, torn, others]])
})

it('re-encrypts bank details with the newest key', async () => {
  const old = world.application.services.keys
  const pii = new Map<string, Uint8Array>([['9', randomBytes(32)], ...old.pii])
  const rotated = await rotateKeys.run({ ...context, keys: () => ({ ...old, pii }) }, {})
  expect(rotated).toEqual({ lines: ['1 locked again with key 9; 0 are left under another.'], isWell: true })
  const { rows } = await query('select encrypted_request as sealed from bind_attempt')
  const open = (keys: ReadonlyMap<string, Uint8Array>) =>
    decrypt({ ...old, pii: keys }, `bind_attempt|encrypted_request|${sold.id}`, rows[0]?.sealed)
  expect(open(new Map([...pii].slice(0, 1)))).toContain('12-3140-0171323-50')
  expect(() => open(old.pii)).toThrow('unknown key')
  expect((await rotateKeys.run({ ...context, keys: () => ({ ...old, pii }) }, {})).lines[0]).toMatch(
    /^0 locked/,
  )
})

it('does not confuse key ids that differ in one character', async () => {
  const old = world.application.services.keys
  const [first = new Uint8Array()] = old.pii.values()
  const alike = new Map([['k12', first]])
  await query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [
    sold.id,
    encrypt({ ...old, pii: alike }, `bind_attempt|encrypted_request|${sold.id}`, 'bank details'),
  ])
  const pii = new Map<string, Uint8Array>([['k_2', randomBytes(32)], ...alike])
  const rotated = await rotateKeys.run({ ...context, keys: () => ({ ...old, pii }) }, {})
  expect(rotated.lines).toEqual(['1 locked again with key k_2; 0 are left under another.'])
  const back = encrypt(old, `bind_attempt|encrypted_request|${sold.id}`, 'bank details')
  await query('update bind_attempt set encrypted_request = $2 where quote_id = $1', [sold.id, back])
})

it('[EDGE-11] re-encrypts queued mails, so that the older key may be removed', async () => {
  const old = world.application.services.keys
  const mail = { quoteId: sold.id, to: 'aroha@example.nz', ...mailRequest }
  await query(
    `insert into jobs.job (name, data, start_after) values ('quote-mail', $1, now() + interval '1 day')`,
    [JSON.stringify({ encrypted: encryptQuoteMailPayload(mail, old) })],
  )
  const newest = new Map<string, Uint8Array>([['n', randomBytes(32)]])
  const pii = new Map([...newest, ...old.pii])
  const rotated = await rotateKeys.run({ ...context, keys: () => ({ ...old, pii }) }, {})
  expect(rotated).toEqual({ lines: ['2 locked again with key n; 0 are left under another.'], isWell: true })
  const { rows } = await query(
    `select data->>'encrypted' as ref from jobs.job where name = 'quote-mail' and state = 'created'`,
  )
  expect(decryptQuoteMailPayload(rows[0]?.ref, { ...old, pii: newest })).toEqual(mail)
})

it('lists a refused policy mail, and sends it again to a corrected address', async () => {
  const { services } = world.application
  const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
  await sendPolicyMail(sold.id, { ...services, mail: refusing })
  const policy = (await services.repositories.findPolicy(sold.id))?.policy_number ?? ''
  expect((await waiting.run(context, {})).lines.join('\n')).toMatch(
    new RegExp(`policy mail refused {2}${policy} .+ \\(${sold.id}\\)`),
  )
  for (const wrong of [{ policy: 'P-0' }, { policy, email: 'maia' }, {}])
    await expect(mailAgain.run(context, wrong)).rejects.toThrow('--')
  const email = 'maia.obrien@example.nz'
  expect(await mailAgain.run(context, { policy, email })).toMatchObject({ isWell: true })
  // The mailbox shows a repeated message once.
  const sentTo = (address: string) =>
    eventually(async () => (await world.mails(1)).find(mail => mail.to.includes(address)))
  const again = await sentTo(email)
  expect(again.attachments).toHaveLength(3)
  await eventually(
    async () => !(await waiting.run(context, {})).lines.join().includes(`policy mail refused  ${policy}`),
  )
  expect((await services.repositories.findPolicy(sold.id))?.record.policyholders[0]?.email).toBe(email)
})

it('uses a corrected address for exports and later mails, and revokes the old address and its link', async () => {
  const { services } = world.application
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const wrong = 'maya@example.nz'
  await savePolicyholders(client, quote, { ...holder, email: wrong })
  ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
  const send = vi.spyOn(services.mail, 'send')
  onTestFinished(() => send.mockRestore())
  const linkIn = (text = '') => new URLSearchParams(/\?(id=\S+)/.exec(text)?.[1]).get('token') ?? ''
  const openedBy = async (password: string) =>
    (await (await world.browser()).call('login', { body: { user_id: quote.id, password } })).status
  await sendPolicyMail(quote.id, services)
  const first = linkIn(send.mock.lastCall?.[0].text)
  expect(await openedBy(first)).toBe(200)
  const policy = (await services.repositories.findPolicy(quote.id))?.policy_number ?? ''
  const email = 'maia.right@example.nz'
  await mailAgain.run(context, { policy, email })
  await sendPolicyMail(quote.id, services)
  const sent = (name: string) =>
    send.mock.calls.map(([mail]) => mail).findLast(mail => mail.messageId.startsWith(`<${name}.`))
  expect(sent('policy')?.to).toBe(email)
  expect(await openedBy(linkIn(sent('policy')?.text))).toBe(200)
  expect(await openedBy(first)).not.toBe(200)
  // The quote and the encrypted bind request keep the wrong address.
  const [text = ''] = (await exportPerson.run(context, { ...maia, email })).lines
  const [shown] = JSON.parse(text)
  expect(shown.quote.policyholders.policyholders).toHaveLength(1)
  expect(shown.quote.drivers).toHaveLength(1)
  expect(text).toContain('12-3140-0171323-50')
  // A person who received the documents knows the old address and the birth date.
  await expect(exportPerson.run(context, { ...maia, email: wrong })).rejects.toThrow(
    `In policy ${policy} this person has another address`,
  )
  const id = randomUUID()
  await query(
    `insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
     values ($1, $2, gen_random_uuid(), 1, 12345, 'NZD', 'REFUNDED', now(), now())`,
    [id, quote.id],
  )
  await sendRefundMail(id, services)
  expect(sent('refund')).toMatchObject({
    to: email,
    text: expect.stringContaining(`Your policy ${policy} stays as it is.`),
  })
  for (const table of ['payment', 'policy', 'bind_attempt'])
    await query(`delete from ${table} where quote_id = $1`, [quote.id])
  await query('delete from quote where id = $1', [quote.id])
})

// Last, because audit entries are never deleted.
it('[PAY-05] [EDGE-13] lists a policy that only the insurer has, once with its number, until it is acknowledged', async () => {
  const note = `insert into audit (id, at, quote_id, what, details)
    values (gen_random_uuid(), now(), $1, 'policy-unkept', '{"policyNumber": "KM-1"}')`
  for (const _ of ['said', 'said again']) await query(note, [unsold.id])
  const named = `policy in no book of ours  ${unsold.id}  the insurer says KM-1`
  const listed = async () => (await waiting.run(context, {})).lines.filter(line => line.includes(named))
  expect(await listed()).toHaveLength(1)
  expect((await waiting.run(context, {})).isWell).toBe(false)
  for (const wrong of [{}, { quote: 'x' }, { quote: unsold.id, account: 'mark-1' }, { job: 'x' }])
    await expect(acknowledge.run(context, wrong)).rejects.toThrow('Say one of')
  expect(await acknowledge.run(context, { quote: unsold.id, policy: 'KM-2' })).toMatchObject({
    isWell: false,
  })
  expect(await acknowledge.run(context, { quote: sold.id })).toMatchObject({ isWell: false })
  expect(await acknowledge.run(context, { quote: unsold.id })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
  await query(note, [unsold.id])
  expect(await listed()).toHaveLength(1)
  // Two policy numbers of one quote are acknowledged separately.
  await query(note.replace('KM-1', 'KM-2'), [unsold.id])
  expect(await acknowledge.run(context, { quote: unsold.id })).toMatchObject({
    isWell: false,
    lines: [expect.stringContaining('KM-1, KM-2')],
  })
  expect(await acknowledge.run(context, { quote: unsold.id, policy: 'KM-2' })).toMatchObject({ isWell: true })
  expect(await listed()).toHaveLength(1)
  expect(await acknowledge.run(context, { quote: unsold.id })).toMatchObject({ isWell: true })
  // A policy whose number the insurer did not state.
  await query(note.replace('"policyNumber": "KM-1"', ''), [unsold.id])
  expect((await waiting.run(context, {})).lines.join('\n')).toContain(
    `policy in no book of ours  ${unsold.id}  the insurer says that the quote is a policy already, quote `,
  )
  expect(await acknowledge.run(context, { quote: unsold.id })).toMatchObject({ isWell: true })
  expect((await waiting.run(context, {})).lines.join()).not.toContain('policy in no book of ours')
})

it('acknowledging one privacy notice keeps the others of the policy listed', async () => {
  for (const place of [1, 2])
    await query(
      `insert into audit (id, at, quote_id, what, details)
       values (gen_random_uuid(), now(), $1, 'notice-refused', jsonb_build_object('message', $2::text))`,
      [sold.id, `<notice-${place}.P-1@openroad.example>`],
    )
  const listed = async () =>
    (await waiting.run(context, {})).lines.filter(line => line.includes('  notice refused  '))
  expect(await listed()).toHaveLength(2)
  expect(await acknowledge.run(context, { quote: sold.id, mail: 'notice' })).toMatchObject({
    isWell: false,
    lines: [expect.stringContaining('--mail notice-1')],
  })
  expect(await acknowledge.run(context, { quote: sold.id, mail: 'notice-3' })).toMatchObject({
    isWell: false,
  })
  expect(await acknowledge.run(context, { quote: sold.id, mail: 'notice-2' })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([expect.stringContaining('<notice-1.P-1@')])
  expect(await acknowledge.run(context, { quote: sold.id, mail: 'notice' })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
})

it('[EDGE-11] acknowledges abandoned jobs, and a policy mail’s job by its mail', async () => {
  const listed = async () =>
    (await waiting.run(context, {})).lines.filter(line => line.includes('  work given up  '))
  await deleteGivenUp()
  const locked = await giveUp('quote-mail', { encrypted: 'v1.k.sealed' })
  const policyMail = await giveUp('policy-mail', { quoteId: sold.id })
  const notice = await giveUp('privacy-notice', { quoteId: sold.id, place: 1 })
  expect(await listed()).toHaveLength(3)
  expect(await acknowledge.run(context, { job: randomUUID() })).toMatchObject({ isWell: false })
  for (const job of [locked, notice]) {
    expect(await acknowledge.run(context, { job })).toMatchObject({ isWell: true })
    expect(await acknowledge.run(context, { job })).toMatchObject({ isWell: false })
  }
  expect(await listed()).toEqual([expect.stringContaining(policyMail)])
  const noted = await query(
    `select quote_id, details from audit where details->>'of' = 'given-up' order by at`,
  )
  expect(noted.rows).toEqual([
    { quote_id: null, details: { of: 'given-up', kind: 'quote-mail', job: locked, byHand: true } },
    { quote_id: sold.id, details: { of: 'given-up', kind: 'privacy-notice', job: notice, byHand: true } },
  ])
  const policy = (await world.application.services.repositories.findPolicy(sold.id))?.policy_number ?? ''
  await mailAgain.run(context, { policy })
  expect(await listed()).toEqual([])
  await eventually(
    async () =>
      (await query(`select 1 from jobs.job where name = 'policy-mail' and state <> 'completed'`)).rowCount ===
      0,
  )
})

it('[T43] lists an account with many policies until it is acknowledged, and again with the next policy', async () => {
  const bind = () =>
    query(
      `with ordered as (
         insert into quote (id, brand, origin, plate, created_at, changed_at)
         values (gen_random_uuid(), 'openroad', '', '', now(), now()) returning id
       ), asked as (
         insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, account_fingerprint, state, created_at, changed_at)
         select id, gen_random_uuid(), 1, '', 'mark-1', 'ISSUED', now(), now() from ordered
       )
       insert into audit (id, at, quote_id, what) select gen_random_uuid(), now(), id, 'bind-intended' from ordered`,
    )
  const listed = async () =>
    (await waiting.run(context, {})).lines.filter(line => line.includes('one account, many policies  mark-1'))
  for (let policy = 1; policy <= 5; policy += 1) await bind()
  expect(await listed()).toEqual([])
  await bind()
  expect(await listed()).toEqual([expect.stringContaining('6 in 30 days')])
  expect(await acknowledge.run(context, { account: 'mark-2' })).toMatchObject({ isWell: false })
  expect(await acknowledge.run(context, { account: 'mark-1' })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
  await bind()
  expect(await listed()).toEqual([expect.stringContaining('7 in 30 days')])
})

it('acknowledges a refused mail', async () => {
  const { services } = world.application
  const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
  await sendPolicyMail(sold.id, { ...services, mail: refusing })
  const policy = (await services.repositories.findPolicy(sold.id))?.policy_number ?? ''
  const listed = async () =>
    (await waiting.run(context, {})).lines.filter(line => line.includes(`policy mail refused  ${policy}`))
  expect(await listed()).toHaveLength(1)
  expect(await acknowledge.run(context, { policy: 'P-0' })).toMatchObject({ isWell: false })
  expect(await acknowledge.run(context, { policy })).toMatchObject({ isWell: true })
  expect(await listed()).toEqual([])
})

it.each(mailKinds)(
  'a %s its recipient refuses for good is listed with its quote until a person has seen to it',
  async kind => {
    const { services } = world.application
    const refusing = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
    const brand = brandOf(services, 'openroad')
    const content = { subject: '', text: '', html: '' }
    const send = () =>
      deliver(
        { quoteId: sold.id, brand, name: `${kind}-1`, to: holder.email, content, kind },
        { ...services, mail: refusing },
      )
    await send()
    const listed = async () =>
      (await waiting.run(context, {})).lines.filter(
        line => line.includes(`  ${refusedMailActions[kind].listed}  `) && line.endsWith(`(${sold.id})`),
      )
    expect(await listed()).toHaveLength(1)
    const { listed: name, advice } = refusedMailActions[kind]
    expect((await waiting.run(context, {})).lines).toContain(
      `${name[0]?.toUpperCase()}${name.slice(1)}: ${advice}`,
    )
    expect(await acknowledge.run(context, { quote: unsold.id, mail: kind })).toMatchObject({ isWell: false })
    for (const wrong of [{ quote: sold.id, mail: 'letter' }, { policy: 'P-0', mail: kind }, { mail: kind }])
      await expect(acknowledge.run(context, wrong)).rejects.toThrow('Say one of')
    expect(await acknowledge.run(context, { quote: sold.id, mail: kind })).toMatchObject({ isWell: true })
    expect(await listed()).toEqual([])
    await send()
    expect(await listed()).toHaveLength(1)
    await acknowledge.run(context, { quote: sold.id, mail: kind })
  },
)

it('[PAY-11] lists a refund to an unknown payer by its payment', async () => {
  const [paymentId, refused] = [randomUUID(), randomUUID()]
  for (const details of [{ paymentId, payerUnknown: true }, { paymentId: refused }])
    await query(
      `insert into audit (id, at, quote_id, what, details) values (gen_random_uuid(), now(), $1, 'refund-mail-refused', $2)`,
      [sold.id, details],
    )
  const lines = async () => (await waiting.run(context, {})).lines.join('\n')
  expect(await lines()).toContain(`by us, who paid being known no more, payment ${paymentId}, quote `)
  expect(await lines()).toContain(`for good, by its recipient, payment ${refused}, quote `)
  // Each of the two mails is acknowledged separately.
  const mail = { quote: sold.id, mail: 'refund-mail' }
  expect(await acknowledge.run(context, mail)).toMatchObject({ isWell: false })
  expect(await acknowledge.run(context, { ...mail, payment: refused })).toMatchObject({ isWell: true })
  expect(await lines()).not.toContain(refused)
  expect(await lines()).toContain(paymentId)
  expect(await acknowledge.run(context, mail)).toMatchObject({ isWell: true })
  expect(await lines()).not.toContain(paymentId)
})

it('[T21] [HOLDER-02] lists a privacy notice that was held because of the daily mail limit', async () => {
  await query(
    `insert into audit (id, at, quote_id, what, details)
     values (gen_random_uuid(), now(), $1, 'notice-refused', '{"message": "<notice-1.X>", "tooMany": true}')`,
    [sold.id],
  )
  const listed = async () =>
    (await waiting.run(context, {})).lines.filter(line => line.includes('  notice refused  '))
  expect(await listed()).toEqual([
    expect.stringContaining(`${sold.id}  by us, its reader having too many mails: <notice-1.X>`),
  ])
  await acknowledge.run(context, { quote: sold.id, mail: 'notice' })
  expect(await listed()).toEqual([])
})

it('[EDGE-13] finds the tasks by index, without reading all audit entries', async () => {
  const client = await world.database.pool.connect()
  onTestFinished(() => client.release())
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: world.database.pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  })
  await waiting.run({ ...context, database: { ...database, kysely } }, {})
  await client.query('begin')
  await client.query(
    `insert into audit (id, at, quote_id, what)
     select gen_random_uuid(), now(), gen_random_uuid(), 'rated-quoted' from generate_series(1, 20000)`,
  )
  await client.query('analyze audit')
  const plans = await Promise.all(
    sent.map(({ sql, parameters }) => client.query(`explain ${sql}`, [...parameters])),
  )
  await client.query('rollback')
  const lines = plans.flatMap(({ rows }) => rows.map(row => String(row['QUERY PLAN'])))
  expect(lines.filter(line => /Seq Scan on audit/.test(line))).toEqual([])
  expect(
    lines.filter(line => /Scan.* on audit_refused/.test(line) || /using audit_refused/.test(line)),
  ).toHaveLength(mailKinds.length + 1)
})

/** Runs the program with this environment, and returns its exit code and output. */
const program =
  (environment: Readonly<Record<string, string>>) =>
  (...args: string[]) =>
    promisify(execFile)(process.execPath, [...serverNodeFlags, 'scripts/ops.ts', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...environment },
    }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stderr }) => [code, stderr],
    )

it('creates no keys: without the nodes’ keys, a command that needs them fails and others work', async () => {
  const dataDir = await temporaryDir()
  const ops = program({ DATABASE_URL: world.database.url, DATA_DIR: dataDir })
  const message =
    'This needs the keys of the nodes, and none are here: set JWT_KEY and PII_KEYS as the nodes have them.\n'
  expect(await ops('rotate-keys')).toEqual([1, message])
  expect((await ops('invariants'))[1]).not.toBe(message)
  expect(existsSync(join(dataDir, 'keys'))).toBe(false)
})

it('before the migration, scheduled commands raise no alert and an operator gets a message', async () => {
  const old = await testDatabase()
  onTestFinished(() => old.close())
  const ops = program({ DATABASE_URL: old.url })
  const message = 'These tables are older than this version: no node of it has brought them up to date yet.\n'
  // The first node creates the queue's tables.
  expect(await ops('waiting')).toEqual([0, message])
  await old.pool.query('alter table payment rename unclear_since to as_it_was')
  expect(await ops('waiting')).toEqual([0, message])
  expect(await ops('retry')).toEqual([1, message])
  await old.pool.query('drop table kysely_migration')
  expect(await ops('waiting')).toEqual([
    1,
    'This database holds nothing yet: start the server on it first.\n',
  ])
})
