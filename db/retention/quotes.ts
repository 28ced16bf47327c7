/** Retention of quotes: anonymises old unsold ones and deletes them later, unless a purchase still needs them. */
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { clearedRequestColumns } from '#db/repositories/bind-attempts.ts'
import type { Db, Schema } from '#db/schema.ts'
import { lockBatch, purgeBatchSize } from '#db/write-statements.ts'
import { nzToday } from '#journey/dates.ts'
import { closedUnpaidStates, paymentStatesOfPhases, unresolvedBindStates } from '#journey/purchase-states.ts'

const inList = (...states: readonly string[]) => sql.join(states.map(sql.lit))

/** True for a quote with an unfinished or issued bind, or with a payment that may still move money. */
const isInUse = sql<boolean>`(
  exists (select 1 from public.bind_attempt i where i.quote_id = quote.id
          and i.state in (${inList(...unresolvedBindStates, 'ISSUED')}))
  or exists (select 1 from public.payment p where p.quote_id = quote.id
             and p.state in (${inList(...paymentStatesOfPhases('open', 'paid', 'refunding'))})))`

/** The columns that an anonymised quote keeps. A column that is neither here nor in `anonymised` does not compile. */
type Kept =
  // With these, an old link finds the quote and reports that it has expired.
  | 'id'
  | 'brand'
  | 'quote_number'
  // Statistics and the later deletion use these. They contain nothing about a person.
  | 'origin'
  | 'created_at'
  | 'valid_until'
  | 'declared_version'
  | 'ownership_changed_at'
  | 'ownership_changed_by_log_in'
  | 'source'
  | 'partner_id'
  // `anonymise` writes these itself.
  | 'version'
  | 'changed_at'
  | 'anonymised_at'

const anonymised = {
  plate: '',
  car: null,
  risk_address: null,
  drivers: null,
  indicators: null,
  choice: null,
  policyholders: null,
  insurer_quote: null,
  applicant: null,
  declared_at: null,
  people_saved_at: null,
  status: 'EXPIRED',
} as const satisfies Record<Exclude<keyof Schema['quote'], Kept>, unknown>

const unsold = ['DRAFT', 'QUOTED', 'OFFLINE', 'DECLINED', 'EXPIRED'] as const

/**
 * Anonymises unsold quotes made before `madeBefore` that are no longer valid, and drafts without a change since
 * `idleBefore`. Both are found by their creation time, which an amend does not change.
 */
export async function anonymiseQuotes(
  db: Transaction<Schema>,
  { madeBefore, idleBefore, now }: { madeBefore: Date; idleBefore: Date; now: Date },
): Promise<number> {
  const old = await anonymise(db, now, from =>
    from
      .where('anonymised_at', 'is', null)
      .where('created_at', '<', madeBefore)
      // The price may be much newer than the quote, and is valid for thirty days.
      .where(where => where.or([where('valid_until', 'is', null), where('valid_until', '<', nzToday(now))]))
      .orderBy('created_at'),
  )
  const idle = await anonymise(db, now, from =>
    from
      .where('anonymised_at', 'is', null)
      .where('status', '=', 'DRAFT')
      .where('created_at', '<', idleBefore)
      .where('changed_at', '<', idleBefore)
      .orderBy('created_at'),
  )
  return old + idle
}

/**
 * Anonymises one quote of any age with its rejected bind, and the embedded insurer's orphaned quotes of its car. It
 * needs a transaction. False if the quote is sold or being bought.
 */
export async function anonymiseQuote(db: Transaction<Schema>, id: string, now: Date): Promise<boolean> {
  const quote = await db.selectFrom('quote').select('plate').where('id', '=', id).executeTakeFirst()
  if ((await anonymise(db, now, from => from.where('id', '=', id))) === 0) return false
  await db
    .updateTable('bind_attempt')
    .set(clearedRequestColumns)
    .where('quote_id', '=', id)
    .where('state', '=', 'REJECTED')
    .execute()
  await anonymiseOrphanedInsurerQuotes(db, now, quote?.plate)
  return true
}

type Choice = SelectQueryBuilder<Schema, 'quote', { id: string }>

async function anonymise(db: Db, now: Date, which: (from: Choice) => Choice): Promise<number> {
  const rows = await db
    .updateTable('quote')
    .set(set => ({ ...anonymised, anonymised_at: now, changed_at: now, version: set('version', '+', 1) }))
    .where('id', 'in', from =>
      lockBatch(
        which(from.selectFrom('quote').select('id'))
          .where('status', 'in', unsold)
          .where(sql<boolean>`not ${isInUse}`),
      ),
    )
    .returning(['id', 'quote_number'])
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.id)
  // A person's data from elsewhere could be matched with this hash.
  await db.updateTable('payment').set({ policyholders_hash: null }).where('quote_id', 'in', ids).execute()
  const numbers = rows.flatMap(row => row.quote_number ?? [])
  // Only the number of the embedded insurer's quote remains.
  if (numbers.length > 0)
    await db
      .updateTable('insurer.quote')
      .set({ risk: '{}', answer: '{}', closed: true })
      .where('quote_number', 'in', numbers)
      .execute()
  return rows.length
}

/**
 * Anonymises quotes of the embedded insurer made before `madeBefore` that no quote of ours refers to: after concurrent
 * requests, a crash, or the anonymisation of our quote alone.
 * @param plate limits it to the quotes of one car
 */
export async function anonymiseOrphanedInsurerQuotes(db: Db, madeBefore: Date, plate?: string) {
  const isOfCar = plate === undefined ? sql`true` : sql`priced.risk->>'plate' = ${plate}`
  const { numAffectedRows = 0n } = await sql`
    update insurer.quote set risk = '{}', answer = '{}', closed = true where quote_number in (
      select quote_number from insurer.quote priced
      where created_at < ${madeBefore} and not closed and ${isOfCar} and not exists (
        select 1 from public.quote q where q.quote_number = priced.quote_number and q.anonymised_at is null)
      limit ${purgeBatchSize} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Deletes quotes that were anonymised before `before`, with their unpaid payments and rejected binds. A quote with a
 * refunded payment stays until the refund is older than `refundedBefore`, because the accounts need it.
 */
export async function deleteAnonymisedQuotes(
  db: Transaction<Schema>,
  { before, refundedBefore }: { before: Date; refundedBefore: Date },
): Promise<number> {
  const { rows } = await sql`
    with gone as (
      select id from public.quote
      where anonymised_at < ${before}
        and not exists (select 1 from public.bind_attempt i where i.quote_id = quote.id and i.state <> 'REJECTED')
        and not exists (select 1 from public.payment p where p.quote_id = quote.id
                        and p.state not in (${inList(...closedUnpaidStates)})
                        and not (p.state = 'REFUNDED' and p.changed_at < ${refundedBefore}))
      limit ${purgeBatchSize} for update skip locked
    ), bind_attempts as (delete from public.bind_attempt where quote_id in (select id from gone)),
    payments as (delete from public.payment where quote_id in (select id from gone))
    delete from public.quote where id in (select id from gone) returning id`.execute(db)
  return rows.length
}
