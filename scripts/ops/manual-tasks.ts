/** The operators' commands `waiting`, which lists the tasks for a person, and `acknowledge`, which removes one. */
import { type RawBuilder, sql } from 'kysely'
import { awaitingInsurerCondition } from '#db/repositories/bind-attempts.ts'
import { refundDueCondition } from '#db/repositories/payments.ts'
import { repositoriesFor } from '#db/repositories.ts'
import { runTransaction } from '#db/transaction.ts'
import { paymentStatesOfPhases } from '#journey/purchase-states.ts'
import { payloadIds } from '#server/jobs/job-payloads.ts'
import type { UnfinishedJob } from '#server/jobs/manage-jobs.ts'
import { isUuid } from '#server/lib/is-uuid.ts'
import { type MailKind, mailKinds, refusedMailTasks } from '#server/mail/deliver.ts'
import { UsageError } from '../command.ts'
import {
  type CommandOptions,
  type CommandResult,
  failed,
  type OpsCommand,
  type OpsContext,
  succeeded,
} from './command-types.ts'

/** Identifies one of several events `it` of a quote: by message id, policy number or payment id. */
const whichOne = sql<
  string | null
>`coalesce(it.details ->> 'message', it.details ->> 'policyNumber', it.details ->> 'paymentId')`

/** True if no later `acknowledged` event covers the event `it`. */
const unacknowledged = sql<boolean>`not exists (
  select 1 from public.audit later where later.quote_id = it.quote_id and later.what = 'acknowledged'
    and later.details ->> 'of' = it.what and later.at >= it.at
    and (later.details ->> 'which' is null or later.details ->> 'which' = ${whichOne}))`

interface Subject {
  /** The audit event that was listed. */
  readonly of: string
  readonly found: RawBuilder<{ id: string; which: string | null }>
}

/** The listed events of a quote that match `isNamed`. */
const ofQuote = (quote: string, of: string, isNamed: RawBuilder<boolean> = sql`true`): Subject => ({
  of,
  found: sql`select distinct it.quote_id as id, ${whichOne} as which from public.audit it
             where it.quote_id = ${quote} and it.what = ${of} and ${unacknowledged} and ${isNamed}`,
})

/** All recent quotes that were bought with the same account. */
const ofAccount = (fingerprint: string): Subject => ({
  of: 'bind-intended',
  found: sql`select distinct it.quote_id as id, null as which
             from public.audit it join public.bind_attempt on bind_attempt.quote_id = it.quote_id and account_fingerprint = ${fingerprint}
             where what = 'bind-intended' and at > now() - interval '30 days'`,
})

/** `mail` is a kind of e-mail ('privacy-notice') or one e-mail of that kind ('privacy-notice-2'); null for an unknown kind. */
function ofMail(quote: string, mail: string): Subject | null {
  const kind = mail.replace(/-\d+$/, '')
  if (!mailKinds.some(known => known === kind)) return null
  const isNamed = sql<boolean>`starts_with(it.details ->> 'message', ${`<${mail}.`})`
  return ofQuote(quote, `${kind}-refused`, kind === mail ? undefined : isNamed)
}

function subjectIn(options: CommandOptions): Subject | null {
  const { quote = '', mail = '', policy = '', account = '', payment = '' } = options
  const given = Object.keys(options).sort().join(' ')
  if (given === 'account') return ofAccount(account)
  if (!isUuid(quote)) return null
  if (given === 'mail quote') return ofMail(quote, mail)
  if (given === 'mail payment quote' && mail === 'refund-mail')
    return ofQuote(quote, 'refund-mail-refused', sql`${whichOne} = ${payment}`)
  if (given === 'quote') return ofQuote(quote, 'policy-at-insurer-only')
  return given === 'policy quote'
    ? ofQuote(quote, 'policy-at-insurer-only', sql`${whichOne} = ${policy}`)
    : null
}

