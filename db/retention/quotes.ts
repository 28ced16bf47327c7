/**
 * Retention of quotes and visits: deletes or anonymises them in batches. Each function skips locked rows and
 * returns its count, so any number of nodes can purge at once and a crash leaves nothing half done. Rows
 * that a purchase still needs stay: an intent, an unknown bind result, an open payment, a refund that is
 * due.
 */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { destroyedBindRequest } from '#db/repositories/bind-attempts.ts'
import type { Schema } from '#db/schema.ts'
import { nzToday } from '#journey/dates.ts'
import { paymentsIn, unpaidStates, unresolvedStates } from '#journey/purchase-states.ts'
import { batch, countOf, purgeBatch } from './batch.ts'

type Db = Kysely<Schema>

const oneOf = (...states: readonly string[]) => sql.join(states.map(sql.lit))

/** A quote that money or the insurer is still busy with. */
const isHeld = sql<boolean>`(
  exists (select 1 from public.bind_attempt i where i.quote_id = quote.id
          and i.state in (${oneOf(...unresolvedStates, 'ISSUED')}))
  or exists (select 1 from public.payment p where p.quote_id = quote.id
             and p.state in (${oneOf(...paymentsIn('open', 'paid', 'going-back'))})))`

/** What stays of a forgotten quote. A column that is neither here nor among `forgotten` does not compile. */
type Kept =
  // An old link still finds the quote by these, and hears that it is over.
  | 'id'
  | 'brand'
  | 'quote_number'
  // By these it is told from others and counted, and goes in its turn. They say nothing of anybody.
  | 'origin'
  | 'created_at'
  | 'valid_until'
  | 'declared_version'
  | 'ownership_changed_at'
  | 'ownership_changed_by_log_in'
  | 'source'
  | 'partner_id'
  // Written by `forget` itself.
  | 'version'
  | 'changed_at'
  | 'anonymised_at'

