/** The environment of the chaos harnesses: PostgreSQL, partners, restarting nodes, a proxy, and the final checks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findInvariantViolations } from '#db/checks/invariants.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import { defaultRetentionPeriods } from '#server/config.ts'
import { anomalies, type RecordedResponse } from './history.ts'
import { type ChaosProxy, openChaosProxy, type RestartingNode, startRestartingNode } from './nodes.ts'
import { type ChaosPartners, openPartners } from './partners.ts'
import { compare, type Difference } from './reconcile-partners.ts'
import type { SeededRandom } from './seeded-random.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export const entry = 'test/chaos/node.ts'

export interface ChaosEnvironmentOptions {
  readonly dice: SeededRandom
  readonly faultRate: number
  readonly nodes: number
  readonly environment?: Readonly<Record<string, string>>
  /** The delay of each copy of a notice in milliseconds. */
  notices(): readonly number[]
}

export interface Verdict {
  readonly violations: readonly Difference[]
  readonly figures: Readonly<Record<string, number>>
}

export interface ChaosEnvironment {
  readonly nodes: readonly RestartingNode[]
  readonly door: ChaosProxy
  readonly database: Database
  readonly partners: ChaosPartners
  /** Stops the database without a checkpoint (`pg_ctl stop -m immediate`); resolves once it runs again. */
  breakDatabase(): Promise<void>
  allUp(): Promise<void>
  /** Waits until idle, at most this long, and returns all violations. */
  judge(history: readonly RecordedResponse[], restWithinMs: number): Promise<Verdict>
  close(): Promise<void>
}

export async function openChaosEnvironment(
  folder: string,
  options: ChaosEnvironmentOptions,
): Promise<ChaosEnvironment> {
  const { dice } = options
  const dataDir = join(folder, 'database')
  let server = await startPostgres(dataDir)
  const { url } = server
  await migrate({ connectionString: url })
  const partners = await openPartners(folder, dice.for('partners'), options)
  const environment = {
    ...partners.environment,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'var'),
    MAX_IN_FLIGHT: '64',
    ...options.environment,
  }
  const nodes = Array.from({ length: options.nodes }, () => startRestartingNode(environment, entry))
  const door = await openChaosProxy(nodes, dice.for('door'), { copies: options.notices })
  const database = await openDatabase({ url }, { max: 4, onError: () => undefined })

  return {
    nodes,
    door,
    database,
    partners,
    async breakDatabase() {
      const pid = await postmaster(dataDir)
      if (pid === null) return
      process.kill(pid, 'SIGQUIT')
      while (await answers(database)) await delay(20)
      server = await startPostgres(dataDir)
      while (!(await answers(database))) await delay(50)
    },
    async allUp() {
      while (nodes.some(node => node.origin() === null)) await delay(25)
    },
    judge: (history, restWithinMs) => judge({ database, partners, door }, history, restWithinMs),
    async close() {
      await Promise.all(nodes.map(node => node.stop()))
      await door.close()
      await database.close()
      await partners.close()
      await server.stop()
    },
  }
}

/** Waits until idle, at most this long; then checks invariants, partners' records and customers' responses. */
export async function judge(
  { database, partners, door }: Pick<ChaosEnvironment, 'database' | 'partners' | 'door'>,
  history: readonly RecordedResponse[],
  restWithinMs: number,
): Promise<Verdict> {
  const violations: Difference[] = []
  const resting = performance.now()
  for (const what of await waitUntilIdle(database, partners.cardDir, restWithinMs))
    violations.push({ check: 'at rest', what })
  const restSeconds = Math.round((performance.now() - resting) / 1_000)
  violations.push(...(await broken(database)))
  const { differences, figures, policies } = await compare(database, partners)
  violations.push(...differences)
  for (const { quoteId, what } of anomalies(history, policies))
    violations.push({ check: 'history', what: `${quoteId}: ${what}` })
  if (door.hung() > 0) violations.push({ check: 'hung', what: `${door.hung()} requests` })
  return { violations, figures: { ...figures, restSeconds } }
}

/** The invariants that do not hold now. */
export async function broken(database: Database): Promise<Difference[]> {
  const found = await findInvariantViolations(database.kysely, new Date(), defaultRetentionPeriods)
  return found.map(({ id, what }) => ({ check: id, what: what.slice(0, 5).join(', ') }))
}

const answers = ({ pool }: Database): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

/** The pid of the server with this data folder; null if none runs. */
export async function postmaster(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(text?.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}
