/**
 * Measures how late the job queue is, from the queue's own tables. server/telemetry/metrics.ts reports it.
 */
import { type Kysely, sql } from 'kysely'

export interface QueueLag {
  readonly kind: string
  readonly due: number
  /** How long the oldest has waited: since it was due, or, where it was tried in vain, since it was put. */
  readonly oldestSeconds: number
  /** Given up after all repeats. */
  readonly failed: number
}

/** A failure writes `start_after` anew, and a try under way is `active`: neither ends the waiting of what was tried before. */
export async function queueLag<DB>(db: Kysely<DB>): Promise<readonly QueueLag[]> {
  const { rows } = await sql<QueueLag>`
    select q.name as kind,
      count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as due,
      coalesce(extract(epoch from now() - least(
        min(j.start_after) filter (where j.state = 'created' and j.start_after <= now()),
        min(j.created_on) filter (where j.state = 'retry' or (j.state = 'active' and j.retry_count > 0))
      )), 0)::float8 as "oldestSeconds",
      count(j.id) filter (where j.state = 'failed')::int as failed
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    group by q.name`.execute(db)
  return rows
}
