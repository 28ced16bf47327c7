/** What the hourly purge costs and sends, among however many quotes there are: rounds of old quotes, each forgotten whole. */
import { randomUUID } from 'node:crypto'
import { purge } from '#server/jobs/purge.ts'
import { median, quantile } from './figures.ts'
import { withHouse } from './in-process.ts'
import { type Sent, statementsOf } from './pgbench.ts'
import type { Stand } from './stand.ts'

const rounds = 7
const quotesARound = 100

export interface Purged {
  readonly medianMs: number
  readonly p99Ms: number
  /** Of one run. */
  readonly statements: readonly Sent[]
}

/** Milliseconds for a run that forgets a hundred quotes from all over the table. */
export function purgeAmong(stand: Stand): Promise<Purged> {
  return withHouse(stand, async ({ services }) => {
    const all: number[] = []
    let statements: readonly Sent[] = []
    for (let round = 0; round < rounds; round += 1) {
      await makeOld(stand)
      statements = await statementsOf(async () => {
        const from = performance.now()
        const { quotes } = await purge(services)
        all.push(performance.now() - from)
        if (quotes !== quotesARound) throw new Error(`${quotes} quotes were forgotten, not ${quotesARound}`)
      })
    }
    return { medianMs: median(all), p99Ms: quantile(all, 0.99), statements }
  })
}

async function makeOld(stand: Stand): Promise<void> {
  // Neighbours by id were made at any time. From the first ids, so that enough follow.
  const from = `0${randomUUID().slice(1)}`
  await stand.pool.query(
    `update quote set created_at = now() - interval '90 days', valid_until = current_date - 60
     where id in (select id from quote where status = 'QUOTED' and id > $1 order by id limit $2)`,
    [from, quotesARound],
  )
}
