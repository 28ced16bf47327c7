/** Tests of the operators' commands about purchases, mails and jobs, with rows in every state that needs a person. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { requireBrand } from '#brands/index.ts'
import { deliver, type MailKind, mailKinds, refusedMailTasks } from '#server/mail/deliver.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { testDatabase } from '#test/database.ts'
import { type Operations, openOperations, quoteNumberOf } from '#test/operations.ts'
import { policyholder, type RatedCustomer, ratedCustomer } from '#test/purchase.ts'
import { statementsOf } from '#test/query-plans.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { minutesAgo } from '#test/stored-rows.ts'
import { eventually } from '#test/test-app.ts'
import { serverNodeFlags } from '../server-node-flags.mjs'
import type { CommandOptions } from './command-types.ts'
import { invariants } from './invariants.ts'
import { acknowledgeTask, manualTasks } from './manual-tasks.ts'
import { retry, settle } from './retry-and-settle.ts'
import { resendDocuments } from './support.ts'

let ops: Operations
let sold: RatedCustomer
let unsold: RatedCustomer
beforeAll(async () => {
  ops = await openOperations()
  sold = ops.sold
  unsold = await ops.customer()
})
afterEach(() => ops.reset())
afterAll(() => ops.close())

/** The output of `npm run ops`. */
const tasks = async () => (await ops.run(manualTasks)).text
/** The listed items of a kind. */
const listed = async (kind: string) =>
  (await tasks()).split('\n').filter(line => line.includes(`  ${kind}  `))
/** True if the command found what it was told about. */
const acknowledges = async (options: CommandOptions) => (await ops.run(acknowledgeTask, options)).isWell
const settles = async (options: CommandOptions) => (await ops.run(settle, options)).isWell

const retried = ({ jobs = 0, refunds = 0, payments = 0, purchases = 0 }) =>
  `The servers try again: ${jobs} jobs, ${refunds} refunds, ${payments} card payments and ${purchases} purchases.`

const paymentRow = async (id: string) =>
  (await ops.query('select state, next_poll_at, unclear_since from payment where id = $1', [id]))[0]
const auditOfPayment = async (id: string) =>
  (await ops.query(`select what from audit where details->>'paymentId' = $1`, [id])).map(({ what }) => what)

it('[EDGE-13] lists no task after a purchase, and every invariant holds', async () => {
  expect(await ops.run(manualTasks)).toMatchObject({ text: 'There are no tasks for a person.', isWell: true })
  expect(await ops.run(invariants)).toMatchObject({ isWell: true })
  await ops.query(`update policy set brand = 'fern'`)
  const text = expect.stringMatching(/^I14 is broken: .+\n {4}OR\d{9}$/m)
  expect(await ops.run(invariants)).toMatchObject({ isWell: false, text })
  await ops.query(`update policy set brand = 'openroad'`)
})

it('[EDGE-13] [EDGE-15] lists stuck work, and retries it', async () => {
  const asked = { encrypted_request: 'v1.x.y', attempts: 3, last_error: 'timeout' }
  await ops.addBindAttempt(unsold.id, 'UNKNOWN', asked)
  await ops.addFailedJob('policy-mail', { quoteId: sold.id }, 3, 'SMTP 535')
  const { text, isWell } = await ops.run(manualTasks)
  expect(isWell).toBe(false)
  expect(text).toContain(
    `policy not settled  ${unsold.id}  the insurer was asked 3 times: timeout, quote ${quoteNumberOf(unsold)} (${unsold.id})`,
  )
  expect(text).toContain(`policy-mail after 3 retries: SMTP 535, quote ${quoteNumberOf(sold)} (${sold.id})`)

  expect(await ops.run(retry)).toMatchObject({ text: retried({ jobs: 1, purchases: 1 }) })
  const again = await ops.query(
    `select 1 from jobs.job where name = 'policy-mail' and data->>'quoteId' = $1 and created_on > now() - interval '10 seconds'`,
    [sold.id],
  )
  expect(again).not.toEqual([])
  expect(await ops.query(`select 1 from jobs.job where name = 'given-up'`)).toEqual([])
})

