/**
 * Operators' command that lists the tasks for an operator and how to resolve each: purchases with an unknown result,
 * failed refunds, abandoned jobs.
 */
import { type RawBuilder, sql } from 'kysely'
import { isAwaitingInsurer, isRefundDue } from '#db/repositories/bind-attempts.ts'
import { paymentsIn } from '#journey/purchase-states.ts'
import { idsIn } from '#server/jobs/job-payloads.ts'
import type { UnfinishedJob } from '#server/jobs/unfinished-jobs.ts'
import { type MailKind, mailKinds, refusedMailActions } from '#server/mail/deliver.ts'
import { unacknowledged } from './acknowledge.ts'
import type { OpsCommand } from './command.ts'

interface Kind {
  readonly listed: string
  /** Columns: id, since when, why, and the quote's id. */
  readonly rows: RawBuilder<unknown> | ((givenUp: readonly UnfinishedJob[]) => RawBuilder<unknown>)
  /** How an operator resolves it. */
  readonly advice: string
}

/**
 * Refused mails of one kind. The event's name is a literal in the statement, so that every plan can use the partial
 * index `audit_refused`.
 */
function refused(kind: MailKind): RawBuilder<unknown> {
  if (kind === 'mail')
    return sql`
    select p.policy_number, max(it.at), 'for good, by its recipient', p.quote_id
    from public.audit it join public.policy p on p.quote_id = it.quote_id and p.issued_at <= it.at + interval '5 seconds'
    where what = 'mail-refused' and at > now() - interval '90 days' and ${unacknowledged}
      and not exists (select 1 from public.audit yes where yes.quote_id = it.quote_id and yes.what = 'mail-accepted' and yes.at > it.at)
    group by p.policy_number`
  return sql`
    select quote_id::text, max(at),
           case when details ? 'tooMany' then 'by us, its reader having too many mails'
                when details ? 'payerUnknown' then 'by us, who paid being known no more'
                else 'for good, by its recipient' end
           || coalesce(', payment ' || (details ->> 'paymentId'), '') || coalesce(': ' || (details ->> 'message'), ''), quote_id
    from public.audit it where what = ${sql.lit(`${kind}-refused`)} and at > now() - interval '90 days' and ${unacknowledged}
    group by quote_id, details ->> 'message', details ? 'tooMany', details ? 'payerUnknown', details ->> 'paymentId'`
}

/** The amount, and the id that finds the payment in the partner's console. */
const money = sql`
  round(amount_cents / 100.0, 2) || ' ' || currency || coalesce(', transaction ' || transaction_id, ', session ' || card_session_id, '')`

