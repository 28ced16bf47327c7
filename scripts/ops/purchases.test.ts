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
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { cardAdapters } from '#test/card-adapters.ts'
import { testDatabase } from '#test/database.ts'
import { type Operations, openOperations, quoteNumberOf } from '#test/operations.ts'
import { policyholder, type RatedCustomer, ratedCustomer } from '#test/purchase.ts'
import { statementsOf } from '#test/query-plans.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { minutesAgo } from '#test/stored-rows.ts'
import { eventually } from '#test/test-app.ts'
import { serverNodeFlags } from '../server-node-flags.mjs'
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

/** The listed items of a kind. */
const listed = async (kind: string) =>
  (await ops.run(manualTasks)).lines.filter(line => line.includes(`  ${kind}  `))

const retried = ({ jobs = 0, refunds = 0, payments = 0, purchases = 0 }) => ({
  isWell: true,
  lines: [
    `The servers try again: ${jobs} jobs, ${refunds} refunds, ${payments} card payments and ${purchases} purchases.`,
  ],
})

/** The result of recording a manual refund: no mail is sent, so the operator must tell the customer. */
const tellsThem = { isWell: true, text: expect.stringContaining('tell them') }

const paymentRow = async (id: string) => {
  const rows = await ops.query('select state, next_poll_at, unclear_since from payment where id = $1', [id])
  return rows[0]
}

it('[EDGE-13] lists no task after a purchase, and every invariant holds', async () => {
  expect(await ops.run(manualTasks)).toMatchObject({ text: 'There are no tasks for a person.', isWell: true })
  expect(await ops.run(invariants)).toMatchObject({ isWell: true })
  await ops.query(`update policy set brand = 'fern'`)
  const broken = await ops.run(invariants)
  expect(broken.isWell).toBe(false)
  expect(broken.text).toMatch(/^I14 is broken: .+\n {4}OR\d{9}$/m)
  await ops.query(`update policy set brand = 'openroad'`)
})

it('[EDGE-13] [EDGE-15] lists stuck work, and retries it', async () => {
  await ops.addBindAttempt(unsold.id, 'UNKNOWN', {
    encrypted_request: 'v1.x.y',
    attempts: 3,
    last_error: 'timeout',
  })
  const payment = await ops.addPayment(unsold.id, 'REFUND_DUE')
  await ops.addFailedJob('policy-mail', { quoteId: sold.id }, 3, 'SMTP 535')
  const { text, isWell } = await ops.run(manualTasks)
  expect(isWell).toBe(false)
  for (const item of [
    `policy not settled  ${unsold.id}  the insurer was asked 3 times: timeout, quote ${quoteNumberOf(unsold)} (${unsold.id})`,
    `refund due  ${payment}  123.45 NZD`,
    `policy-mail after 3 retries: SMTP 535, quote ${quoteNumberOf(sold)} (${sold.id})`,
  ])
    expect(text).toContain(item)

  expect(await ops.run(retry)).toMatchObject(retried({ jobs: 1, refunds: 1, purchases: 1 }))
  const again = await ops.query(
    `select 1 from jobs.job where name = 'policy-mail' and data->>'quoteId' = $1 and created_on > now() - interval '10 seconds'`,
    [sold.id],
  )
  expect(again).not.toEqual([])
  expect(await ops.query(`select 1 from jobs.job where name = 'given-up'`)).toEqual([])
  const due = await ops.query('select next_poll_at <= $1 as due from payment', [ops.context.now()])
  expect(due).toEqual([{ due: true }])
})

it('[PAY-11] counts the tasks by kind, and names the ten oldest of each kind', async () => {
  for (let hour = 1; hour <= 12; hour += 1)
    await ops.addPayment(unsold.id, 'REFUND_DUE', { changed_at: minutesAgo(60 * hour) })
  const { lines } = await ops.run(manualTasks)
  expect(lines[0]).toBe('12  refund due')
  expect(lines.filter(line => / {2}refund due {2}[-\da-f]{36} {2}/.test(line))).toHaveLength(10)
  expect(lines).toContain('… and 2 more: refund due')
})