it('[PAY-11] counts the tasks by kind, and names the ten oldest of each kind', async () => {
  for (let hour = 1; hour <= 12; hour += 1)
    await ops.addPayment(unsold.id, 'REFUND_DUE', { changed_at: minutesAgo(60 * hour) })
  const { lines } = await ops.run(manualTasks)
  expect(lines[0]).toBe('12  refund due')
  expect(lines.filter(line => / {2}refund due {2}[-\da-f]{36} {2}/.test(line))).toHaveLength(10)
  expect(lines).toContain('… and 2 more: refund due')
})

it.each([
  ['refund due', 'REFUND_DUE', { transaction_id: 'T-1' }, 'transaction T-1', { refunds: 1 }],
  [
    'refund unclear',
    'REFUND_DUE',
    { transaction_id: 'T-2', unclear_since: minutesAgo(10) },
    'transaction T-2',
    {},
  ],
  ['paid, no policy', 'APPROVED', { transaction_id: 'T-3' }, 'transaction T-3', {}],
  ['card payment unclear', 'EXPIRED', { unclear_since: minutesAgo(10) }, 'session S', { payments: 1 }],
] as const)(
  '[PAY-11] [PAY-07] lists "%s" with the id that the partner’s console finds, and retries only what is safe',
  async (kind, state, columns, inConsole, again) => {
    const id = await ops.addPayment(unsold.id, state, { card_session_id: 'S', ...columns })
    expect(await listed(kind)).toEqual([
      expect.stringContaining(`${kind}  ${id}  123.45 NZD, ${inConsole}, quote ${quoteNumberOf(unsold)} `),
    ])
    const advice = (await tasks()).match(/^(Refund|Paid|Card payment)[\w, ]+(?=:)/gm)
    expect(advice?.map(text => text.toLowerCase())).toEqual([kind])
    expect(await ops.run(retry)).toMatchObject({ text: retried(again) })
    const isAsked = 'refunds' in again || 'payments' in again
    const due = await ops.query('select next_poll_at <= $1 as due from payment', [ops.context.now()])
    expect(due).toEqual([{ due: isAsked || null }])
    if (kind === 'card payment unclear') expect(await paymentRow(id)).toMatchObject({ unclear_since: null })
  },
)

it('[PAY-11] lists a card payment beside a policy that is paid by bank', async () => {
  const id = await ops.addPayment(sold.id, 'APPROVED')
  expect(await listed('paid, no policy')).toEqual([expect.stringContaining(`${id}  123.45 NZD`)])
})

it.each([
  ['PENDING', 'EXPIRED'],
  ['DECLINED', 'DECLINED'],
] as const)(
  '[PAY-11] [PAY-07] stops asking about a card payment (%s) that an operator found unpaid',
  async (before, state) => {
    const columns = { card_session_id: `S-${before}`, next_poll_at: minutesAgo(-60) }
    const id = await ops.addPayment(unsold.id, before, { ...columns, unclear_since: minutesAgo(10) })
    for (const wrong of [{ unpaid: 'x' }, { unpaid: id, quote: unsold.id }])
      await expect(settles(wrong)).rejects.toThrow('--unpaid')
    expect([await settles({ unpaid: id }), await settles({ unpaid: id })]).toEqual([true, false])
    expect(await paymentRow(id)).toEqual({ state, next_poll_at: null, unclear_since: null })
    const noted = await ops.auditOf('payment-found-unpaid', unsold.id)
    expect(noted.at(-1)).toEqual({ paymentId: id, byHand: true })
  },
)

/** No mail is sent, so the operator must tell the customer. */
const tellsThem = { isWell: true, text: expect.stringContaining('tell them') }

