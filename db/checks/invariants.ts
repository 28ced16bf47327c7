/** Invariants of the stored data that no constraint guarantees, for `npm run ops -- invariants` and chaos tests. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nzToday } from '#journey/dates.ts'
import { paymentStatesOfPhases } from '#journey/purchase-states.ts'

interface Invariant {
  readonly id: string
  readonly says: string
  /** Rows with one column `what`: the number or id that a person looks up. */
  readonly breaks: (
    now: Date,
    limits: RetentionLimits,
    jobs: readonly QueuedJob[],
  ) => ReturnType<typeof sql<{ what: string }>>
}

/** A job that waits, is in progress or was given up, as server/jobs/manage-jobs.ts reads it. */
interface QueuedJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly state: string
  readonly dueAt: Date
}

const unfinished = (jobs: readonly QueuedJob[]) => sql`
  jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
  as job (id text, kind text, payload jsonb, state text, "dueAt" timestamptz)`

const hourMs = 3_600_000
const hourAgo = (now: Date) => new Date(now.getTime() - hourMs)
const dayAgo = (now: Date) => new Date(now.getTime() - 24 * hourMs)
/** The clocks of nodes differ a little. */
const clocksDiffer = sql`interval '5 seconds'`

type RetentionLimits = Readonly<
  Record<'prospectDays' | 'quoteDays' | 'bankDays' | 'rejectedBankHours', number>
>

const toleranceHours = 24

/** Rows that the purge should have deleted already, with one day of tolerance: they show that it fails. */
function findOverdueRows(
  now: Date,
  { prospectDays, quoteDays, bankDays, rejectedBankHours }: RetentionLimits,
) {
  const since = (keptHours: number) => new Date(now.getTime() - (keptHours + toleranceHours) * hourMs)
  const yesterday = since(0)
  const idleSince = since(24 * prospectDays)
  const busy = sql.join(paymentStatesOfPhases('open', 'paid', 'refunding').map(sql.lit))
  // A quote with an open payment or bind a day ago was not due then.
  const wasFree = sql`
    not exists (select 1 from public.bind_attempt i where i.quote_id = q.id
                and (i.state <> 'REJECTED' or i.changed_at > ${yesterday}))
    and not exists (select 1 from public.payment y where y.quote_id = q.id
                    and (y.state in (${busy}) or y.changed_at > ${yesterday}))`
  return sql<{ what: string }>`
    select 'bank details of ' || quote_id as what from public.bind_attempt
    where encrypted_request is not null
      and (state = 'ISSUED' and changed_at < ${since(24 * bankDays)}
           or state = 'REJECTED' and changed_at < ${since(rejectedBankHours)})
    union
    select 'people of ' || id from public.quote q
    where anonymised_at is null and status <> 'CONVERTED' and created_at < ${since(24 * quoteDays)}
      and coalesce(valid_until < ${nzToday(yesterday)}::date, true) and ${wasFree}
    union
    select 'people of ' || id from public.quote q
    where anonymised_at is null and status = 'DRAFT' and created_at < ${idleSince} and changed_at < ${idleSince}
      and ${wasFree}`
}

