/**
 * Finds rows that the purge should have deleted already, with one day of tolerance. Invariant I19 uses it to
 * detect a failing purge.
 */
import { sql } from 'kysely'
import { nzToday } from '#journey/dates.ts'
import { paymentsIn } from '#journey/purchase-states.ts'

/** The retention periods that are checked (server/config.ts). */
export interface RetentionLimits {
  readonly prospectDays: number
  readonly quoteDays: number
  readonly bankDays: number
  readonly rejectedBankHours: number
}

const hourMs = 3_600_000
const slackHours = 24

export function findOverdueRows(
  now: Date,
  { prospectDays, quoteDays, bankDays, rejectedBankHours }: RetentionLimits,
) {
  const since = (keptHours: number) => new Date(now.getTime() - (keptHours + slackHours) * hourMs)
  const yesterday = since(0)
  const idleSince = since(24 * prospectDays)
  const busy = sql.join(paymentsIn('open', 'paid', 'going-back').map(sql.lit))
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