/** Deletes the job, which must not run again and may contain an address. */
async function deleteFailedJob({ database, jobs, now }: OpsContext, id: string): Promise<CommandResult> {
  const queue = await jobs()
  return runTransaction(database.kysely, async tx => {
    const job = (await queue.givenUp(tx)).find(one => one.id === id)
    if (!job) return failed('There is no failed job with this id.')
    const repositories = repositoriesFor(tx)
    const { quoteId, paymentId } = payloadIds(job.payload)
    const payment = paymentId === undefined ? undefined : await repositories.findPayment(paymentId)
    await queue.delete([job], tx)
    await repositories.recordAuditEvent({
      quoteId: quoteId ?? payment?.quote_id ?? null,
      what: 'acknowledged',
      details: { of: 'given-up', kind: job.kind, job: id, byHand: true },
      now: now(),
    })
    return succeeded('The job is deleted and will not run again.')
  })
}

export const acknowledgeTask: OpsCommand = {
  usage:
    'acknowledge (--quote ID [--policy NUMBER] | --quote ID --mail KIND [--payment ID] | --account MARK | --job ID)',
  says: 'removes a handled item from the list: a policy that only the insurer has, a refused mail, an account with many policies, or a failed job. A new occurrence is listed again',
  options: ['quote', 'mail', 'payment', 'policy', 'account', 'job'],
  async run(context, options) {
    const { database, now } = context
    const { job, ...others } = options
    if (job !== undefined && isUuid(job) && Object.keys(others).length === 0)
      return deleteFailedJob(context, job)
    const subject = subjectIn(options)
    if (!subject)
      throw new UsageError(
        'Name the item as `npm run ops` lists it: by --quote, --account or --job. A mail also needs --mail and its kind.',
      )
    const { rows } = await subject.found.execute(database.kysely)
    if (rows.length === 0) return failed('No listed item matches.')
    const names = new Set(rows.map(row => row.which))
    if (names.size > 1)
      return failed(
        `Several items match: ${[...names].join(', ')}. Name one: a privacy notice by --mail privacy-notice-1, a refund by --payment, a policy by --policy beside --quote.`,
      )
    await runTransaction(database.kysely, async tx => {
      for (const { id, which } of rows) {
        const details = { of: subject.of, which, byHand: true }
        await repositoriesFor(tx).recordAuditEvent({ quoteId: id, what: 'acknowledged', details, now: now() })
      }
    })
    return succeeded('The item is no longer listed. A new occurrence will be.')
  },
}

interface Kind {
  readonly listed: string
  /** Columns: id, since when, why, and the quote's id. */
  readonly rows: RawBuilder<unknown>
  /** How an operator resolves it. */
  readonly advice: string
}

/**
 * The refused mails of a kind that were not accepted later. The event's name is a literal, so that every plan can use
 * the partial index `audit_refused`.
 */
function refused(kind: MailKind): RawBuilder<unknown> {
  return sql`
    select it.quote_id::text, max(it.at),
           case when it.details ? 'tooMany' then 'by us: the recipient got too many mails'
                when it.details ? 'payerUnknown' then 'by us: the payer is unknown'
                else 'by its recipient' end
           || coalesce(', payment ' || (it.details ->> 'paymentId'), '') || coalesce(': ' || (it.details ->> 'message'), '')
           || coalesce(', policy ' || policy_number, ''), it.quote_id
    from public.audit it left join public.policy on policy.quote_id = it.quote_id
    where it.what = ${sql.lit(`${kind}-refused`)} and it.at > now() - interval '90 days' and ${unacknowledged}
      and not exists (select 1 from public.audit yes where yes.quote_id = it.quote_id and yes.at > it.at
                      and yes.what = ${sql.lit(`${kind}-accepted`)} and it.details @> yes.details)
    group by it.quote_id, it.details ->> 'message', it.details ? 'tooMany', it.details ? 'payerUnknown',
             it.details ->> 'paymentId', policy_number`
}