const invariants: readonly Invariant[] = [
  {
    id: 'I2',
    says: 'every policy of the embedded insurer is here under the same number, and no other is',
    breaks: () => sql`
      select i.policy_number as what from insurer.policy i
      where not exists (select 1 from public.policy p where p.policy_number = i.policy_number)
        and not exists (select 1 from public.quote q join public.bind_attempt s on s.quote_id = q.id
                        where q.quote_number = i.quote_number and s.state in ('INTENT', 'UNKNOWN'))
      union all
      select p.policy_number from public.policy p join public.quote q on q.id = p.quote_id
      join insurer.quote iq on iq.quote_number = q.quote_number
      where not exists (select 1 from insurer.policy i where i.policy_number = p.policy_number)`,
  },
  {
    id: 'I3',
    says: 'a policy number that was issued to a customer still exists',
    breaks: () => sql`
      select a.details->>'policyNumber' as what from public.audit a
      where a.what = 'policy-issued'
        and not exists (select 1 from public.policy p
                        where p.quote_id = a.quote_id and p.policy_number = a.details->>'policyNumber')`,
  },
  {
    id: 'I4',
    says: 'a converted quote, an issued bind attempt and a policy come together',
    breaks: () => sql`
      select q.id::text as what from public.quote q
      left join public.bind_attempt i on i.quote_id = q.id and i.state = 'ISSUED'
      left join public.policy p on p.quote_id = q.id
      where (q.status = 'CONVERTED')::int + (i.quote_id is not null)::int + (p.quote_id is not null)::int in (1, 2)
         or i.policy_number <> p.policy_number`,
  },
  {
    id: 'I5',
    says: 'a policy paid by card has exactly one approved payment, of the version and amount of the purchase',
    breaks: () => sql`
      select p.policy_number as what from public.policy p join public.bind_attempt i on i.quote_id = p.quote_id
      where i.payment_id is not null
        and (select count(*) from public.payment y
             where y.quote_id = p.quote_id and y.state = 'APPROVED'
               and y.id = i.payment_id and y.quote_version = i.quote_version
               and y.amount_cents = (p.record->'payment'->>'amountCents')::int) <> 1`,
  },
  {
    id: 'I6',
    says: 'an approved payment bought a policy, or is less than a day old',
    breaks: now => sql`
      select y.id::text as what from public.payment y
      where y.state = 'APPROVED' and y.changed_at < ${dayAgo(now)}
        and not exists (select 1 from public.policy p join public.bind_attempt i on i.quote_id = p.quote_id
                        where p.quote_id = y.quote_id and i.payment_id = y.id)`,
  },
  {
    id: 'I8',
    says: 'no step of a purchase was taken without the one before it',
    breaks: () => sql`
      select a.what || ' ' || a.quote_id as what from public.audit a
      where a.what in ('policy-issued', 'policy-rejected')
        and not exists (select 1 from public.audit b where b.quote_id = a.quote_id
                        and b.what in ('bind-intended', 'payment-approved') and b.at <= a.at + ${clocksDiffer})
      union all
      select a.what || ' ' || a.quote_id from public.audit a
      where a.what in ('bind-intended', 'payment-approved')
        and not exists (select 1 from public.audit b where b.quote_id = a.quote_id
                        and b.what = 'rated-quoted' and b.at <= a.at + ${clocksDiffer})`,
  },
  {
    id: 'I9',
    says: 'after its policy was issued, a quote did not change',
    breaks: () => sql`
      select b.what || ' ' || b.quote_id as what from public.audit a join public.audit b on b.quote_id = a.quote_id
      where a.what = 'policy-issued' and b.id <> a.id
        and (b.what = 'policy-issued'
             or (b.what like 'rated-%' or b.what in ('bind-intended', 'policy-rejected'))
                and b.at > a.at + ${clocksDiffer})`,
  },
  {
    id: 'I10',
    says: 'a policy is of the version the customer declared to be true, where a declaration was sent',
    breaks: () => sql`
      select p.policy_number as what from public.policy p join public.quote q on q.id = p.quote_id
      join public.bind_attempt i on i.quote_id = p.quote_id
      where q.declared_version is not null and q.declared_version <> i.quote_version`,
  },
  {
    id: 'I11',
    says: 'no work waits longer than a day, and every policy was mailed, or its mail is on the list of what failed or was taken off it by a person',
    breaks: (now, _, jobs) => sql`
      select job.kind || ' ' || job.id as what from ${unfinished(jobs)}
      where job.state = 'waiting' and job."dueAt" < ${dayAgo(now)}
      union all
      select p.policy_number from public.policy p
      where p.issued_at < ${hourAgo(now)}
        and not exists (select 1 from public.audit a where a.quote_id = p.quote_id and a.at >= p.issued_at - ${clocksDiffer}
                        and (a.what like 'policy-mail-%' or a.what = 'acknowledged' and a.details->>'kind' = 'policy-mail'))
        and not exists (select 1 from ${unfinished(jobs)}
                        where job.kind = 'policy-mail' and job.payload->>'quoteId' = p.quote_id::text)`,
  },
  {
    id: 'I12',
    says: 'every policy of the insurer has the idempotency key of our bind attempt',
    breaks: () => sql`
      select p.policy_number as what from insurer.policy p join public.quote q on q.quote_number = p.quote_number
      join public.bind_attempt i on i.quote_id = q.id
      where i.idempotency_key::text <> p.idempotency_key`,
  },
  {
    id: 'I13',
    says: 'declaration and debit terms are older than the policy',
    breaks: () => sql`
      select p.policy_number as what from public.policy p join public.bind_attempt i on i.quote_id = p.quote_id
      where p.declared_at > p.issued_at + ${clocksDiffer} or p.terms_at > p.issued_at + ${clocksDiffer}
         or (i.payment_id is null and p.terms_at is null)`,
  },
  {
    id: 'I14',
    says: 'quote and policy are of one brand',
    breaks: () => sql`
      select p.policy_number as what from public.policy p join public.quote q on q.id = p.quote_id where p.brand <> q.brand`,
  },
  {
    id: 'I16',
    says: 'bank account numbers are stored encrypted or masked only',
    breaks: () => sql`
      select quote_id::text as what from public.bind_attempt where encrypted_request is not null and encrypted_request not like 'v1.%'
      union all
      -- A browser's name and a hash may hold as many digits.
      select policy_number from public.policy
      where (record #- '{payment,terms,userAgent}' #- '{payment,terms,textSha256}')::text
            ~ '[0-9]{2}-?[0-9]{4}-?[0-9]{7}-?[0-9]{2,3}'`,
  },
  {
    id: 'I17',
    says: 'an idempotency key belongs to one quote, here and at the insurer',
    breaks: () => sql`
      select i.idempotency_key::text as what from public.bind_attempt i join insurer.policy p on p.idempotency_key = i.idempotency_key::text
      join public.quote q on q.id = i.quote_id
      where q.quote_number is distinct from p.quote_number`,
  },
  {
    id: 'I18',
    says: 'no quote is lost: each that was ever registered is here or was forgotten by the purge',
    breaks: () => sql`
      select 'missing: ' || missing as what from (
        select count(*)
          - coalesce((select sum((details->>'tombstones')::int) from public.audit where what = 'purged'), 0)
          + coalesce((select sum((details->>'registered')::int) from public.audit where what = 'purged'), 0) as missing
        from public.audit a
        where a.what = 'registered' and not exists (select 1 from public.quote q where q.id = a.quote_id)) counted
      where missing > 0`,
  },
  {
    id: 'I19',
    says: 'bank details and the people of unsold quotes are forgotten within a day of when they are to be',
    breaks: findOverdueRows,
  },
]

export async function findInvariantViolations(
  db: Kysely<Schema>,
  now: Date,
  limits: RetentionLimits,
  jobs: readonly QueuedJob[] = [],
) {
  const broken: { id: string; says: string; what: string[] }[] = []
  for (const { id, says, breaks } of invariants) {
    const { rows } = await breaks(now, limits, jobs).execute(db)
    if (rows.length > 0) broken.push({ id, says, what: rows.map(row => row.what) })
  }
  return broken
}

export const invariantIds = invariants.map(({ id }) => id)