it('[PAY-11] [PAY-07] lists a card payment whose outcome is unknown, and asks the partner at once', async () => {
  const unclear_since = minutesAgo(10)
  const id = await ops.addPayment(unsold.id, 'EXPIRED', { next_poll_at: minutesAgo(-60), unclear_since })
  const { text, isWell } = await ops.run(manualTasks)
  expect(isWell).toBe(false)
  expect(text).toContain(`card payment unclear  ${id}  123.45 NZD`)
  expect(await ops.run(retry)).toMatchObject(retried({ payments: 1 }))
  const due = await ops.query('select next_poll_at <= $1 as due, unclear_since from payment', [
    ops.context.now(),
  ])
  expect(due).toEqual([{ due: true, unclear_since: null }])
})

it('[PAY-07] [PAY-11] lists a payment on a page of the previous card partner', async () => {
  const days = { created_at: minutesAgo(7200), changed_at: minutesAgo(7200) }
  const card_session_id = cardAdapters.windcave.unknownSession
  const id = await ops.addPayment(unsold.id, 'PENDING', { card_session_id, ...days })
  const logged: unknown[] = []
  const { services } = ops
  await syncPayment(id, {
    ...services,
    cards: cardAdapters.stripe.make('http://127.0.0.1:9'),
    now: () => minutesAgo(10),
    log: { ...services.log, error: (...line) => void logged.push(line) },
  })
  expect(logged).toEqual([['payment-unclear', { paymentId: id, reason: 'another partner' }]])
  expect(await listed('card payment unclear')).toEqual([expect.stringContaining(id)])
  // Its own partner now says that nothing was paid.
  expect(await ops.run(retry)).toMatchObject(retried({ payments: 1 }))
  await syncPayment(id, services)
  expect(await paymentRow(id)).toMatchObject({ state: 'EXPIRED', unclear_since: null })
})

it.each([
  ['refund due', 'REFUND_DUE', 'T-1', 'S-1', false],
  ['refund unclear', 'REFUND_DUE', 'T-2', 'S-2', true],
  ['paid, no policy', 'APPROVED', 'T-3', 'S-3', false],
  ['card payment unclear', 'EXPIRED', null, 'S-4', true],
] as const)(
  '[PAY-11] lists "%s" with the id that the partner’s console finds',
  async (kind, state, transaction, session, isUnclear) => {
    await ops.addPayment(unsold.id, state, {
      transaction_id: transaction,
      card_session_id: session,
      unclear_since: isUnclear ? minutesAgo(10) : null,
    })
    const found = transaction ? `transaction ${transaction}` : `session ${session}`
    expect(await listed(kind)).toEqual([
      expect.stringContaining(` 123.45 NZD, ${found}, quote ${quoteNumberOf(unsold)} `),
    ])
  },
)

it('[PAY-11] lists an unclear refund, and does not request it again', async () => {
  const id = await ops.addPayment(unsold.id, 'REFUND_DUE', { unclear_since: minutesAgo(10) })
  const { text } = await ops.run(manualTasks)
  expect(text).toContain(`refund unclear  ${id}  123.45 NZD`)
  expect(text).toContain('Refund unclear: the bank')
  expect(text).not.toContain('Refund due:')
  expect(text).not.toContain('refund due  ')
  expect(await ops.run(retry)).toMatchObject(retried({}))
})

it.each(['PENDING', 'DECLINED'] as const)(
  '[PAY-11] [PAY-07] stops asking about a card payment (%s) that an operator found unpaid',
  async state => {
    const id = await ops.addPayment(unsold.id, state, {
      card_session_id: `S-${state}`,
      next_poll_at: minutesAgo(-60),
      unclear_since: minutesAgo(10),
    })
    for (const wrong of [{ unpaid: 'x' }, { unpaid: id, quote: unsold.id }])
      await expect(ops.run(settle, wrong)).rejects.toThrow('--unpaid')
    expect(await ops.run(settle, { unpaid: id })).toMatchObject({ isWell: true })
    expect(await ops.run(settle, { unpaid: id })).toMatchObject({ isWell: false })
    expect(await paymentRow(id)).toEqual({
      state: state === 'PENDING' ? 'EXPIRED' : state,
      next_poll_at: null,
      unclear_since: null,
    })
    const noted = await ops.auditOf('payment-found-unpaid', unsold.id)
    expect(noted.at(-1)).toEqual({ paymentId: id, byHand: true })
  },
)

