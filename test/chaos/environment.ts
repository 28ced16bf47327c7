/** The environment of a chaos run: PostgreSQL, partners, restarting nodes, a proxy, and the final checks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findInvariantViolations } from '#db/checks/invariants.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { defaultRetentionPeriods } from '#server/config.ts'
import { type ChaosProxy, openChaosProxy, startRestartingNode } from './nodes.ts'
import { type ChaosPartners, openPartners } from './partners.ts'
import { anomalies, approvedAmong, compare, type Difference, type RecordedResponse } from './record-checks.ts'
import type { SeededRandom } from './seeded-random.ts'

/** @param webhooks gives the delay of each copy of a webhook in milliseconds */
export async function openChaosEnvironment(
  folder: string,
  random: SeededRandom,
  webhooks: () => readonly number[],
) {
  const dataDir = join(folder, 'database')
  const server = await startPostgres(dataDir)
  const { url } = server
  await migrate({ connectionString: url })
  const partners = await openPartners(folder, random.for('partners'))
  const environment = {
    ...partners.environment,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'var'),
    MAX_IN_FLIGHT: '64',
  }
  const nodes = [startRestartingNode(environment), startRestartingNode(environment)]
  const proxy = await openChaosProxy(nodes, random.for('proxy'), webhooks)
  const database = await openDatabase({ url }, { max: 4, onError: () => undefined })

  return {
    nodes,
    proxy,
    database,
    partners,
    /** Ends the database without a checkpoint, by SIGKILL or as `pg_ctl stop -m immediate`; resolves once it runs again. */
    async breakDatabase(signal: 'SIGKILL' | 'SIGQUIT') {
      const pid = await postmaster(dataDir)
      if (pid === null) return
      process.kill(pid, signal)
      while ((await postmaster(dataDir)) === pid || !(await answers(database))) await delay(50)
    },
    async allUp() {
      while (nodes.some(node => node.origin() === null)) await delay(25)
    },
    judge: (history: readonly RecordedResponse[], restWithinMs: number) =>
      judge({ database, partners, proxy }, history, restWithinMs),
    async close() {
      await Promise.all(nodes.map(node => node.stop()))
      await proxy.close()
      await database.close()
      await partners.close()
      await server.stop()
    },
  }
}

/** Waits until idle, at most this long; then checks invariants, partners' records and customers' responses. */
async function judge(
  { database, partners, proxy }: { database: Database; partners: ChaosPartners; proxy: ChaosProxy },
  history: readonly RecordedResponse[],
  restWithinMs: number,
) {
  const violations: Difference[] = []
  const resting = performance.now()
  for (const what of await waitUntilIdle(database, partners.sandbox, restWithinMs))
    violations.push({ check: 'at rest', what })
  const restSeconds = Math.round((performance.now() - resting) / 1_000)
  violations.push(...(await broken(database)))
  const { differences, figures, policies } = await compare(database, partners)
  violations.push(...differences, ...anomalies(history, policies))
  if (proxy.hung() > 0) violations.push({ check: 'hung', what: `${proxy.hung()} requests` })
  return { violations, figures: { ...figures, restSeconds } }
}

/** Waits until no purchase, refund, mail or job is in progress. Returns what still is at the time limit; it only reads. */
async function waitUntilIdle(database: Database, sandbox: Sandbox, withinMs: number): Promise<string[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const open = await underWay(database, sandbox).catch(() => ['the database does not answer'])
    if (open.length === 0 || performance.now() > until) return open
    await delay(500)
  }
}

async function underWay({ pool }: Database, sandbox: Sandbox): Promise<string[]> {
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
  const paid = approvedAmong(
    sandbox,
    unsettled.rows.map(({ session }) => session),
  )
  return [
    ...rows.map(({ what }) => what),
    ...paid.map(session => `session ${session} is paid, and we have not seen it`),
  ]
}

/** The invariants that do not hold now. */
async function broken(database: Database): Promise<Difference[]> {
  const found = await findInvariantViolations(database.kysely, new Date(), defaultRetentionPeriods)
  return found.map(({ id, what }) => ({ check: id, what: what.slice(0, 5).join(', ') }))
}

const answers = ({ pool }: Database): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

/** The pid of the server with this data folder; null if none runs. */
async function postmaster(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(text?.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}
