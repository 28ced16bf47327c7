/** Figures of the hourly purge: its cost and its statements, relative to the number of quotes. */
import { randomInt } from 'node:crypto'
import { runRetention } from '#server/jobs/retention.ts'
import type { BenchEnvironment } from './environment.ts'
import { withApplication } from './in-process.ts'
import { type SentStatement, statementsOf } from './pgbench.ts'
import { median, quantile } from './statistics.ts'

const rounds = 7
const quotesARound = 100

export interface RetentionTiming {
  readonly medianMs: number
  readonly p99Ms: number
  /** Of one run. */
  readonly statements: readonly SentStatement[]
}

/** Milliseconds for a run that forgets a hundred quotes of one place in the table. */
export function measureRetention(stand: BenchEnvironment): Promise<RetentionTiming> {
  return withApplication(stand, async ({ services }) => {
    const all: number[] = []
    let statements: readonly SentStatement[] = []
    for (let round = 0; round < rounds; round += 1) {
      await makeOld(stand)
      statements = await statementsOf(async () => {
        const from = performance.now()
        const { quotes } = await runRetention(services)
        all.push(performance.now() - from)
        if (quotes !== quotesARound) throw new Error(`${quotes} quotes were forgotten, not ${quotesARound}`)
      })
    }
    return { medianMs: median(all), p99Ms: quantile(all, 0.99), statements }
  })
}

/** Pages of the table that are sure to hold a hundred quotes, sold ones between them. */
const pagesARound = 500

async function makeOld(stand: BenchEnvironment): Promise<void> {
  // Quotes that grow old together were made together, and so lie side by side: from anywhere in the table, but all of one place.
  const { rows } = await stand.pool.query<{ pages: number }>(
    `select (pg_relation_size('quote') / current_setting('block_size')::int)::int as pages`,
  )
  const first = randomInt(Math.max(1, (rows[0]?.pages ?? 0) - pagesARound))
  await stand.pool.query(
    `update quote set created_at = now() - interval '90 days', valid_until = current_date - 60
     where id in (select id from quote where status = 'QUOTED' and purged_at is null
       and ctid >= format('(%s,0)', $1::int)::tid and ctid < format('(%s,0)', $1::int + $2::int)::tid limit $3)`,
    [first, pagesARound, quotesARound],
  )
}
