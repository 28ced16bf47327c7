/** Retention of purchases: deletes bank details early, and policies with their audit events when the legal period ends. */
import { sql, type Transaction } from 'kysely'
import { clearedRequestColumns } from '#db/repositories/bind-attempts.ts'
import type { Db, Schema } from '#db/schema.ts'
import { executeAndCountRows, lockBatch, purgeBatchSize } from '#db/write-statements.ts'
import { addDays, addYears, type NzDay } from '#journey/dates.ts'

/** Destroys the bank details of policies issued before `issuedBefore` and of binds rejected before `rejectedBefore`. */
export function destroyBankDetails(
  db: Db,
  { issuedBefore, rejectedBefore }: { issuedBefore: Date; rejectedBefore: Date },
): Promise<number> {
  const due = db
    .selectFrom('bind_attempt')
    .select('quote_id')
    .where('encrypted_request', 'is not', null)
    .where(sql<boolean>`(state = 'ISSUED' and changed_at < ${issuedBefore}
      or state = 'REJECTED' and changed_at < ${rejectedBefore})`)
  const cleared = db.updateTable('bind_attempt').set(clearedRequestColumns)
  return executeAndCountRows(cleared.where('quote_id', 'in', lockBatch(due)))
}

/** A policy is issued up to thirty days before its year begins; one issued later than this is deleted later by as much. */
const issuedLateDays = 60

/**
 * Deletes policies whose cover ended before `endedBefore`, with quote, payments and audit, here and at the embedded
 * insurer. It needs a transaction: the database deletes audit lines only after their quote. A policy stays while a
 * refund is due.
 */
export async function deleteExpiredPolicies(
  db: Transaction<Schema>,
  { endedBefore, auditBefore }: { endedBefore: NzDay; auditBefore: Date },
): Promise<number> {
  // A condition on the indexed column: otherwise every statement would read a whole year of policies.
  const issuedBefore = addDays(addYears(endedBefore, -1), issuedLateDays)
  const { rows } = await sql<{ quote_id: string }>`
    with over as (
      -- Locks the quote, not the policy: the quote is first in the lock order (db/transaction.ts).
      select quote_id from public.policy join public.quote on quote.id = policy.quote_id
      where issued_at < ${issuedBefore}::date and record->>'endDate' < ${endedBefore}
        and not exists (select 1 from public.payment y where y.quote_id = policy.quote_id and y.state = 'REFUND_DUE')
      limit ${purgeBatchSize} for update of quote skip locked
    ), policies as (delete from public.policy where quote_id in (select quote_id from over)),
    bind_attempts as (delete from public.bind_attempt where quote_id in (select quote_id from over)),
    payments as (delete from public.payment where quote_id in (select quote_id from over)),
    quotes as (delete from public.quote where id in (select quote_id from over) returning quote_number),
    sold as (delete from insurer.policy where quote_number in (select quote_number from quotes)),
    rated as (delete from insurer.quote where quote_number in (select quote_number from quotes))
    select quote_id from over`.execute(db)
  if (rows.length === 0) return 0
  const quoteIds = rows.map(row => row.quote_id)
  await db.deleteFrom('audit').where('quote_id', 'in', quoteIds).where('at', '<', auditBefore).execute()
  return rows.length
}

/**
 * Deletes audit lines of quotes that were deleted; the database allows no others. The lines that a quote still has are
 * deleted when the newest is older than `before`. The newest is deleted first, because invariant I8 reports a step without
 * the one before it. Returns how many lines, and how many of them recorded a registration: invariant I18 needs that number.
 */
export async function deleteOldAudit(db: Transaction<Schema>, before: Date) {
  const { rows: gone } = await sql<{ what: string }>`
    delete from public.audit where id in (
      select id from public.audit line where quote_id is not null and at < ${before}
        and not exists (select 1 from public.quote q where q.id = line.quote_id)
        and not exists (select 1 from public.audit newer where newer.quote_id = line.quote_id and newer.at >= ${before})
      order by at desc limit ${purgeBatchSize} for update skip locked)
    returning what`.execute(db)
  return { lines: gone.length, registered: gone.filter(line => line.what === 'registered').length }
}