it.each(['PENDING', 'EXPIRED'] as const)(
  '[PAY-11] [PAY-07] records a refund in the partner’s console of an unclear payment (%s), and does not refund it again',
  async state => {
    const { quote, retrievePolicy } = await ratedCustomer(ops.app)
    const columns = { card_session_id: `S-${state}`, transaction_id: 't', next_poll_at: minutesAgo(-60) }
    // The payment is not unclear, so it may still be paid.
    expect(await settles({ refunded: await ops.addPayment(quote.id, state, columns) })).toBe(false)
    await ops.query('delete from payment')
    const id = await ops.addPayment(quote.id, state, { ...columns, unclear_since: new Date() })
    expect(await ops.run(settle, { refunded: id })).toMatchObject(tellsThem)
    expect(await paymentRow(id)).toEqual({ state: 'REFUNDED', next_poll_at: null, unclear_since: null })
    expect(await auditOfPayment(id)).toEqual(['payment-refunded'])
    expect(await ops.query(`select 1 from jobs.job where data->>'paymentId' = $1`, [id])).toEqual([])
    expect((await retrievePolicy()).json).toEqual({ refundDueOrDone: true })
  },
)

it('[EDGE-13] settles an unknown purchase as the insurer told an operator: a policy or none', async () => {
  const { services } = ops
  /** The state after a lost response of the insurer. */
  const stuck = async () => {
    const quote = await ops.customer(true)
    await ops.query('delete from policy where quote_id = $1', [quote.id])
    await ops.query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
    const unknown = `update bind_attempt set state = 'UNKNOWN', policy_number = null where quote_id = $1`
    await ops.query(unknown, [quote.id])
    await ops.query('delete from insurer.policy where quote_number = $1', [quoteNumberOf(quote)])
    return quote.id
  }
  const bought = await stuck()
  const [bad, both] = [
    [{}, { policy: 'a\tb' }, { policy: ' ' }, { refused: 'no' }],
    { policy: 'P-1', refused: 'yes' },
  ]
  for (const wrong of [...bad, both])
    await expect(settles({ quote: bought, ...wrong })).rejects.toThrow('either --policy')
  await expect(settles({ quote: 'x', policy: 'P-1' })).rejects.toThrow('--quote')
  expect(await settles({ quote: sold.id, policy: 'P-1' })).toBe(false)
  expect(await settles({ quote: bought, policy: await ops.policyNumberOf(sold.id) })).toBe(false)
  // The state after a node died before the bind.
  await ops.query(`update bind_attempt set state = 'INTENT' where quote_id = $1`, [bought])
  expect(await settles({ quote: bought, policy: ' MVP 7/7.7 ' })).toBe(true)
  expect(await issuePolicy(bought, services)).toEqual({ outcome: 'issued', policyNumber: 'MVP 7/7.7' })
  expect(await ops.policyNumberOf(bought)).toBe('MVP 7/7.7')

  const refused = await stuck()
  expect(await settles({ quote: refused, refused: 'yes' })).toBe(true)
  expect(await issuePolicy(refused, services)).toMatchObject({ outcome: 'rejected' })
  expect((await services.repositories.findQuote(refused))?.status).toBe('QUOTED')
  await ops.app.mails(2)
})

it('[PAY-11] records a manual refund only once the payment can no longer buy a policy', async () => {
  const id = await ops.addPayment(unsold.id, 'APPROVED', { changed_at: minutesAgo(2880) })
  for (const state of ['INTENT', 'UNKNOWN', 'ISSUED'] as const) {
    await ops.addBindAttempt(unsold.id, state, { payment_id: id })
    expect(await settles({ refunded: id }), state).toBe(false)
    await ops.query('delete from bind_attempt where quote_id = $1', [unsold.id])
  }
  expect(await paymentRow(id)).toMatchObject({ state: 'APPROVED' })
  expect((await ops.run(invariants)).text).toContain('I6')
  expect(await ops.run(settle, { refunded: id })).toMatchObject(tellsThem)
  expect(await settles({ refunded: id })).toBe(false)
  expect(await paymentRow(id)).toMatchObject({ state: 'REFUNDED' })
  expect(await tasks()).not.toContain(id)
  expect((await ops.run(invariants)).text).not.toContain('I6')
  expect(await ops.auditOf('payment-refunded', unsold.id)).toContainEqual({ paymentId: id, byHand: true })
})