const forgotten = {
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
 * Unsold quotes made before `madeBefore` and valid no more, and prospects nobody has asked a price for since `idleBefore`:
 * people and car go, the row says EXPIRED. Both are found by when they were made (migration 0013).
 */
export async function anonymiseQuotes(
  db: Db,
  { madeBefore, idleBefore, now }: { madeBefore: Date; idleBefore: Date; now: Date },
): Promise<number> {
  const old = await forget(db, now, from =>
    from
      .where('anonymised_at', 'is', null)
      .where('created_at', '<', madeBefore)
      // The price may have been asked for long after the plate, and is good for thirty days from then.
      .where(where => where.or([where('valid_until', 'is', null), where('valid_until', '<', nzToday(now))]))
      .orderBy('created_at'),
  )
  const idle = await forget(db, now, from =>
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
 * The same for one quote, whatever its age, a refused bind with it, and whatever else the embedded insurer priced for its car
 * and nobody keeps; false when it was sold or is being bought. For a transaction.
 */
export async function anonymiseQuote(db: Db, id: string, now: Date): Promise<boolean> {
  const quote = await db.selectFrom('quote').select('plate').where('id', '=', id).executeTakeFirst()
  if ((await forget(db, now, from => from.where('id', '=', id))) === 0) return false
  await db
    .updateTable('bind_attempt')
    .set(destroyedBindRequest)
    .where('quote_id', '=', id)
    .where('state', '=', 'REJECTED')
    .execute()
  await deleteOrphanedInsurerQuotes(db, now, quote?.plate)
  return true
}

type Choice = SelectQueryBuilder<Schema, 'quote', { id: string }>

async function forget(db: Db, now: Date, which: (from: Choice) => Choice): Promise<number> {
  const rows = await db
    .updateTable('quote')
    .set(set => ({ ...forgotten, anonymised_at: now, changed_at: now, version: set('version', '+', 1) }))
    .where('id', 'in', from =>
      batch(
        which(from.selectFrom('quote').select('id'))
          .where('status', 'in', unsold)
          .where(sql<boolean>`not ${isHeld}`),
      ),
    )
    .returning(['id', 'quote_number'])
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.id)
  // Whoever has the people from elsewhere would know by it that they were here.
  await db.updateTable('payment').set({ policyholders_hash: null }).where('quote_id', 'in', ids).execute()
  const numbers = rows.flatMap(row => row.quote_number ?? [])
  if (numbers.length > 0) await forgetInsurersCopies(db, numbers)
  return rows.length
}

/** The embedded insurer's quote after anonymisation: only its number remains. */
const forgottenCopy = { risk: '{}', answer: '{}', closed: true } as const

const forgetInsurersCopies = (db: Db, quoteNumbers: readonly string[]) =>
  db.updateTable('insurer.quote').set(forgottenCopy).where('quote_number', 'in', quoteNumbers).execute()

/**
 * Anonymises quotes of the embedded insurer that were made before `madeBefore` and that no quote of ours has: two requests
 * came at once, a node died, or our quote was anonymised without it.
 * @param plate limits it to the quotes of one car
 */
export const deleteOrphanedInsurerQuotes = (db: Db, madeBefore: Date, plate?: string): Promise<number> =>
  countOf(
    db
      .updateTable('insurer.quote')
      .set(forgottenCopy)
      .where('quote_number', 'in', from =>
        batch(
          from
            .selectFrom('insurer.quote as priced')
            .select('priced.quote_number')
            .where('priced.created_at', '<', madeBefore)
            .where(sql<boolean>`not priced.closed`)
            .$if(plate !== undefined, ofCar => ofCar.where(sql<boolean>`priced.risk->>'plate' = ${plate}`))
            .where(
              sql<boolean>`not exists (
                select 1 from public.quote q where q.quote_number = priced.quote_number and q.anonymised_at is null)`,
            ),
        ),
      ),
  )

/**
 * What was left of quotes forgotten before `before`: until then an old link still hears that its quote is over. Payments
 * that took no money and binds that were refused go along; where money came and went back, all of it stays until that was
 * before `refundedBefore`: the accounts need it (decision 0029).
 */
export async function deleteAnonymisedQuotes(
  db: Db,
  { before, refundedBefore }: { before: Date; refundedBefore: Date },
): Promise<number> {
  const { rows } = await sql`
    with gone as (
      select id from public.quote
      where anonymised_at < ${before}
        and not exists (select 1 from public.bind_attempt i where i.quote_id = quote.id and i.state <> 'REJECTED')
        and not exists (select 1 from public.payment p where p.quote_id = quote.id
                        and p.state not in (${oneOf(...unpaidStates)})
                        and not (p.state = 'REFUNDED' and p.changed_at < ${refundedBefore}))
      limit ${purgeBatch} for update skip locked
    ), issuances as (delete from public.bind_attempt where quote_id in (select id from gone)),
    payments as (delete from public.payment where quote_id in (select id from gone))
    delete from public.quote where id in (select id from gone) returning id`.execute(db)
  return rows.length
}

/** Sessions idle since `before`, with all they were allowed to see. */
export const deleteExpiredSessions = (db: Db, before: Date): Promise<number> =>
  countOf(
    db
      .deleteFrom('session')
      .where('id', 'in', from =>
        batch(from.selectFrom('session').select('id').where('last_seen_at', '<', before)),
      ),
  )

/** Up to a batch of rows of a table, by its key. */
async function dropBatch(
  db: Db,
  table: 'captcha_spent_token' | 'captcha_pass' | 'rate_limit' | 'login_token',
  key: readonly string[],
  isOver: RawBuilder<boolean>,
): Promise<number> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(`public.${table}`)} where (${columns}) in (
      select ${columns} from ${sql.table(`public.${table}`)} where ${isOver} limit ${purgeBatch} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes captcha tokens used and passes ended before `before` (such a token is too old to be accepted), and counters whose
 * window began before `countedBefore`, when it must be over.
 */
export async function deleteExpiredSecurityRows(
  db: Db,
  { before, countedBefore }: { before: Date; countedBefore: Date },
): Promise<number> {
  const dropped = await Promise.all([
    dropBatch(db, 'captcha_spent_token', ['token_hash'], sql`at < ${before}`),
    dropBatch(db, 'captcha_pass', ['session_id'], sql`verified_until < ${before}`),
    dropBatch(db, 'rate_limit', ['key', 'window_start'], sql`window_start < ${countedBefore}`),
  ])
  return dropped.reduce((sum, count) => sum + count, 0)
}

/**
 * Tokens that log in to a quote, once their time is over: return codes of a card page and links to papers at once. An old link
 * to a quote still hears that the quote is over, so it stays until `linksBefore`.
 */
export async function deleteExpiredLoginTokens(
  db: Db,
  { now, linksBefore }: { now: Date; linksBefore: Date },
): Promise<number> {
  const dropped = await Promise.all([
    dropBatch(db, 'login_token', ['token_hash'], sql`kind = 'return' and expires_at < ${now}`),
    dropBatch(db, 'login_token', ['token_hash'], sql`kind = 'documents' and expires_at < ${now}`),
    dropBatch(db, 'login_token', ['token_hash'], sql`kind = 'link' and expires_at < ${linksBefore}`),
  ])
  return dropped.reduce((sum, count) => sum + count, 0)
}
