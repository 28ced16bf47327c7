/** Repository of bind attempts: the request to the insurer for a policy, and the lease of the worker that sends it. */
import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'
import {
  type BindAttemptState,
  bindAttemptTransitions,
  statesBefore,
  unresolvedBindStates,
} from '#journey/purchase-states.ts'
import { refundDueCondition } from './payments.ts'

export type BindAttempt = Selectable<Schema['bind_attempt']>

export const findBindAttempt = (db: Db, quoteId: string): Promise<BindAttempt | undefined> =>
  db.selectFrom('bind_attempt').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()

const noAnswerYet = { sent_at: null, last_error: null, manual_outcome: null, manual_policy_number: null }

/** Also replaces a rejected bind attempt, under a new idempotency key. False if one is in progress or done. */
export async function createBindAttempt(
  db: Transaction<Schema>,
  intent: Pick<
    BindAttempt,
    | 'quote_id'
    | 'idempotency_key'
    | 'quote_version'
    | 'request_hash'
    | 'encrypted_request'
    | 'account_fingerprint'
    | 'payment_id'
  > & { now: Date },
): Promise<boolean> {
  const { now, ...columns } = intent
  const fresh = { ...columns, ...noAnswerYet, state: 'INTENT', created_at: now, changed_at: now } as const
  return executeCompareAndSet(
    db
      .insertInto('bind_attempt')
      .values({ ...fresh, policy_number: null, lease_owner: null, lease_until: null })
      .onConflict(conflict =>
        conflict
          .column('quote_id')
          .doUpdateSet({ ...fresh, attempts: 0 })
          .where('bind_attempt.state', '=', 'REJECTED'),
      ),
  )
}

/** The lease to ask the insurer; false while another holder's lease runs or the attempt is settled. */
export const acquireBindLease = (db: Db, quoteId: string, owner: string, now: Date, leaseMs: number) =>
  executeCompareAndSet(
    db
      .updateTable('bind_attempt')
      .set(set => ({
        lease_owner: owner,
        lease_until: new Date(now.getTime() + leaseMs),
        attempts: set('attempts', '+', 1),
        changed_at: now,
      }))
      .where('quote_id', '=', quoteId)
      .where('state', 'in', unresolvedBindStates)
      .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)])),
  )

/** Called before sending; with the earlier time it undoes that. False without the lease. */
export const recordBindSent = (db: Db, quoteId: string, owner: string, sentAt: Date | null) =>
  executeCompareAndSet(
    db
      .updateTable('bind_attempt')
      .set({ sent_at: sentAt })
      .where('quote_id', '=', quoteId)
      .where('lease_owner', '=', owner)
      .where('state', 'in', unresolvedBindStates),
  )

/**
 * Changes the state only if the current state allows it, and releases the lease.
 * @param of.key moves only the attempt with this idempotency key: a late answer does not apply to a newer attempt
 * @param of.owner moves only under this owner's lease: a worker without an answer must not end another's lease
 */
export const transitionBindAttempt = (
  db: Db,
  quoteId: string,
  to: BindAttemptState,
  now: Date,
  changes: Omit<Updateable<Schema['bind_attempt']>, 'quote_id' | 'state'> = {},
  of: { readonly key?: string; readonly owner?: string } = {},
): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('bind_attempt')
      .set({ ...changes, state: to, lease_owner: null, lease_until: null, changed_at: now })
      .where('quote_id', '=', quoteId)
      .where('state', 'in', statesBefore<BindAttemptState>(bindAttemptTransitions, to))
      .$if(of.key !== undefined, ofAttempt => ofAttempt.where('idempotency_key', '=', of.key ?? ''))
      .$if(of.owner !== undefined, ofHolder => ofHolder.where('lease_owner', '=', of.owner ?? '')),
  )

/** The columns that are emptied when the request is destroyed: the request, and everything computed from it. */
export const clearedRequestColumns = {
  encrypted_request: null,
  request_hash: Buffer.alloc(0),
  account_fingerprint: null,
} as const

/** Quotes whose bind attempt has no running lease. */
export async function findStalledBindAttempts(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bind_attempt')
    .select('quote_id')
    .where('state', 'in', unresolvedBindStates)
    .where('changed_at', '<', before)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', before)]))
    .orderBy('changed_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.quote_id)
}

/** The id of the encryption key, written as in the index `bind_attempt_kid`. */
const kid = sql<string>`split_part(encrypted_request, '.', 2)`

/** Steps through the index from each id to the next: one query over all rows would read the whole table at every start. */
export async function findEncryptionKeyIdsInUse(db: Db): Promise<string[]> {
  const kids: string[] = []
  for (;;) {
    const next = await db
      .selectFrom('bind_attempt')
      .select(({ fn }) => fn.min<string | null>(kid).as('kid'))
      .where('encrypted_request', 'is not', null)
      .where(kid, '>', kids.at(-1) ?? '')
      .executeTakeFirst()
    if (!next?.kid) return kids
    kids.push(next.kid)
  }
}

/** The bind attempt has no final response. No failed job shows this, because every retry is a new job. */
export const awaitingInsurerCondition = sql<boolean>`state in (${sql.join(unresolvedBindStates.map(sql.lit))})`

export interface PendingPurchaseAges {
  /** Seconds since the oldest unanswered bind attempt; 0 if every attempt is answered. */
  readonly bindAttemptSeconds: number
  /** Seconds since the oldest payment that has neither a policy nor a refund; 0 if there is none. */
  readonly paymentSeconds: number
}

/** Every scrape of every node runs this, so it uses indexes only: a payment is found by its open bind attempt. */
export async function readPendingPurchaseAges(db: Db): Promise<PendingPurchaseAges> {
  const { rows } = await sql<PendingPurchaseAges>`
    with open as (select created_at, payment_id from public.bind_attempt where ${awaitingInsurerCondition}),
    money as (
      select changed_at from public.payment where ${refundDueCondition}
      union all
      select y.changed_at from open join public.payment y on y.id = open.payment_id and y.state = 'APPROVED'
    )
    select coalesce((select extract(epoch from now() - min(created_at)) from open), 0)::float8 as "bindAttemptSeconds",
           coalesce((select extract(epoch from now() - min(changed_at)) from money), 0)::float8 as "paymentSeconds"`.execute(
    db,
  )
  return rows[0] ?? { bindAttemptSeconds: 0, paymentSeconds: 0 }
}
