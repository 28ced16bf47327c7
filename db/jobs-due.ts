/** How far the work after the answer lags, read from the queue's own tables: server/telemetry/metrics.ts tells it. */
import { type Kysely, sql } from 'kysely'

export interface JobsDue {
  readonly kind: string
  readonly due: number
  /** How long the oldest of them has waited. */
  readonly oldestSeconds: number
  /** Given up after all repeats. */
  readonly failed: number
}

export async function jobsDue<DB>(db: Kysely<DB>): Promise<readonly JobsDue[]> {
  const { rows } = await sql<JobsDue>`
    select q.name as kind,
      count(j.id) filter (where j.state in ('created', 'retry'))::int as due,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state in ('created', 'retry'))), 0)::float8
        as "oldestSeconds",
      count(j.id) filter (where j.state = 'failed')::int as failed
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state in ('created', 'retry', 'failed') and j.start_after <= now()
    group by q.name`.execute(db)
  return rows
}