const kinds: readonly Kind[] = [
  {
    listed: 'policy not settled',
    rows: sql`
      select quote_id::text, created_at, 'the insurer was asked ' || attempts || ' times' || coalesce(': ' || last_error, ''), quote_id
      from public.bind_attempt where ${isAwaitingInsurer} and created_at < now() - interval '15 minutes'`,
    advice:
      '`npm run ops -- retry` asks what became of it, and again where that is safe. Where the insurer cannot tell a program, ask its people by the quote number, then `npm run ops -- settle`.',
  },
  {
    listed: 'refund due',
    rows: sql`
      select id::text, changed_at, ${money}, quote_id
      from public.payment where ${isRefundDue} and unclear_since is null and changed_at < now() - interval '5 minutes'`,
    advice:
      '`npm run ops -- retry` asks the partner again. Refused once more: refund it at the partner, then `npm run ops -- settle --refunded` with its id.',
  },
  {
    listed: 'refund unclear',
    rows: sql`
      select id::text, changed_at, ${money}, quote_id
      from public.payment where ${isRefundDue} and unclear_since is not null and changed_at < now() - interval '5 minutes'`,
    advice:
      'the bank behind the card partner did not answer, so it may have been made. Look for it in the partner’s console and make it there only where it is not; then `npm run ops -- settle --refunded` with its id.',
  },
  {
    listed: 'paid, no policy',
    rows: sql`
      select id::text, changed_at, ${money}, quote_id
      from public.payment y where state = 'APPROVED' and changed_at < now() - interval '15 minutes'
        and not exists (select 1 from public.policy p join public.bind_attempt i on i.quote_id = p.quote_id
                        where p.quote_id = y.quote_id and i.payment_id = y.id)`,
    advice:
      'money stands at the card partner that no policy came of. Where its quote is listed as a policy not settled too, settle that: this ends with it. Else the policy was paid otherwise, or the order is gone: refund it in the partner’s console, then `npm run ops -- settle --refunded` with its id, and tell the customer, whom no mail tells.',
  },
  {
    listed: 'policy in no book of ours',
    rows: sql`
      select quote_id::text, min(at), 'the insurer says ' || coalesce(details ->> 'policyNumber', 'that the quote is a policy already'), quote_id
      from public.audit it where what = 'policy-unkept' and at > now() - interval '90 days' and ${unacknowledged}
      group by quote_id, details ->> 'policyNumber'`,
    advice:
      'the insurer said yes after its no was written down: ask its people by the number to end it, or to say that it stands; then `npm run ops -- seen --quote` with its id and `--policy` with its number. Or it says that the quote is a policy already: ask its people by the quote number whose that is and whether it stands, and tell the customer the same day, whom no mail tells of a policy; then `npm run ops -- seen --quote` with its id.',
  },
  {
    listed: 'card payment unclear',
    rows: sql`
      select id::text, unclear_since, ${money}, quote_id from public.payment
      where state in (${sql.join(paymentsIn('open', 'unpaid').map(sql.lit))}) and unclear_since < now() - interval '5 minutes'`,
    advice:
      'the card partner gives no answer, or one that was not understood, and may have taken the money. Look for its quote in the partner’s console and for `payment-unclear` with its id in the log; mend the key or the adapter, and it settles itself. It is asked on and on, until you have seen in the console that no money came: `npm run ops -- settle --unpaid` with its id. Money that came and cannot be settled so is sent back: first `npm run ops -- settle --refunded` with its id, after which it buys nothing any more, then in the console, and tell the customer, whom no mail tells. Sent back there first it may still buy the policy, since a page stays paid.',
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
      'is it the customers’ own? Ask the bank or the customers before the first debit; the quotes are named. Then `npm run ops -- seen --account` with its mark: a further policy lists it again.',
  },
  ...mailKinds.map(kind => ({ ...refusedMailActions[kind], rows: refused(kind) })),
  {
    listed: 'work given up',
    rows: jobs => sql`
      select job.id, since, why || coalesce(', payment ' || paid.id, ''), coalesce(paid.quote_id, job.quote_id)
      from jsonb_to_recordset(${JSON.stringify(jobs.map(givenUpRow))}::jsonb)
        as job (id text, since timestamptz, why text, payment_id uuid, quote_id uuid)
      left join public.payment paid on paid.id = job.payment_id`,
    advice:
      'mend the cause, then `npm run ops -- retry`. Where nothing is to be mended (a policy’s documents sent by `npm run ops -- mail-again`, news you have told by phone, a saved quote whose address was never one), `npm run ops -- seen --job` with its id.',
  },
]

interface Waiting {
  readonly what: string
  readonly id: string
  readonly since: Date
  readonly why: string
}

const givenUpRow = ({ id, kind, payload, putAt, retries, errorCode }: UnfinishedJob) => {
  const { quoteId, paymentId } = idsIn(payload)
  const why = `${kind} after ${retries} repeats${errorCode === null ? '' : `: ${errorCode}`}`
  return { id, since: putAt, why, quote_id: quoteId, payment_id: paymentId }
}

const waitingItems = (givenUp: readonly UnfinishedJob[]) => sql<Waiting>`
  with waiting (what, id, since, why, quote_id) as (
    ${sql.join(
      kinds.map(({ listed, rows }) => {
        const found = typeof rows === 'function' ? rows(givenUp) : rows
        return sql`select ${listed}::text, listed.* from (${found}) listed`
      }),
      sql` union all `,
    )}
  )
  select what, waiting.id, since, why || coalesce(', quote ' || quote_number || ' (' || quote_id || ')', '') as why
  from waiting left join public.quote on quote.id = quote_id
  order by since`

/** Of each kind the oldest are named; in an outage there may be thousands. */
const named = 10

function listedRows(rows: readonly Waiting[]): string[] {
  const lines = rows
    .slice(0, named)
    .map(row => `${row.since.toISOString()}  ${row.what}  ${row.id}  ${row.why}`)
  const rest = rows.length - lines.length
  return rest > 0 ? [...lines, `… and ${rest} more: ${rows[0]?.what}`] : lines
}

export const waiting: OpsCommand = {
  usage: 'waiting',
  says: 'what waits for a person, and how to free it',
  options: [],
  async run({ database, jobs }) {
    const givenUp = await (await jobs()).givenUp()
    const { rows } = await waitingItems(givenUp).execute(database.kysely)
    if (rows.length === 0) return { lines: ['Nothing waits for a person.'], isWell: true }
    const groups = Map.groupBy(rows, ({ what }) => what)
    const counts = [...groups].map(([what, { length }]) => `${length}  ${what}`)
    const lines = [...groups.values()].flatMap(listedRows)
    const advice = kinds
      .filter(({ listed }) => groups.has(listed))
      .map(({ listed, advice }) => `${listed[0]?.toUpperCase()}${listed.slice(1)}: ${advice}`)
    return { lines: [...counts, '', ...lines, '', ...advice], isWell: false }
  },
}