it('[PAY-11] refuses to record a paid payment as unpaid', async () => {
  const id = await ops.addPayment(unsold.id, 'REFUND_DUE', { unclear_since: new Date() })
  expect(await ops.run(settle, { unpaid: id })).toMatchObject({ isWell: false })
  expect(await ops.run(settle, { refunded: id })).toMatchObject({ isWell: true })
  expect(await ops.run(settle, { unpaid: id })).toMatchObject({ isWell: false })
  expect(await paymentRow(id)).toMatchObject({ state: 'REFUNDED', unclear_since: null })
  const noted = await ops.query(`select what from audit where details->>'paymentId' = $1`, [id])
  expect(noted).toEqual([{ what: 'payment-refunded' }])
})

it.each(['PENDING', 'EXPIRED'] as const)(
  '[PAY-11] [PAY-07] records a refund in the partner’s console of an unclear payment (%s), and does not refund it again',
  async state => {
    const { quote, retrievePolicy } = await ratedCustomer(ops.app)
    const columns = { card_session_id: `S-${state}`, transaction_id: 't', next_poll_at: minutesAgo(-60) }
    // The payment is not unclear, so it may still be paid.
    const open = await ops.addPayment(quote.id, state, columns)
    expect(await ops.run(settle, { refunded: open })).toMatchObject({ isWell: false })
    await ops.query('delete from payment')
    const id = await ops.addPayment(quote.id, state, { ...columns, unclear_since: new Date() })
    expect(await ops.run(settle, { refunded: id })).toMatchObject(tellsThem)
    expect(await paymentRow(id)).toEqual({ state: 'REFUNDED', next_poll_at: null, unclear_since: null })
    const noted = await ops.query(`select what from audit where details->>'paymentId' = $1`, [id])
    expect(noted).toEqual([{ what: 'payment-refunded' }])
    expect(await ops.query(`select 1 from jobs.job where data->>'paymentId' = $1`, [id])).toEqual([])
    expect((await retrievePolicy()).json).toEqual({ refundDueOrDone: true })
  },
)