it.each([
  ['is being asked for', { next_poll_at: minutesAgo(-1440) }, false],
  ['was refused', {}, true],
  ['is unclear', { unclear_since: minutesAgo(10) }, true],
])('[PAY-11] records a manual refund, or not: the partner’s refund %s', async (_, columns, isRecorded) => {
  const id = await ops.addPayment(unsold.id, 'REFUND_DUE', columns)
  expect(await settles({ unpaid: id })).toBe(false)
  // If the partner is still being asked, the customer could get it twice.
  expect(await settles({ refunded: id })).toBe(isRecorded)
  const isRefunded = { state: 'REFUNDED', unclear_since: null }
  expect(await paymentRow(id)).toMatchObject(isRecorded ? isRefunded : { state: 'REFUND_DUE' })
  expect((await tasks()).includes(id)).toBe(!isRecorded)
  expect(await auditOfPayment(id)).toEqual(isRecorded ? ['payment-refunded'] : [])
  for (const wrong of [{ refunded: 'x' }, { refunded: id, quote: unsold.id }])
    await expect(settles(wrong)).rejects.toThrow('--refunded')
})

it('[EDGE-11] removes failed jobs, and a policy mail’s job when the mail is sent again', async () => {
  const quoteMail = await ops.addFailedJob('quote-mail', { encrypted: 'v1.k.sealed' })
  const policyMail = await ops.addFailedJob('policy-mail', { quoteId: sold.id })
  const notice = await ops.addFailedJob('privacy-notice', { quoteId: sold.id, place: 1 })
  expect(await listed('failed job')).toHaveLength(3)
  expect(await acknowledges({ job: randomUUID() })).toBe(false)
  for (const job of [quoteMail, notice])
    expect([await acknowledges({ job }), await acknowledges({ job })]).toEqual([true, false])
  expect(await listed('failed job')).toEqual([expect.stringContaining(policyMail)])
  const noted = await ops.query(
    `select quote_id, details from audit where details->>'of' = 'given-up' order by at`,
  )
  const details = { of: 'given-up', byHand: true }
  expect(noted).toEqual([
    { quote_id: null, details: { ...details, kind: 'quote-mail', job: quoteMail } },
    { quote_id: sold.id, details: { ...details, kind: 'privacy-notice', job: notice } },
  ])
  await ops.run(resendDocuments, { policy: await ops.policyNumberOf(sold.id) })
  expect(await listed('failed job')).toEqual([])
  const unsent = `select 1 from jobs.job where name = 'policy-mail' and state <> 'completed'`
  await eventually(async () => (await ops.query(unsent)).length === 0)
})

it('[T43] lists an account with many policies until it is acknowledged, and again with the next policy', async () => {
  const accounts = () => listed('one account, many policies')
  const bind = async () => {
    const id = randomUUID()
    await ops.query(
      `insert into quote (id, brand, origin, plate, created_at, changed_at) values ($1, 'openroad', '', '', now(), now())`,
      [id],
    )
    await ops.addBindAttempt(id, 'ISSUED', { account_fingerprint: 'mark-1' })
    await ops.addAudit(id, 'bind-intended', {})
  }
  for (let policy = 1; policy <= 5; policy += 1) await bind()
  expect(await accounts()).toEqual([])
  await bind()
  expect(await accounts()).toEqual([expect.stringContaining('mark-1  6 in 30 days')])
  expect(await acknowledges({ account: 'mark-2' })).toBe(false)
  expect(await acknowledges({ account: 'mark-1' })).toBe(true)
  expect(await accounts()).toEqual([])
  await bind()
  expect(await accounts()).toEqual([expect.stringContaining('7 in 30 days')])
})

/** Tries to send a mail that its recipient refuses for good. */
const sendRefused = (kind: MailKind) => {
  const brand = requireBrand(ops.services.brands, 'openroad')
  const content = { subject: '', text: '', html: '' }
  const mail = { send: async () => ({ outcome: 'refused', reason: 'SMTP 550' }) as const }
  return deliver(
    { quoteId: sold.id, brand, name: `${kind}-1`, to: policyholder.email, content, kind },
    { ...ops.services, mail },
  )
}

const refusedTasks = mailKinds.flatMap(kind => {
  const task = refusedMailTasks[kind]
  return task === null ? [] : [[kind, task] as const]
})

