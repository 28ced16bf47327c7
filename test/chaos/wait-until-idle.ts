/** Waits until a chaos environment is idle: no purchase, refund, mail or job in progress. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#db/client.ts'
import { approvedAmong } from './reconcile-partners.ts'

/** Returns what is still in progress at the time limit; it only reads, and makes no requests. */
export async function waitUntilIdle(
  database: Database,
  cardDir: string,
  withinMs: number,
): Promise<string[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const open = await underWay(database, cardDir).catch(() => ['the database does not answer'])
    if (open.length === 0 || performance.now() > until) return open
    await delay(500)
  }
}

async function underWay({ pool }: Database, cardDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'bind_attempt ' || quote_id || ' ' || state as what from bind_attempt where state in ('INTENT', 'UNKNOWN')
     union all
     select 'payment ' || id || ' ' || state from payment where state = 'REFUND_DUE'
     union all
     select 'job ' || name || ' ' || state || ' of ' || data::text from jobs.job
     where state not in ('completed', 'cancelled') and name <> 'settle-payment'`,
  )
  const unsettled = await pool.query<{ session: string }>(
    `select card_session_id as session from payment
     where state in ('PENDING', 'EXPIRED', 'CANCELLED', 'DECLINED') and card_session_id is not null`,
  )
  const paid = await approvedAmong(
    cardDir,
    unsettled.rows.map(({ session }) => session),
  )
  return [
    ...rows.map(({ what }) => what),
    ...paid.map(session => `session ${session} is paid, and nobody has seen it`),
  ]
}