it('[EDGE-13] settles an unknown purchase as the insurer told an operator: a policy or none', async () => {
  const { services } = ops
  const stuck = async () => {
    const quote = await ops.customer(true)
    // The state after a lost response of the insurer.
    await ops.query('delete from policy where quote_id = $1', [quote.id])
    await ops.query(`update quote set status = 'BINDING' where id = $1`, [quote.id])
    await ops.query(`update bind_attempt set state = 'UNKNOWN', policy_number = null where quote_id = $1`, [
      quote.id,
    ])
    await ops.query('delete from insurer.policy where quote_number = $1', [quoteNumberOf(quote)])
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
    await expect(ops.run(settle, { quote: bought, ...wrong })).rejects.toThrow('either --policy')
  await expect(ops.run(settle, { quote: 'x', policy: 'P-1' })).rejects.toThrow('--quote')
  expect(await ops.run(settle, { quote: sold.id, policy: 'P-1' })).toMatchObject({ isWell: false })
  const others = await ops.policyNumberOf(sold.id)
  expect(await ops.run(settle, { quote: bought, policy: others })).toMatchObject({ isWell: false })
  // The state after a node died before the bind.
  await ops.query(`update bind_attempt set state = 'INTENT' where quote_id = $1`, [bought])
  expect(await ops.run(settle, { quote: bought, policy: ' MVP 7/7.7 ' })).toMatchObject({ isWell: true })
  expect(await issuePolicy(bought, services)).toEqual({ outcome: 'issued', policyNumber: 'MVP 7/7.7' })
  expect(await ops.policyNumberOf(bought)).toBe('MVP 7/7.7')

  const refused = await stuck()
  await ops.run(settle, { quote: refused, refused: 'yes' })
  expect(await issuePolicy(refused, services)).toMatchObject({ outcome: 'rejected' })
  expect((await services.repositories.findQuote(refused))?.status).toBe('QUOTED')
  await ops.app.mails(2)
})

it('[PAY-11] lists a card payment beside a policy that is paid by bank', async () => {
  const id = await ops.addPayment(sold.id, 'APPROVED')
  expect(await listed('paid, no policy')).toEqual([
    expect.stringContaining(`${id}  123.45 NZD, quote ${quoteNumberOf(sold)} (${sold.id})`),
  ])
  expect((await ops.run(manualTasks)).text).toContain('\nPaid, no policy:')
})

it('[PAY-11] records a manual refund only once the payment can no longer buy a policy', async () => {
  const id = await ops.addPayment(unsold.id, 'APPROVED', { changed_at: minutesAgo(2880) })
  const { findPayment } = ops.services.repositories
  for (const state of ['INTENT', 'UNKNOWN', 'ISSUED'] as const) {
    await ops.addBindAttempt(unsold.id, state, { payment_id: id })
    expect(await ops.run(settle, { refunded: id }), state).toMatchObject({ isWell: false })
    await ops.query('delete from bind_attempt where quote_id = $1', [unsold.id])
  }
  expect(await findPayment(id)).toMatchObject({ state: 'APPROVED' })
  expect((await ops.run(invariants)).text).toContain('I6')
  expect(await ops.run(settle, { refunded: id })).toMatchObject(tellsThem)
  expect(await ops.run(settle, { refunded: id })).toMatchObject({ isWell: false })
  expect(await findPayment(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await ops.run(manualTasks)).text).not.toContain(id)
  expect((await ops.run(invariants)).text).not.toContain('I6')
  const noted = await ops.query(`select what from audit where details->>'paymentId' = $1`, [id])
  expect(noted).toEqual([{ what: 'payment-refunded' }])
})

it('[PAY-11] records a manual refund, which is then no longer listed', async () => {
  const id = await ops.addPayment(unsold.id, 'REFUND_DUE', { next_poll_at: minutesAgo(-1440) })
  expect(await listed('refund due')).toEqual([expect.stringContaining(id)])
  // The partner is still being asked, so the customer could get it twice.
  expect(await ops.run(settle, { refunded: id })).toMatchObject({ isWell: false })
  await ops.query('update payment set next_poll_at = null')
  expect(await ops.run(settle, { refunded: id })).toMatchObject({ isWell: true })
  expect(await paymentRow(id)).toMatchObject({ state: 'REFUNDED' })
  expect((await ops.run(manualTasks)).text).not.toContain(id)
  expect(await ops.auditOf('payment-refunded', unsold.id)).toContainEqual({ paymentId: id, byHand: true })
  for (const wrong of [{ refunded: 'x' }, { refunded: id, quote: unsold.id }])
    await expect(ops.run(settle, wrong)).rejects.toThrow('--refunded')
})

it('[EDGE-11] removes failed jobs, and a policy mail’s job when the mail is sent again', async () => {
  const encrypted = await ops.addFailedJob('quote-mail', { encrypted: 'v1.k.sealed' })
  const policyMail = await ops.addFailedJob('policy-mail', { quoteId: sold.id })
  const notice = await ops.addFailedJob('privacy-notice', { quoteId: sold.id, place: 1 })
  expect(await listed('failed job')).toHaveLength(3)
  expect(await ops.run(acknowledgeTask, { job: randomUUID() })).toMatchObject({ isWell: false })
  for (const job of [encrypted, notice]) {
    expect(await ops.run(acknowledgeTask, { job })).toMatchObject({ isWell: true })
    expect(await ops.run(acknowledgeTask, { job })).toMatchObject({ isWell: false })
  }
  expect(await listed('failed job')).toEqual([expect.stringContaining(policyMail)])
  const noted = await ops.query(
    `select quote_id, details from audit where details->>'of' = 'given-up' order by at`,
  )
  expect(noted).toEqual([
    { quote_id: null, details: { of: 'given-up', kind: 'quote-mail', job: encrypted, byHand: true } },
    { quote_id: sold.id, details: { of: 'given-up', kind: 'privacy-notice', job: notice, byHand: true } },
  ])
  await ops.run(resendDocuments, { policy: await ops.policyNumberOf(sold.id) })
  expect(await listed('failed job')).toEqual([])
  await eventually(
    async () =>
      (await ops.query(`select 1 from jobs.job where name = 'policy-mail' and state <> 'completed'`))
        .length === 0,
  )
})

it('[T43] lists an account with many policies until it is acknowledged, and again with the next policy', async () => {
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
  expect(await listed('one account, many policies')).toEqual([])
  await bind()
  expect(await listed('one account, many policies')).toEqual([
    expect.stringContaining('mark-1  6 in 30 days'),
  ])
  expect(await ops.run(acknowledgeTask, { account: 'mark-2' })).toMatchObject({ isWell: false })
  expect(await ops.run(acknowledgeTask, { account: 'mark-1' })).toMatchObject({ isWell: true })
  expect(await listed('one account, many policies')).toEqual([])
  await bind()
  expect(await listed('one account, many policies')).toEqual([expect.stringContaining('7 in 30 days')])
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
  await sendRefused(kind)
  expect(await listed(name)).toEqual([expect.stringMatching(new RegExp(`\\(${sold.id}\\)$`))])
  expect((await ops.run(manualTasks)).lines).toContain(`${name[0]?.toUpperCase()}${name.slice(1)}: ${advice}`)
  expect(await ops.run(acknowledgeTask, { quote: unsold.id, mail: kind })).toMatchObject({ isWell: false })
  for (const wrong of [{ quote: sold.id, mail: 'letter' }, { policy: 'P-0', mail: kind }, { mail: kind }])
    await expect(ops.run(acknowledgeTask, wrong)).rejects.toThrow('Name the item')
  for (const _ of ['first', 'again']) {
    expect(await ops.run(acknowledgeTask, { quote: sold.id, mail: kind })).toMatchObject({ isWell: true })
    expect(await listed(name)).toEqual([])
    await sendRefused(kind)
    expect(await listed(name)).toHaveLength(1)
  }
  await ops.run(acknowledgeTask, { quote: sold.id, mail: kind })
})

it('sends a refused policy mail again to a corrected address', async () => {
  const policy = await ops.policyNumberOf(sold.id)
  await sendRefused('policy-mail')
  expect(await listed('policy mail refused')).toEqual([expect.stringContaining(policy)])
  await expect(ops.run(acknowledgeTask, { policy })).rejects.toThrow('Name the item')
  for (const wrong of [{ policy: 'P-0' }, { policy, email: 'maia' }, {}])
    await expect(ops.run(resendDocuments, wrong)).rejects.toThrow('--')
  const email = 'maia.obrien@example.nz'
  expect(await ops.run(resendDocuments, { policy, email })).toMatchObject({ isWell: true })
  // The mailbox shows a repeated message once.
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
  const { text } = await ops.run(manualTasks)
  expect(text).toContain(`by us: the payer is unknown, payment ${paymentId}, policy `)
  expect(text).toContain(`by its recipient, payment ${refused}, policy `)
  const mail = { quote: sold.id, mail: 'refund-mail' }
  expect(await ops.run(acknowledgeTask, mail)).toMatchObject({ isWell: false })
  expect(await ops.run(acknowledgeTask, { ...mail, payment: refused })).toMatchObject({ isWell: true })
  expect(await listed('refund mail refused')).toEqual([expect.stringContaining(paymentId)])
  expect(await ops.run(acknowledgeTask, mail)).toMatchObject({ isWell: true })
  expect(await listed('refund mail refused')).toEqual([])
})

it('[T21] [HOLDER-02] lists privacy notices that were refused or held, and acknowledges each by itself', async () => {
  await ops.addAudit(sold.id, 'privacy-notice-refused', {
    message: '<privacy-notice-1.P-1@openroad.example>',
    tooMany: true,
  })
  await ops.addAudit(sold.id, 'privacy-notice-refused', {
    message: '<privacy-notice-2.P-1@openroad.example>',
  })
  const notices = await listed('privacy notice refused')
  expect(notices).toHaveLength(2)
  expect(notices.join('\n')).toContain(
    `${sold.id}  by us: the recipient got too many mails: <privacy-notice-1.P-1@openroad.example>`,
  )
  const quote = sold.id
  expect(await ops.run(acknowledgeTask, { quote, mail: 'privacy-notice' })).toMatchObject({
    isWell: false,
    text: expect.stringContaining('--mail privacy-notice-1'),
  })
  expect(await ops.run(acknowledgeTask, { quote, mail: 'privacy-notice-3' })).toMatchObject({ isWell: false })
  expect(await ops.run(acknowledgeTask, { quote, mail: 'privacy-notice-2' })).toMatchObject({ isWell: true })
  expect(await listed('privacy notice refused')).toEqual([expect.stringContaining('<privacy-notice-1.P-1@')])
  expect(await ops.run(acknowledgeTask, { quote, mail: 'privacy-notice' })).toMatchObject({ isWell: true })
  expect(await listed('privacy notice refused')).toEqual([])
})

it('[PAY-05] [EDGE-13] lists a policy that only the insurer has, once with its number, until it is acknowledged', async () => {
  const kind = 'policy at the insurer only'
  const storedElsewhere = (policyNumber?: string) =>
    ops.addAudit(unsold.id, 'policy-at-insurer-only', policyNumber === undefined ? {} : { policyNumber })
  for (const _ of ['first', 'again']) await storedElsewhere('KM-1')
  expect(await listed(kind)).toEqual([expect.stringContaining(`${unsold.id}  the insurer says KM-1`)])
  expect((await ops.run(manualTasks)).isWell).toBe(false)
  for (const wrong of [{}, { quote: 'x' }, { quote: unsold.id, account: 'mark-1' }, { job: 'x' }])
    await expect(ops.run(acknowledgeTask, wrong)).rejects.toThrow('Name the item')
  expect(await ops.run(acknowledgeTask, { quote: unsold.id, policy: 'KM-2' })).toMatchObject({
    isWell: false,
  })
  expect(await ops.run(acknowledgeTask, { quote: sold.id })).toMatchObject({ isWell: false })
  expect(await ops.run(acknowledgeTask, { quote: unsold.id })).toMatchObject({ isWell: true })
  expect(await listed(kind)).toEqual([])
  // Two policy numbers of one quote are acknowledged separately.
  await storedElsewhere('KM-1')
  await storedElsewhere('KM-2')
  expect(await ops.run(acknowledgeTask, { quote: unsold.id })).toMatchObject({
    isWell: false,
    text: expect.stringContaining('KM-1, KM-2'),
  })
  expect(await ops.run(acknowledgeTask, { quote: unsold.id, policy: 'KM-2' })).toMatchObject({ isWell: true })
  expect(await listed(kind)).toEqual([expect.stringContaining('KM-1')])
  expect(await ops.run(acknowledgeTask, { quote: unsold.id })).toMatchObject({ isWell: true })
  // A policy whose number the insurer did not state.
  await storedElsewhere()
  expect(await listed(kind)).toEqual([
    expect.stringContaining(`${unsold.id}  the insurer says that the quote already is a policy, quote `),
  ])
  expect(await ops.run(acknowledgeTask, { quote: unsold.id })).toMatchObject({ isWell: true })
  expect(await listed(kind)).toEqual([])
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
})

it.each(refusedTasks)('[EDGE-13] an index on the audit contains the refused %s', async kind => {
  const { rows } = await ops.app.database.pool.query(
    `select string_agg(indexdef, ' ') as indexes from pg_indexes where tablename = 'audit'`,
  )
  const toDo = 'a migration has to add an index on audit, named audit_refused_…, for this mail'
  expect(rows[0].indexes, toDo).toContain(`'${kind}-refused'`)
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
  expect(await runOps('quote', '1', '2')).toEqual([1, expect.stringContaining('quote NUMBER')])
  expect(await runOps('help')).toEqual([1, expect.stringContaining('rotate-keys')])
})

it('before the migration, scheduled commands raise no alert and an operator gets a message', async () => {
  const old = await testDatabase()
  onTestFinished(() => old.close())
  const runOps = program({ DATABASE_URL: old.url })
  const message = 'The tables are older than this version: run `npm run migrate` first.\n'
  // The first node creates the queue's tables.
  await old.query('drop schema jobs cascade')
  expect(await runOps('waiting')).toEqual([0, message])
  await old.pool.query('alter table payment rename unclear_since to as_it_was')
  expect(await runOps('waiting')).toEqual([0, message])
  expect(await runOps('retry')).toEqual([1, message])
  await old.pool.query('drop table kysely_migration')
  expect(await runOps('waiting')).toEqual([
    1,
    'This database has no tables yet: run `npm run migrate` first.\n',
  ])
})