/** Payments `y` with their amount, and the id that finds each in the partner's console. */
const payments = (condition: RawBuilder<unknown>, since = sql`changed_at`) => sql`
  select id::text, ${since}, round(amount_cents / 100.0, 2) || ' ' || currency
    || coalesce(', transaction ' || transaction_id, ', session ' || card_session_id, ''), quote_id
  from public.payment y where ${condition}`

const kindsWith = (failedJobs: readonly UnfinishedJob[]): readonly Kind[] => [
  {
    listed: 'policy not settled',
    rows: sql`
      select quote_id::text, created_at, 'the insurer was asked ' || attempts || ' times' || coalesce(': ' || last_error, ''), quote_id
      from public.bind_attempt where ${awaitingInsurerCondition} and created_at < now() - interval '15 minutes'`,
    advice:
      '`npm run ops -- retry` asks the insurer for the result, and sends the bind again if that is safe. If the insurer’s system does not know, ask its staff by the quote number, then `npm run ops -- settle`.',
  },
  {
    listed: 'refund due',
    rows: payments(
      sql`${refundDueCondition} and unclear_since is null and changed_at < now() - interval '5 minutes'`,
    ),
    advice:
      '`npm run ops -- retry` asks the partner again. If it refuses again, refund in the partner’s console, then `npm run ops -- settle --refunded` with the id.',
  },
  {
    listed: 'refund unclear',
    rows: payments(
      sql`${refundDueCondition} and unclear_since is not null and changed_at < now() - interval '5 minutes'`,
    ),
    advice:
      'the bank did not answer the card partner, so the refund may have been made. Look in the partner’s console and refund there only if it was not; then `npm run ops -- settle --refunded` with the id.',
  },
  {
    listed: 'paid, no policy',
    rows: payments(sql`state = 'APPROVED' and changed_at < now() - interval '15 minutes'
        and not exists (select 1 from public.policy p join public.bind_attempt i on i.quote_id = p.quote_id
                        where p.quote_id = y.quote_id and i.payment_id = y.id)`),
    advice:
      'the card partner holds money, and there is no policy. If the quote is also listed as a policy not settled, settle that first. Otherwise the policy was paid another way, or the order is gone: refund in the partner’s console, then `npm run ops -- settle --refunded` with the id, and tell the customer. No mail does.',
  },
  {
    listed: 'policy at the insurer only',
    rows: sql`
      select quote_id::text, min(at), 'the insurer says ' || coalesce(details ->> 'policyNumber', 'that the quote already is a policy'), quote_id
      from public.audit it where what = 'policy-at-insurer-only' and at > now() - interval '90 days' and ${unacknowledged}
      group by quote_id, details ->> 'policyNumber'`,
    advice:
      'the insurer accepted after we stored its refusal: ask its staff by the policy number to end the policy or to confirm it; then `npm run ops -- acknowledge --quote` with the id and `--policy` with the number. Or the insurer says that the quote already is a policy: ask its staff by the quote number whose it is and whether it stands, and tell the customer the same day, because no mail does; then `npm run ops -- acknowledge --quote` with the id.',
  },
  {
    listed: 'card payment unclear',
    rows: payments(
      sql`state in (${sql.join(paymentStatesOfPhases('open', 'unpaid').map(sql.lit))}) and unclear_since < now() - interval '5 minutes'`,
      sql`unclear_since`,
    ),
    advice:
      'the card partner gives no usable answer and may have taken the money. Look for the quote in the partner’s console and for `payment-unclear` with the id in the log. Once the key or the adapter is corrected, the payment settles itself. If the console shows no money: `npm run ops -- settle --unpaid` with the id. If money came and the payment cannot settle: first `npm run ops -- settle --refunded` with the id, which prevents a policy, then refund in the console and tell the customer. No mail does. A refund in the console first would leave the page paid, and a policy might still follow.',
  },
  {
    listed: 'one account, many policies',
    rows: sql`
      select account_fingerprint, max(at),
             count(distinct it.quote_id) || ' in 30 days: ' || string_agg(distinct it.quote_id::text, ' '), null::uuid
      from public.audit it join public.bind_attempt on bind_attempt.quote_id = it.quote_id and account_fingerprint is not null
      where what = 'bind-intended' and at > now() - interval '30 days'
      group by account_fingerprint having count(distinct it.quote_id) > 5 and bool_or(${unacknowledged})`,
    advice:
      'does the account belong to these customers? Ask the bank or the customers before the first debit; the quotes are named. Then `npm run ops -- acknowledge --account` with the mark. The next policy lists it again.',
  },
  ...mailKinds.flatMap(kind => {
    const task = refusedMailTasks[kind]
    return task === null ? [] : [{ ...task, rows: refused(kind) }]
  }),
  {
    listed: 'failed job',
    rows: sql`
      select job.id, since, why || coalesce(', payment ' || paid.id, ''), coalesce(paid.quote_id, job.quote_id)
      from jsonb_to_recordset(${JSON.stringify(failedJobs.map(jobRow))}::jsonb)
        as job (id text, since timestamptz, why text, payment_id uuid, quote_id uuid)
      left join public.payment paid on paid.id = job.payment_id`,
    advice:
      'correct the cause, then `npm run ops -- retry`. If there is nothing to correct (you sent the documents by `npm run ops -- mail-again`, you phoned the customer, or the address of a saved quote does not exist): `npm run ops -- acknowledge --job` with the id.',
  },
]

