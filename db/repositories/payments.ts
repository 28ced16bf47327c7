/** Repository of card payments. A unique index allows at most one open or approved payment per quote. */
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { parseJsonColumns } from '#db/json-columns.ts'
import type { Db, Schema } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'
import {
  type PaymentState,
  paymentStatesOfPhases,
  paymentTransitions,
  statesBefore,
} from '#journey/purchase-states.ts'

export type Payment = Selectable<Schema['payment']>

/** @throws StoredJsonError */
const parsePayment = (row: Payment): Payment => parseJsonColumns('payment', row.id, row)

const payments = (db: Db) => db.selectFrom('payment').selectAll()

async function findOne(query: ReturnType<typeof payments>): Promise<Payment | undefined> {
  const row = await query.executeTakeFirst()
  return row && parsePayment(row)
}

/** The quote's open or approved payment. */
export const findActivePayment = (db: Db, quoteId: string): Promise<Payment | undefined> =>
  findOne(
    payments(db).where('quote_id', '=', quoteId).where('state', 'in', paymentStatesOfPhases('open', 'paid')),
  )

/** The quote's payments, latest first. */
export const findPaymentsOfQuote = async (db: Db, quoteId: string): Promise<Payment[]> =>
  (await payments(db).where('quote_id', '=', quoteId).orderBy('created_at', 'desc').execute()).map(
    parsePayment,
  )

export const findPayment = (db: Db, id: string): Promise<Payment | undefined> =>
  findOne(payments(db).where('id', '=', id))

export const findPaymentByCardSession = (db: Db, cardSessionId: string): Promise<Payment | undefined> =>
  findOne(payments(db).where('card_session_id', '=', cardSessionId))

/** The payment whose page was requested under this key. */
export const findPaymentByIdempotencyKey = (db: Db, idempotencyKey: string): Promise<Payment | undefined> =>
  findOne(payments(db).where('idempotency_key', '=', idempotencyKey))

/** The payment whose webhook URL contains this secret. */
export const findPaymentByWebhookToken = (db: Db, tokenHash: Buffer): Promise<Payment | undefined> =>
  findOne(payments(db).where('webhook_token_hash', '=', tokenHash))

/** False when the quote already has an open or approved payment: the caller reads that one instead. */
export const insertPayment = (db: Transaction<Schema>, payment: Insertable<Schema['payment']>) =>
  executeCompareAndSet(
    db
      .insertInto('payment')
      .values(payment)
      .onConflict(conflict => conflict.doNothing()),
  )

type Changes = Omit<Updateable<Schema['payment']>, 'id' | 'state' | 'changed_at'>

/** Compare-and-set along journey/purchase-states.ts; false if the payment has changed state already. */
export const transitionPayment = (db: Db, id: string, to: PaymentState, now: Date, changes: Changes = {}) =>
  executeCompareAndSet(
    db
      .updateTable('payment')
      .set({ ...changes, state: to, changed_at: now })
      .where('id', '=', id)
      .where('state', 'in', statesBefore<PaymentState>(paymentTransitions, to)),
  )

/** Records that this session received the URL of the card page: a payment there belongs to it. */
export async function assignPaymentToSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable('payment').set({ session_id: sessionId }).where('id', '=', id).execute()
}

/** False if a browser received the URL of the page just before, because the customer may pay there. */
export const expireUnopenedPayment = (db: Db, id: string, now: Date): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('payment')
      .set({ state: 'EXPIRED', next_poll_at: null, changed_at: now })
      .where('id', '=', id)
      .where('state', '=', 'CREATED'),
  )

/**
 * Stores the partner's session id in a payment that has none, because the database was restored from a
 * backup. The partner is polled at once. False if the row has a session id, or may still get one.
 */
export const attachCardSession = (db: Db, id: string, session: string, now: Date): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('payment')
      .set({ card_session_id: session, next_poll_at: now })
      .where('id', '=', id)
      .where('state', '=', 'EXPIRED')
      .where('card_session_id', 'is', null),
  )

/**
 * Sets when to poll the partner again; null for never. Changes nothing if the payment has left these states,
 * because that change set its own time, and a refund that is due must not be forgotten.
 * @param unclearSince since when the partner's answers cannot be understood; null if this one was understood
 */
export async function schedulePaymentPoll(
  db: Db,
  id: string,
  at: Date | null,
  whileIn: readonly PaymentState[],
  unclearSince: Date | null = null,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ next_poll_at: at, unclear_since: unclearSince })
    .where('id', '=', id)
    .where('state', 'in', whileIn)
    .execute()
}

/**
 * Takes the lease for sending this refund, and returns the payment. Undefined while another owner has the
 * lease, and if nothing is to be sent: the refund was made, is unclear, or its transaction is unknown. If the
 * owner dies, the payment is polled at `nextPollAt`.
 */
export async function acquireRefundLease(
  db: Db,
  id: string,
  owner: string,
  { now, until, nextPollAt }: { now: Date; until: Date; nextPollAt: Date },
): Promise<Payment | undefined> {
  const row = await db
    .updateTable('payment')
    .set({ refund_lease_owner: owner, refund_lease_until: until, next_poll_at: nextPollAt })
    .where('id', '=', id)
    .where('state', '=', 'REFUND_DUE')
    .where('unclear_since', 'is', null)
    .where('transaction_id', 'is not', null)
    .where(where =>
      where.or([where('refund_lease_until', 'is', null), where('refund_lease_until', '<', now)]),
    )
    .returningAll()
    .executeTakeFirst()
  return row && parsePayment(row)
}

/** Called before sending; with the earlier time it undoes that. False without the lease. */
export const recordRefundSent = (db: Db, id: string, owner: string, sentAt: Date | null): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('payment')
      .set({ refund_sent_at: sentAt })
      .where('id', '=', id)
      .where('refund_lease_owner', '=', owner)
      .where('state', '=', 'REFUND_DUE'),
  )

/** Ends the lease without a refund, and sets when to continue; does nothing if another owner has the lease. */
export async function releaseRefundLease(
  db: Db,
  id: string,
  owner: string,
  then: Pick<Payment, 'next_poll_at' | 'unclear_since'>,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ ...then, refund_lease_owner: null, refund_lease_until: null })
    .where('id', '=', id)
    .where('refund_lease_owner', '=', owner)
    .where('state', '=', 'REFUND_DUE')
    .execute()
}

/** The longest due first; each is postponed to `until`, so that no other node and no later round claims it too. */
export const claimDuePayments = (db: Db, due: { now: Date; until: Date; limit: number }) =>
  db
    .updateTable('payment')
    .set({ next_poll_at: due.until })
    .where('id', 'in', from =>
      from
        .selectFrom('payment')
        .select('id')
        .where('next_poll_at', '<=', due.now)
        .orderBy('next_poll_at')
        .limit(due.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'state'])
    .execute()

export const refundDueCondition = sql<boolean>`state = 'REFUND_DUE'`
