/** Measures for each queue how many jobs are due, for how long, and how many were given up, for the metrics. */
import { type Kysely, sql } from 'kysely'
import { deadLetterQueue } from './queue.ts'

export interface QueueLag {
  readonly kind: string
  readonly due: number
  /** How long the oldest job has waited: since it was due, or, after a failed attempt, since it was put. */
  readonly oldestSeconds: number
  /** Given up after all retries. */
  readonly failed: number
}

/** A failed attempt moves `start_after`, and a retry under way is `active`: the wait of such a job goes on. */
export async function measureQueueLag<DB>(db: Kysely<DB>): Promise<readonly QueueLag[]> {
  const { rows } = await sql<QueueLag>`
    select q.name as kind,
      count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as due,
      coalesce(extract(epoch from now() - least(
        min(j.start_after) filter (where j.state = 'created' and j.start_after <= now()),
        min(j.created_on) filter (where j.state = 'retry' or (j.state = 'active' and j.retry_count > 0))
      )), 0)::float8 as "oldestSeconds",
      (select count(*) from jobs.job g
       where g.name = ${deadLetterQueue} and g.state = 'created' and g.source_name = q.name)::int as failed
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state in ('created', 'retry', 'active')
    where q.name <> ${deadLetterQueue}
    group by q.name`.execute(db)
  return rows
}
