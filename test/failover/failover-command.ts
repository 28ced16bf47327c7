/** `npm run failover`: customers buy while the database fails over; exits with 1 if a figure is missed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findInvariantViolations } from '#db/checks/invariants.ts'
import { openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { defaultRetentionPeriods } from '#server/config.ts'
import { waitUntil } from '#test/wait-until.ts'
import { type Figure, figureWithoutBaseline, storeFigures } from '../../bench/figures/figure-store.ts'
import { debianProgram, ensurePrograms } from '../../scripts/system-programs.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { type Customers, type Purchase, startCustomers } from './customers.ts'
import { type Nodes, startNodes } from './nodes.ts'
import type { FailoverRun } from './processes.ts'

const calmMs = 15_000
/** Nodes and pools are slow at first. */
const firstPolicies = 10
const longestFailoverSeconds = 45
const longestSwitchoverSeconds = 12
const settleWithinMs = 120_000

const numberText = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))
const atMost = (name: string, value: number, limit: number): Figure =>
  figureWithoutBaseline(name, numberText(value), `≤ ${limit}`, value <= limit)

/** Each fault, and the longest time in which customers may be unable to bind. */
interface Phase {
  readonly name: string
  readonly longestSeconds: number
  run(cluster: Cluster, nodes: Nodes): Promise<void>
}

const phases: readonly Phase[] = [
  { name: 'nothing happens', longestSeconds: longestSwitchoverSeconds, run: () => delay(calmMs) },
  { name: 'nodes are rolled', longestSeconds: longestSwitchoverSeconds, run: (_, nodes) => nodes.roll() },
  { name: 'switchover', longestSeconds: longestSwitchoverSeconds, run: cluster => cluster.switchOver() },
  {
    name: 'primary killed',
    longestSeconds: longestFailoverSeconds,
    async run(cluster) {
      const startAgain = await cluster.killPrimary()
      await delay(longestFailoverSeconds * 1_000)
      startAgain()
    },
  },
  {
    name: 'primary hung',
    longestSeconds: longestFailoverSeconds,
    async run(cluster) {
      const goOn = await cluster.hangPrimary()
      await delay(longestFailoverSeconds * 1_000)
      goOn()
    },
  },
]

/** The longest time without a policy by bank between two moments, in seconds. */
function longestPause(customers: Customers, fromMs: number, toMs: number): number {
  const moments = [fromMs, ...customers.boundAtMs.filter(at => at >= fromMs && at <= toMs), toMs].sort(
    (one, other) => one - other,
  )
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1_000
}

/** Compares our tables and the insurer's with the policies that customers were promised, once all work is done. */
async function readPolicies(url: string, customers: Customers): Promise<Figure[]> {
  const database = await openDatabase({ url }, { isUnlimited: true, onError: () => undefined })
  try {
    const readBroken = () => findInvariantViolations(database.kysely, new Date(), defaultRetentionPeriods)
    const giveUpAt = performance.now() + settleWithinMs
    let broken = await readBroken()
    while (broken.length > 0 && performance.now() < giveUpAt) {
      await delay(1_000)
      broken = await readBroken()
    }
    for (const { id, what } of broken) console.log(`${id} is broken: ${what.slice(0, 3).join(', ')}`)
    const ours = await database.kysely.selectFrom('policy').select(['quote_id', 'policy_number']).execute()
    const insured = await database.kysely.selectFrom('insurer.policy').select('quote_number').execute()
    const isOurs = ({ quoteId, policyNumber }: Purchase) =>
      ours.some(row => row.quote_id === quoteId && row.policy_number === policyNumber)
    return [
      atMost(
        'acknowledged policies that are not stored',
        customers.acknowledged.filter(purchase => !isOurs(purchase)).length,
        0,
      ),
      atMost(
        'quotes with two policies at the insurer',
        insured.length - new Set(insured.map(row => row.quote_number)).size,
        0,
      ),
      atMost('policies at one company only', Math.abs(insured.length - ours.length), 0),
      atMost('invariants broken', broken.length, 0),
    ]
  } finally {
    await database.close()
  }
}

function print(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, measured, reach, holds } of figures)
    console.log(`${holds ? '✔' : '✘'} ${name.padEnd(width)}  ${measured.padStart(6)}  wanted ${reach}`)
}

async function measure(run: FailoverRun): Promise<readonly Figure[]> {
  const cluster = await startCluster(run)
  await createDatabase(cluster)
  const nodes = await startNodes(run, cluster)
  const customers = startCustomers(nodes.origin)
  await waitUntil('the first policies are bought', async () => customers.boundAtMs.length >= firstPolicies)
  const pauses: Figure[] = []
  for (const { name, longestSeconds, run: disturb } of phases) {
    console.log(`${name} …`)
    await cluster.healthy()
    const fromMs = performance.now()
    await disturb(cluster, nodes)
    await cluster.rejoined()
    await delay(calmMs)
    const seconds = longestPause(customers, fromMs, performance.now())
    console.log(`… at most ${seconds.toFixed(1)} s without a bind`)
    pauses.push(atMost(`${name}: seconds without a bind`, seconds, longestSeconds))
  }
  await customers.stop()
  const { answers, acknowledged, failures } = customers
  const counts = [...answers]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
  console.log(`${acknowledged.length} policies acknowledged; calls by status: ${counts.join(', ')}`)
  for (const failure of new Set(failures)) console.log(`a customer gave up: ${failure}`)
  return [
    ...(await readPolicies(cluster.directUrl, customers)),
    atMost('calls answered 500', answers.get(500) ?? 0, 0),
    atMost('customers who gave up', failures.length, 0),
    atMost('nodes that died', nodes.lost(), 0),
    ...pauses,
  ]
}

async function createDatabase({ directUrl }: Cluster): Promise<void> {
  const administrator = await openDatabase(
    { url: directUrl.replace(/\w+$/, 'postgres') },
    { isUnlimited: true, onError: () => undefined },
  )
  await administrator.pool.query('create database openroad')
  await administrator.close()
  await migrate({ connectionString: directUrl })
}

ensurePrograms([
  debianProgram('postgresql', 'pg_dump'),
  debianProgram('patroni', 'patroni'),
  debianProgram('etcd-server', 'etcd'),
  debianProgram('pgbouncer', 'pgbouncer'),
  debianProgram('haproxy', 'haproxy'),
])
const folder = await mkdtemp(join(tmpdir(), 'openroad-failover-'))
const opened = new AsyncDisposableStack()
let allHold = false
try {
  const figures = await measure({ folder, opened })
  print(figures)
  storeFigures('failover', figures)
  allHold = figures.every(({ holds }) => holds)
} finally {
  await opened.disposeAsync()
  if (allHold) await rm(folder, { recursive: true, force: true })
  else console.log(`The output of each program is in ${folder}.`)
  // After a failure, customers may still be waiting for responses.
  process.exit(allHold ? 0 : 1)
}