it.each(refusedTasks)('lists a refused %s with its quote until it is acknowledged', async (kind, task) => {
  const { listed: name, advice } = task
  const quote = sold.id
  await sendRefused(kind)
  expect(await listed(name)).toEqual([expect.stringMatching(new RegExp(`\\(${quote}\\)$`))])
  expect(await tasks()).toContain(`\n${name[0]?.toUpperCase()}${name.slice(1)}: ${advice}`)
  expect(await acknowledges({ quote: unsold.id, mail: kind })).toBe(false)
  for (const _ of ['first', 'again']) {
    expect(await acknowledges({ quote, mail: kind })).toBe(true)
    expect(await listed(name)).toEqual([])
    await sendRefused(kind)
    expect(await listed(name)).toHaveLength(1)
  }
  expect(await acknowledges({ quote, mail: kind })).toBe(true)
})

it('refuses to acknowledge an item that is not named as it is listed', async () => {
  const quote = sold.id
  for (const wrong of [
    {},
    { quote: 'x' },
    { quote, account: 'mark-1' },
    { job: 'x' },
    { quote, mail: 'letter' },
    { mail: 'policy-mail' },
    { policy: 'P-0' },
    { policy: 'P-0', mail: 'policy-mail' },
  ])
    await expect(acknowledges(wrong)).rejects.toThrow('Name the item')
})

it('sends a refused policy mail again to a corrected address', async () => {
  const policy = await ops.policyNumberOf(sold.id)
  await sendRefused('policy-mail')
  expect(await listed('policy mail refused')).toEqual([expect.stringContaining(policy)])
  for (const wrong of [{ policy: 'P-0' }, { policy, email: 'maia' }, {}])
    await expect(ops.run(resendDocuments, wrong)).rejects.toThrow('--')
  const email = 'maia.obrien@example.nz'
  expect(await ops.run(resendDocuments, { policy, email })).toMatchObject({ isWell: true })
  const again = await eventually(async () => (await ops.app.mails(1)).find(mail => mail.to.includes(email)))
  expect(again.attachments).toHaveLength(3)
  await eventually(async () => (await listed('policy mail refused')).length === 0)
  const record = (await ops.services.repositories.findPolicy(sold.id))?.record
  expect(record?.policyholders[0]?.email).toBe(email)
})

it('[PAY-11] lists two refused refund mails by payment, and acknowledges each by itself', async () => {
  const [paymentId, refused] = [randomUUID(), randomUUID()]
  for (const details of [{ paymentId, payerUnknown: true }, { paymentId: refused }])
    await ops.addAudit(sold.id, 'refund-mail-refused', details)
  const text = await tasks()
  expect(text).toContain(`by us: the payer is unknown, payment ${paymentId}, policy `)
  expect(text).toContain(`by its recipient, payment ${refused}, policy `)
  const mail = { quote: sold.id, mail: 'refund-mail' }
  expect(await acknowledges(mail)).toBe(false)
  expect(await acknowledges({ ...mail, payment: refused })).toBe(true)
  expect(await listed('refund mail refused')).toEqual([expect.stringContaining(paymentId)])
  expect(await acknowledges(mail)).toBe(true)
  expect(await listed('refund mail refused')).toEqual([])
})

it('[T21] [HOLDER-02] lists privacy notices that were refused or held, and acknowledges each by itself', async () => {
  const [quote, first] = [sold.id, '<privacy-notice-1.P-1@openroad.example>']
  await ops.addAudit(quote, 'privacy-notice-refused', { message: first, tooMany: true })
  await ops.addAudit(quote, 'privacy-notice-refused', { message: '<privacy-notice-2.P-1@openroad.example>' })
  const notices = () => listed('privacy notice refused')
  expect(await notices()).toHaveLength(2)
  expect(await tasks()).toContain(`${quote}  by us: the recipient got too many mails: ${first}`)
  expect(await ops.run(acknowledgeTask, { quote, mail: 'privacy-notice' })).toMatchObject({
    isWell: false,
    text: expect.stringContaining('--mail privacy-notice-1'),
  })
  expect(await acknowledges({ quote, mail: 'privacy-notice-3' })).toBe(false)
  expect(await acknowledges({ quote, mail: 'privacy-notice-2' })).toBe(true)
  expect(await notices()).toEqual([expect.stringContaining(first)])
  expect(await acknowledges({ quote, mail: 'privacy-notice' })).toBe(true)
  expect(await notices()).toEqual([])
})

