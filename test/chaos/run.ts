/**
 * One chaos run (security 4.5, L3): two nodes on one PostgreSQL, all of it killed again and again while customers buy and
 * partners fail; then rest, every invariant, every book compared, every answer replayed.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '#db/embedded.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { approvedAmong, compare, type Difference, type InsurerBook } from './compare.ts'
import { type Dice, diceOf } from './dice.ts'
import { anomalies, type Told } from './history.ts'
import { type Journey, travel, type Ways } from './journey.ts'
import { type KeptNode, keepNode, openDoor } from './nodes.ts'
import { openPartners } from './partners.ts'

export interface ChaosOptions extends Ways {
  readonly seed: string
  readonly journeys: number
  /** Customers at a time. */
  readonly atOnce: number
  readonly faultRate: number
  /** Milliseconds between kills of a node, and between restarts of the database, on average; 0 for never. */
  readonly killEveryMs: number
  readonly restartEveryMs: number
  readonly restWithinMs: number
}

export const usualChaos: Omit<ChaosOptions, 'seed' | 'journeys'> = {
  atOnce: 80,
  faultRate: 0.3,
  killEveryMs: 1_000,
  restartEveryMs: 6_000,
  restWithinMs: 90_000,
  tripleClick: 0.4,
  twoTabs: 0.3,
  walkAway: 0.15,
  forgedVisit: 0.1,
  byCard: 0.5,
}

export interface ChaosResult {
  readonly figures: Readonly<Record<string, number>>
  /** What must not be. Empty is what everybody wants. */
  readonly violations: readonly Difference[]
}

const entry = 'test/chaos/node.ts'

export async function chaos(folder: string, options: ChaosOptions): Promise<ChaosResult> {
  const dice = diceOf(options.seed)
  const dataDir = join(folder, 'database')
  const server = await startEmbedded(dataDir, { onError: () => undefined })
  const { host, port, user, database: name } = server.connection
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const partners = await openPartners(folder, dice.for('partners'), options)
  const environment = {
    ...partners.environment,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'var'),
    MAX_IN_FLIGHT: '64',
  }
  const nodes: KeptNode[] = [keepNode(environment, entry), keepNode(environment, entry)]
  const notices = dice.for('notices')
  let lost = true
  const door = await openDoor(nodes, dice.for('door'), {
    copies: () =>
      Array.from({ length: lost ? notices.below(4) : 1 }, () => (lost ? notices.between(0, 3_000) : 0)),
  })
  const database = await openDatabase({ url }, { max: 4, onError: () => undefined })
  const state = { over: false, kills: 0, restarts: 0 }
  const history: Told[] = []
  const violations: Difference[] = []
  const begun = performance.now()

  try {
    while (nodes.some(node => node.origin() === null)) await delay(50)
    const killer = killing(nodes, state, dice.for('killer'), options.killEveryMs)
    const breaker = restarting(dataDir, database, state, dice.for('breaker'), options.restartEveryMs)
    const journeys: Journey[] = []
    let next = 0
    const customer = async () => {
      while (next < options.journeys) {
        const number = next
        next += 1
        const way = dice.for(`journey ${number}`)
        await travel(door.origin, way, options, told => history.push(told)).then(
          journey => journeys.push(journey),
          (error: Error) => violations.push({ check: 'served', what: error.message }),
        )
      }
    }
    await Promise.all(Array.from({ length: options.atOnce }, customer))
    state.over = true
    await Promise.all([killer, breaker])
    const travelledMs = performance.now() - begun

    partners.calm()
    lost = false
    const resting = performance.now()
    const open = await rest(database, partners.cardDir, options.restWithinMs)
    const restedMs = performance.now() - resting
    for (const what of open) violations.push({ check: 'at rest', what })

    for (const { id, what } of await brokenInvariants(database.kysely, new Date()))
      violations.push({ check: id, what: what.slice(0, 5).join(', ') })
    const compared = await compare(database, {
      cardDir: partners.cardDir,
      insurer: embeddedInsurerBook(database),
      mails: partners.mails,
    })
    violations.push(...compared.differences)
    for (const { quoteId, what } of anomalies(history, compared.policies))
      violations.push({ check: 'history', what: `${quoteId}: ${what}` })
    if (door.hung() > 0) violations.push({ check: 'hung', what: `${door.hung()} requests` })

    const told = new Set(history.filter(one => one.outcome === 'ok').map(one => one.quoteId))
    return {
      violations,
      figures: {
        journeys: journeys.length,
        ...compared.figures,
        acknowledged: told.size,
        walkedAway: journeys.filter(one => one.walkedAway).length,
        answers: history.length,
        withoutAnswer: history.filter(one => one.outcome === 'info').length,
        partnerFaults: partners.faults(),
        kills: state.kills,
        starts: nodes.reduce((sum, node) => sum + node.starts(), 0),
        databaseRestarts: state.restarts,
        seconds: Math.round(travelledMs / 1_000),
        restSeconds: Math.round(restedMs / 1_000),
      },
    }
  } finally {
    state.over = true
    await Promise.all(nodes.map(node => node.stop()))
    await door.close()
    await database.close()
    await partners.close()
    await server.stop()
  }
}

