/**
 * The chaos harness of one node on the embedded database (dev/postgres.ts): both are killed in turn and restarted, and
 * no acknowledged response may be lost.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import type { CustomerBehaviour, CustomerJourney } from './customer.ts'
import { entry, judge, postmaster } from './environment.ts'
import { openChaosProxy, startRestartingNode } from './nodes.ts'
import { openPartners } from './partners.ts'
import { counted, type Difference, type RecordedResponse } from './record-checks.ts'
import { type ChaosResult, customers } from './run.ts'
import { seededRandom } from './seeded-random.ts'

export interface EmbeddedOptions extends CustomerBehaviour {
  readonly seed: string
  readonly journeys: number
  readonly atOnce: number
  /** The average time between two kills, after the node has started. */
  readonly killEveryMs: number
  /** The most kills of the node, and the most of the database. Without it they go on until every customer is done. */
  readonly mostBreaks?: number
  readonly restWithinMs: number
}

export async function embeddedChaos(folder: string, options: EmbeddedOptions): Promise<ChaosResult> {
  const dice = seededRandom(options.seed)
  const dataDir = join(folder, 'var')
  const partners = await openPartners(folder, dice.for('partners'), { faultRate: 0 })
  let postgres = await startPostgres(dataDir)
  await migrate({ connectionString: postgres.url })
  const node = startRestartingNode(
    { ...partners.environment, DATABASE_URL: postgres.url, DATA_DIR: dataDir, MAX_IN_FLIGHT: '64' },
    entry,
  )
  const door = await openChaosProxy([node], dice.for('door'), { copies: () => [0] })
  const state = { over: false, nodeKills: 0, databaseKills: 0 }
  const history: RecordedResponse[] = []
  const journeys: CustomerJourney[] = []
  const unserved: Difference[] = []

  /** True if the node responds, with its database. */
  const serves = async () => {
    const origin = node.origin()
    if (!origin) return false
    return fetch(`${origin}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      answer => answer.ok,
      () => false,
    )
  }
  /** Lets the node run at least as long as it took to start: otherwise a slow machine would serve no request. */
  async function killing(): Promise<void> {
    const lot = dice.for('killer')
    while (!state.over && state.databaseKills < (options.mostBreaks ?? Number.POSITIVE_INFINITY)) {
      const gone = performance.now()
      while (!state.over && !(await serves())) await delay(50)
      await delay(Math.max(lot.between(0.5, 1.5) * options.killEveryMs, performance.now() - gone))
      if (state.over) return
      if (state.nodeKills <= state.databaseKills) {
        if (node.kill()) state.nodeKills += 1
        continue
      }
      const pid = await postmaster(dataDir)
      if (pid === null) continue
      process.kill(pid, 'SIGKILL')
      state.databaseKills += 1
      while (await serves()) await delay(20)
      postgres = await startPostgres(dataDir)
    }
  }

  try {
    while (!(await serves())) await delay(50)
    const begun = performance.now()
    const killer = killing()
    // Adds customers until both the node and the database were killed.
    for (let round = 1; state.nodeKills === 0 || state.databaseKills === 0; round += 1)
      await customers(door.origin, options, dice.for(`round ${round}`), { history, journeys, unserved })
    state.over = true
    await killer
    const seconds = Math.round((performance.now() - begun) / 1_000)
    while (!(await serves())) await delay(50)
    const database = await openDatabase({ url: postgres.url }, { max: 2, onError: () => undefined })
    try {
      const { violations, figures } = await judge({ database, partners, door }, history, options.restWithinMs)
      return {
        violations: [...unserved, ...violations],
        figures: {
          journeys: journeys.length,
          ...figures,
          ...counted(history),
          nodeKills: state.nodeKills,
          databaseKills: state.databaseKills,
          seconds,
        },
      }
    } finally {
      await node.stop()
      await database.close()
    }
  } finally {
    state.over = true
    await node.stop()
    await door.close()
    await partners.close()
    await postgres.stop()
  }
}