interface Waiting {
  readonly what: string
  readonly id: string
  readonly since: Date
  readonly why: string
}

const jobRow = ({ id, kind, payload, putAt, retries, errorCode }: UnfinishedJob) => {
  const { quoteId, paymentId } = payloadIds(payload)
  const why = `${kind} after ${retries} retries${errorCode === null ? '' : `: ${errorCode}`}`
  return { id, since: putAt, why, quote_id: quoteId, payment_id: paymentId }
}

const waitingItems = (kinds: readonly Kind[]) => sql<Waiting>`
  with waiting (what, id, since, why, quote_id) as (
    ${sql.join(
      kinds.map(({ listed, rows }) => sql`select ${listed}::text, listed.* from (${rows}) listed`),
      sql` union all `,
    )}
  )
  select what, waiting.id, since, why || coalesce(', quote ' || quote_number || ' (' || quote_id || ')', '') as why
  from waiting left join public.quote on quote.id = quote_id
  order by since`

/** Only the oldest of each kind are listed; in an outage there may be thousands. */
const maximumListed = 10

function listedRows(rows: readonly Waiting[]): string[] {
  const lines = rows
    .slice(0, maximumListed)
    .map(row => `${row.since.toISOString()}  ${row.what}  ${row.id}  ${row.why}`)
  const rest = rows.length - lines.length
  return rest > 0 ? [...lines, `… and ${rest} more: ${rows[0]?.what}`] : lines
}

export const manualTasks: OpsCommand = {
  usage: 'waiting',
  says: 'lists the tasks for a person, and how to resolve each',
  options: [],
  async run({ database, jobs }) {
    const kinds = kindsWith(await (await jobs()).givenUp())
    const { rows } = await waitingItems(kinds).execute(database.kysely)
    if (rows.length === 0) return succeeded('There are no tasks for a person.')
    const groups = Map.groupBy(rows, ({ what }) => what)
    const counts = [...groups].map(([what, { length }]) => `${length}  ${what}`)
    const lines = [...groups.values()].flatMap(listedRows)
    const advice = kinds
      .filter(({ listed }) => groups.has(listed))
      .map(({ listed, advice }) => `${listed[0]?.toUpperCase()}${listed.slice(1)}: ${advice}`)
    return failed(...counts, '', ...lines, '', ...advice)
  },
}
