/**
 * What waits for a person: purchases whose outcome nobody knows, refunds that did not go through, work that was given up;
 * and how to free each. Partners know a quote by its number, so that stands beside our id wherever they are to be asked.
 */
import { sql } from 'kysely'
import { isRefundDue, isUnanswered } from '#db/unsettled.ts'
import { type MailKind, mailKinds, refusedMails } from '#server/jobs/mail-kinds.ts'
import type { OpsCommand } from './command.ts'
import { unseen } from './seen.ts'

interface Waiting {
  readonly what: string
  readonly id: string
  readonly since: Date
  readonly why: string
}

/** A policy's mail can be sent again, and a saved quote's needs nobody; the others are told by a person. */
function refused(kind: MailKind) {
  const { listed } = refusedMails[kind]
  if (kind === 'mail')
    return sql`
    select ${listed}::text, p.policy_number, max(it.at), 'for good, by its recipient', p.quote_id
    from audit it join policy p on p.quote_id = it.quote_id and p.issued_at <= it.at + interval '5 seconds'
    where what = 'mail-refused' and at > now() - interval '90 days' and ${unseen}
      and not exists (select 1 from audit yes where yes.quote_id = it.quote_id and yes.what = 'mail-accepted' and yes.at > it.at)
    group by p.policy_number`
  return sql`
    select ${listed}::text, quote_id::text, max(at),
           case when details ? 'tooMany' then 'by us, its reader having too many mails' else 'for good, by its recipient' end
           || coalesce(': ' || (details ->> 'message'), ''), quote_id
    from audit it where what = ${`${kind}-refused`} and at > now() - interval '90 days' and ${unseen}
    group by quote_id, details ->> 'message', details ? 'tooMany'`
}

const amount = sql`round(amount_cents / 100.0, 2) || ' ' || currency`
/** Of a job's reference, which is a quote's id, a payment's, or neither: a mail that is locked. */
const idAtStart = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= |$)'

const look = sql<Waiting>`
  with waiting (what, id, since, why, quote_id) as (
    select 'policy not settled', quote_id::text, created_at,
           'the insurer was asked ' || attempts || ' times' || coalesce(': ' || last_error, ''), quote_id
    from issuance where ${isUnanswered} and created_at < now() - interval '15 minutes'
    union all
    select case when unclear_since is null then 'refund due' else 'refund unclear' end, id::text, changed_at, ${amount}, quote_id
    from payment where ${isRefundDue} and changed_at < now() - interval '5 minutes'
    union all
    select 'paid, no policy', id::text, changed_at, ${amount}, quote_id
    from payment y where state = 'APPROVED' and changed_at < now() - interval '15 minutes'
      and not exists (select 1 from policy p join issuance i on i.quote_id = p.quote_id
                      where p.quote_id = y.quote_id and i.payment_id = y.id)
    union all
    select 'policy in no book of ours', quote_id::text, min(at), 'the insurer says ' || (details ->> 'policyNumber'), quote_id
    from audit it where what = 'policy-unkept' and at > now() - interval '90 days' and ${unseen}
    group by quote_id, details ->> 'policyNumber'
    union all
    select 'card payment unclear', id::text, unclear_since, ${amount}, quote_id
    from payment where state in ('PENDING', 'DECLINED', 'CANCELLED', 'EXPIRED') and unclear_since < now() - interval '5 minutes'
    union all
    select 'one account, many policies', account_mark, max(at),
           count(distinct it.quote_id) || ' in 30 days: ' || string_agg(distinct it.quote_id::text, ' '), null
    from audit it join issuance on issuance.quote_id = it.quote_id and account_mark is not null
    where what = 'bind-intended' and at > now() - interval '30 days'
    group by account_mark having count(distinct it.quote_id) > 5 and bool_or(${unseen})
    union all
    ${sql.join(mailKinds.map(refused), sql` union all `)}
    union all
    select 'gave up: ' || name, job.id::text, created_on,
           'after ' || retry_count || ' repeats' || coalesce(': ' || (output ->> 'code'), '') || coalesce(', payment ' || paid.id, ''),
           coalesce(paid.quote_id, named.id)
    from jobs.job
    cross join lateral (select substring(data ->> 'ref' from ${idAtStart})::uuid as id) named
    left join payment paid on paid.id = named.id
    where job.state = 'failed'
  )
  select what, waiting.id, since, why || coalesce(', quote ' || quote_number || ' (' || quote_id || ')', '') as why
  from waiting left join quote on quote.id = quote_id
  order by since`

export const adviceOn = (kind: MailKind): string =>
  `A ${refusedMails[kind].listed}: ${refusedMails[kind].advice}`

const advice = [
  'A policy not settled: `npm run ops -- retry` asks what became of it, and again where that is safe. Where the insurer cannot tell a program, ask its people by the quote number, then `npm run ops -- settle`.',
  'A refund due: `npm run ops -- retry` asks the partner again. Refused once more: refund it at the partner, then `npm run ops -- settle --refunded` with its id.',
  'A refund unclear: the bank behind the card partner did not answer, so it may have been made. Look for it in the partner’s console and make it there only where it is not; then `npm run ops -- settle --refunded` with its id.',
  'Paid, no policy: money stands at the card partner that no policy came of. Where its quote is listed as a policy not settled too, settle that: this ends with it. Else the policy was paid otherwise, or the order is gone: refund it in the partner’s console, then `npm run ops -- settle --refunded` with its id, and tell the customer, whom no mail tells.',
  'A policy in no book of ours: the insurer said yes after its no was written down. Ask its people by the number to end it, or to say that it stands; then `npm run ops -- seen --quote` with its id.',
  'A card payment unclear: the card partner gives no answer, or one that was not understood, and may have taken the money. Look for its quote in the partner’s console and for `payment-unclear` with its id in the log; mend the key or the adapter, and it settles itself. It is asked on and on, until you have seen in the console that no money came: `npm run ops -- settle --unpaid` with its id.',
  'One account behind many policies: is it the customers’ own? Ask the bank or the customers before the first debit; the quotes are named. Then `npm run ops -- seen --account` with its mark: a further policy lists it again.',
  ...mailKinds.map(adviceOn),
  'Work given up: mend the cause, then `npm run ops -- retry`.',
]

export const waiting: OpsCommand = {
  usage: 'waiting',
  says: 'what waits for a person, and how to free it',
  options: [],
  async run({ database }) {
    const { rows } = await look.execute(database.kysely)
    if (rows.length === 0) return { lines: ['Nothing waits for a person.'], isWell: true }
    const lines = rows.map(row => `${row.since.toISOString()}  ${row.what}  ${row.id}  ${row.why}`)
    return { lines: [...lines, '', ...advice], isWell: false }
  },
}
