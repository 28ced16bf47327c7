/**
 * `npm run bench -- restarts [50]`: replaces two nodes repeatedly at half of their capacity; no request may
 * fail.
 */
import { join } from 'node:path'
import { startRollingNodes } from '#test/rolling-nodes.ts'
import { type Figure, figureWithoutBaseline } from '../figures/figure-store.ts'
import { closedLoop } from './closed-loop.ts'
import { amendOf, type Customer, customers, retrievalOf } from './customers.ts'
import type { BenchEnvironment } from './environment.ts'
import { runOpenLoop, type TimedResponse } from './open-loop.ts'

export async function restarts(environment: BenchEnvironment, count: number): Promise<Figure[]> {
  const rolling = await startRollingNodes({
    DATABASE_URL: environment.databaseUrl,
    DATA_DIR: join(environment.folder, 'var'),
    LIMIT_FACTOR: '100000',
  })
  try {
    const made: Customer[] = await customers(rolling.origin, 48)
    const full = await closedLoop(
      rolling.origin,
      made.slice(0, 16).map(customer => [amendOf(customer), retrievalOf(customer)]),
      { seconds: 6 },
    )
    const perSecond = full.perSecond / 2
    let over = false
    const answers: TimedResponse[] = []
    const load = (async () => {
      while (!over)
        answers.push(
          ...(await runOpenLoop(rolling.origin, {
            perSecond,
            seconds: 2,
            // New connections every two seconds, through a proxy: no more than the rate needs.
            connectionCount: 64,
            next: number => {
              const customer = made[number % made.length] as Customer
              return { ...(number % 2 ? amendOf(customer) : retrievalOf(customer)), kind: 'call' }
            },
          })),
        )
    })()
    for (let restart = 0; restart < count; restart += 1) await rolling.replaceOldest()
    over = true
    await load
    // STALE is an answer: two amends of one quote met.
    const shed = answers.filter(answer => answer.shed).length
    const failed = answers.filter(answer => !answer.shed && answer.status !== 200 && answer.status !== 409)
    const how = Object.entries(Object.groupBy(failed, answer => String(answer.status)))
    return [
      figureWithoutBaseline(
        `failed requests in ${count} restarts of 2 nodes`,
        `${failed.length} of ${answers.length} ${how.map(([status, list]) => `${status}: ${list?.length}`).join(', ')}`,
        '0',
        failed.length === 0,
        `${perSecond.toFixed(0)}/s, half of ${full.perSecond.toFixed(0)}/s`,
      ),
      figureWithoutBaseline(
        'told to come back (OVERLOADED) meanwhile',
        `${shed} of ${answers.length}`,
        '0',
        shed === 0,
      ),
    ]
  } finally {
    await rolling.close()
  }
}