interface State {
  over: boolean
  kills: number
  restarts: number
}

/** A node is left so much life at least, and mostly the other one is up: on a slow machine there would be nobody to serve. */
const leastLifeMs = 700
const carelessKills = 0.25

async function killing(nodes: readonly KeptNode[], state: State, dice: Dice, everyMs: number): Promise<void> {
  while (!state.over && everyMs > 0) {
    await delay(dice.between(0.4, 1.6) * everyMs)
    const up = nodes.filter(node => node.upForMs() > leastLifeMs)
    if (state.over || up.length < (dice.chance(carelessKills) ? 1 : nodes.length)) continue
    if (dice.pick(up).kill()) state.kills += 1
  }
}

/** What `pg_ctl stop -m immediate` does: no checkpoint, no farewell. The harness's own embedded server starts it again. */
async function restarting(
  dataDir: string,
  { pool }: Database,
  state: State,
  dice: Dice,
  everyMs: number,
): Promise<void> {
  while (!state.over && everyMs > 0) {
    await delay(dice.between(0.5, 1.5) * everyMs)
    if (state.over) return
    const pid = await postmaster(dataDir)
    if (pid === null) continue
    process.kill(pid, 'SIGQUIT')
    state.restarts += 1
    const back = () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      )
    while (!(await back())) await delay(50)
  }
}

async function postmaster(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(text?.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/** What is still under way when the time is up; it is only looked at: nobody asks for anything any more. */
async function rest(database: Database, cardDir: string, withinMs: number): Promise<string[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const open = await underWay(database, cardDir).catch(() => ['the database does not answer'])
    if (open.length === 0 || performance.now() > until) return open
    await delay(500)
  }
}

async function underWay({ pool }: Database, cardDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'issuance ' || quote_id || ' ' || state as what from issuance where state in ('INTENT', 'UNKNOWN')
     union all
     select 'payment ' || id || ' ' || state from payment where state = 'REFUND_DUE'
     union all
     select 'job ' || name || ' ' || state || ' of ' || (data->>'ref') from jobs.job
     where state not in ('completed', 'cancelled') and name <> 'settle-payment'`,
  )
  const unsettled = await pool.query<{ session: string }>(
    `select psp_session as session from payment
     where state in ('PENDING', 'EXPIRED', 'CANCELLED', 'DECLINED') and psp_session is not null`,
  )
  const paid = await approvedAmong(
    cardDir,
    unsettled.rows.map(({ session }) => session),
  )
  return [
    ...rows.map(({ what }) => what),
    ...paid.map(session => `session ${session} is paid, and nobody has seen it`),
  ]
}

const embeddedInsurerBook = (database: Database): InsurerBook => ({
  async sold() {
    const { rows } = await database.pool.query(
      'select policy_number as "policyNumber", quote_number as "quoteNumber" from insurer.policy',
    )
    return rows as { policyNumber: string; quoteNumber: string }[]
  },
})
