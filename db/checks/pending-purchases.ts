/**
 * Lists unfinished purchases: policies without a final response from the insurer, and payments that wait for
 * a refund. `npm run ops` prints them, and server/telemetry/backlog-metrics.ts reports the age of the
 * oldest.
 */
import { type Kysely, sql } from 'kysely'
import { unresolvedStates } from '#journey/purchase-states.ts'

/** Rows of `bind_attempt`: a partner that is out makes no job repeat, each asking is put as a new job. */
export const isAwaitingInsurer = sql<boolean>`state in (${sql.join(unresolvedStates.map(sql.lit))})`

/** Rows of `payment`. */
export const isRefundDue = sql<boolean>`state = 'REFUND_DUE'`

export interface PendingPurchaseAges {
  /** Seconds since the oldest unanswered bind attempt; 0 if every attempt is answered. */
  readonly bindAttemptSeconds: number
  /** Seconds since the oldest payment that has neither a policy nor a refund; 0 if there is none. */
  readonly paymentSeconds: number
}

/** Asked at every scrape of every node, so by indexes alone: money without its policy is found by the bind attempt that is open. */
export async function pendingPurchaseAges<DB>(db: Kysely<DB>): Promise<PendingPurchaseAges> {
  const { rows } = await sql<PendingPurchaseAges>`
    with open as (select created_at, payment_id from public.bind_attempt where ${isAwaitingInsurer}),
    money as (
      select changed_at from public.payment where ${isRefundDue}
      union all
      select y.changed_at from open join public.payment y on y.id = open.payment_id and y.state = 'APPROVED'
    )
    select coalesce((select extract(epoch from now() - min(created_at)) from open), 0)::float8 as "bindAttemptSeconds",
           coalesce((select extract(epoch from now() - min(changed_at)) from money), 0)::float8 as "paymentSeconds"`.execute(
    db,
  )
  return rows[0] ?? { bindAttemptSeconds: 0, paymentSeconds: 0 }
}
