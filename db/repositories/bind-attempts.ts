/**
 * Repository of bind attempts (table `issuance`): the intent to bind, stored before the request to the
 * insurer, and the lease of the worker that sends it.
 */
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import {
  type BindAttemptState,
  bindAttemptMoves,
  sourcesOf,
  unresolvedStates,
} from '#journey/purchase-states.ts'

type Db = Kysely<Schema>
export type BindAttempt = Selectable<Schema['issuance']>

export const findBindAttempt = (db: Db, quoteId: string): Promise<BindAttempt | undefined> =>
  db.selectFrom('issuance').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()

const nothingHeard = { sent_at: null, operator_outcome: null, operator_policy_number: null }

/**
 * Stores a new intent; it replaces a rejected one under a new idempotency key. False if one is under way or
 * done.
 */
export async function createBindAttempt(
  db: Db,
  intent: Pick<
    BindAttempt,
    'quote_id' | 'idem_key' | 'quote_version' | 'request_hash' | 'request_enc' | 'account_mark' | 'payment_id'
  > & { now: Date },
): Promise<boolean> {
  const { now, ...columns } = intent
  const result = await db
    .insertInto('issuance')
    .values({
      ...columns,
      state: 'INTENT',
      created_at: now,
      changed_at: now,
      policy_number: null,
      lease_owner: null,
      lease_until: null,
      last_error: null,
      ...nothingHeard,
    })
    .onConflict(conflict =>
      conflict
        .column('quote_id')
        .doUpdateSet({
          ...columns,
          state: 'INTENT',
          attempts: 0,
          last_error: null,
          ...nothingHeard,
          created_at: now,
          changed_at: now,
        })
        .where('issuance.state', '=', 'REJECTED'),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/**
 * Acquires the lease to ask the insurer; false while another holder's lease runs or the attempt is settled.
 */
export async function acquireBindLease(
  db: Db,
  quoteId: string,
  owner: string,
  now: Date,
  leaseMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('issuance')
    .set(set => ({
      lease_owner: owner,
      lease_until: new Date(now.getTime() + leaseMs),
      attempts: set('attempts', '+', 1),
      changed_at: now,
    }))
    .where('quote_id', '=', quoteId)
    .where('state', 'in', unresolvedStates)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Notes that the insurer is being asked to bind, before it is, or when it was last, after all; false for whoever no longer
 * holds the lease.
 */
export async function recordBindSent(
  db: Db,
  quoteId: string,
  owner: string,
  sentAt: Date | null,
): Promise<boolean> {
  const result = await db
    .updateTable('issuance')
    .set({ sent_at: sentAt })
    .where('quote_id', '=', quoteId)
    .where('lease_owner', '=', owner)
    .where('state', 'in', unresolvedStates)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Compare-and-set; gives the lease back. With a key only while the row is still of that attempt: an answer that was long
 * under way says nothing of the attempt that was begun since. With an owner only while the lease is theirs: who comes back
 * without an answer must not end the lease of whoever asks by now.
 */
export async function moveBindAttempt(
  db: Db,
  quoteId: string,
  to: BindAttemptState,
  now: Date,
  changes: Omit<Updateable<Schema['issuance']>, 'quote_id' | 'state'> = {},
  of: { readonly key?: string; readonly owner?: string } = {},
): Promise<boolean> {
  const result = await db
    .updateTable('issuance')
    .set({ ...changes, state: to, lease_owner: null, lease_until: null, changed_at: now })
    .where('quote_id', '=', quoteId)
    .where('state', 'in', sourcesOf<BindAttemptState>(bindAttemptMoves, to))
    .$if(of.key !== undefined, ofAttempt => ofAttempt.where('idem_key', '=', of.key ?? ''))
    .$if(of.owner !== undefined, ofHolder => ofHolder.where('lease_owner', '=', of.owner ?? ''))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What of a bind is destroyed when it has served: the request, and all that could be counted back to it. */
export const destroyedBindRequest = {
  request_enc: null,
  request_hash: Buffer.alloc(0),
  account_mark: null,
} as const

/** Quotes whose bind attempt has no running lease. */
export async function findStalledBindAttempts(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('issuance')
    .select('quote_id')
    .where('state', 'in', unresolvedStates)
    .where('changed_at', '<', before)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', before)]))
    .orderBy('changed_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.quote_id)
}

/** As the index `issuance_kid` has it. */
const kid = sql<string>`split_part(request_enc, '.', 2)`

/**
 * Ids of the keys that bank details are locked with just now, for whoever has to hold those keys. From each to the next one
 * by the index: there are few, and every start would read all that is locked to find them together.
 */
export async function keysInUse(db: Db): Promise<string[]> {
  const kids: string[] = []
  for (;;) {
    const next = await db
      .selectFrom('issuance')
      .select(({ fn }) => fn.min<string | null>(kid).as('kid'))
      .where('request_enc', 'is not', null)
      .where(kid, '>', kids.at(-1) ?? '')
      .executeTakeFirst()
    if (!next?.kid) return kids
    kids.push(next.kid)
  }
}