it('[PAY-05] [EDGE-13] lists a policy that only the insurer has, once with its number, until it is acknowledged', async () => {
  const quote = unsold.id
  const policies = () => listed('policy at the insurer only')
  const storedElsewhere = (details: object) => ops.addAudit(quote, 'policy-at-insurer-only', details)
  for (const _ of ['first', 'again']) await storedElsewhere({ policyNumber: 'KM-1' })
  expect(await policies()).toEqual([expect.stringContaining(`${quote}  the insurer says KM-1`)])
  expect(await acknowledges({ quote, policy: 'KM-2' })).toBe(false)
  expect(await acknowledges({ quote: sold.id })).toBe(false)
  expect(await acknowledges({ quote })).toBe(true)
  expect(await policies()).toEqual([])
  // Two policy numbers of one quote are acknowledged separately.
  for (const policyNumber of ['KM-1', 'KM-2']) await storedElsewhere({ policyNumber })
  expect(await ops.run(acknowledgeTask, { quote })).toMatchObject({
    isWell: false,
    text: expect.stringContaining('KM-1, KM-2'),
  })
  expect(await acknowledges({ quote, policy: 'KM-2' })).toBe(true)
  expect(await policies()).toEqual([expect.stringContaining('KM-1')])
  expect(await acknowledges({ quote })).toBe(true)
  // A policy whose number the insurer did not state.
  await storedElsewhere({})
  expect(await policies()).toEqual([
    expect.stringContaining(`${quote}  the insurer says that the quote already is a policy, quote `),
  ])
  expect(await acknowledges({ quote })).toBe(true)
  expect(await policies()).toEqual([])
})

it('[EDGE-13] finds the tasks by index, without reading all audit entries', async () => {
  const client = await ops.app.database.pool.connect()
  onTestFinished(() => client.release())
  const { sent } = await statementsOf(ops.app.database.pool, kysely =>
    ops.run(manualTasks, {}, { database: { ...ops.context.database, kysely } }),
  )
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
  expect(lines.filter(line => /(on|using) audit_refused/.test(line))).not.toEqual([])
  const [indexes] = await ops.query(
    `select string_agg(indexdef, ' ') as definitions from pg_indexes where tablename = 'audit'`,
  )
  const toDo = 'a migration has to add an index on audit, named audit_refused_…, for this mail'
  for (const [kind] of refusedTasks) expect(indexes?.definitions, toDo).toContain(`'${kind}-refused'`)
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

it('the program creates no keys, takes a number without an option, and explains wrong arguments', async () => {
  const dataDir = await temporaryDir()
  const runOps = program({ DATABASE_URL: ops.app.database.url, DATA_DIR: dataDir })
  const message = 'This command needs the keys of the nodes: set JWT_KEY and PII_KEYS to the same values.\n'
  expect(await runOps('rotate-keys')).toEqual([1, message])
  expect(existsSync(join(dataDir, 'keys'))).toBe(false)
  expect(await runOps('quote', quoteNumberOf(sold))).toEqual([0, expect.stringContaining('status')])
  expect(await runOps('quote', '1', '2')).toEqual([2, expect.stringContaining('quote NUMBER')])
  expect(await runOps('help')).toEqual([2, expect.stringContaining('rotate-keys')])
})

it('before the migration, scheduled commands raise no alert and an operator gets a message', async () => {
  const old = await testDatabase()
  onTestFinished(() => old.close())
  const runOps = program({ DATABASE_URL: old.url })
  const message = 'The tables are older than this version: run `npm run migrate` first.\n'
  // The first node creates the queue's tables.
  await old.query('drop schema jobs cascade')
  expect(await runOps('waiting')).toEqual([0, message])
  await old.query('alter table payment rename unclear_since to as_it_was')
  expect(await runOps('waiting')).toEqual([0, message])
  expect(await runOps('retry')).toEqual([1, message])
  await old.query('drop table kysely_migration')
  const empty = 'This database has no tables yet: run `npm run migrate` first.\n'
  expect(await runOps('waiting')).toEqual([1, empty])
})
