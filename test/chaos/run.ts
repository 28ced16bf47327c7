/**
 * The chaos harness: two nodes are killed repeatedly while customers buy and partners fail. Then it checks every
 * invariant, all records and every response.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Mutant, type MutantName, mutants } from '#test/schedules/mutants.ts'
import { type CustomerBehaviour, type CustomerJourney, travel } from './customer.ts'
import { type ChaosEnvironment, openChaosEnvironment } from './environment.ts'
import type { RestartingNode } from './nodes.ts'
import { counted, type Difference, type RecordedResponse } from './record-checks.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export interface ChaosOptions extends CustomerBehaviour {
  readonly seed: string
  readonly journeys: number
  /** Concurrent customers. */
  readonly atOnce: number
  readonly faultRate: number
  /** The average time between kills of a node, and between restarts of the database; 0 for never. */
  readonly killEveryMs: number
  readonly restartEveryMs: number
  /** The most kills of nodes, and the most restarts of the database. Without it they go on until every customer is done. */
  readonly mostBreaks?: number
  readonly restWithinMs: number
  readonly nodes: number
  /** A mutant to plant in the nodes. */
  readonly mutant?: MutantName
}

export const usualChaos: Omit<ChaosOptions, 'seed' | 'journeys'> = {
  atOnce: 80,
  faultRate: 0.3,
  killEveryMs: 1_000,
  restartEveryMs: 6_000,
  restWithinMs: 90_000,
  nodes: 2,
  tripleClick: 0.4,
  twoTabs: 0.3,
  walkAway: 0.15,
  forgedVisit: 0.1,
  byCard: 0.5,
}

export interface ChaosResult {
  readonly figures: Readonly<Record<string, number>>
  /** The violations; empty for a correct run. */
  readonly violations: readonly Difference[]
}

export async function chaos(folder: string, options: ChaosOptions): Promise<ChaosResult> {
  const random = seededRandom(options.seed)
  const webhooks = random.for('webhooks')
  const state: State = { over: false, kills: 0, restarts: 0 }
  const environment = await openChaosEnvironment(folder, {
    random,
    faultRate: options.faultRate,
    nodes: options.nodes,
    webhooks: () =>
      state.over ? [0] : Array.from({ length: webhooks.below(4) }, () => webhooks.between(0, 3_000)),
    environment: options.mutant === undefined ? {} : { FAULT_MUTANT: options.mutant },
  })
  const history: RecordedResponse[] = []
  const journeys: CustomerJourney[] = []
  const unserved: Difference[] = []

  try {
    await environment.allUp()
    const mutant: Mutant | undefined = options.mutant && mutants[options.mutant]
    for (const statement of mutant?.sql ?? []) await environment.database.pool.query(statement)
    const begun = performance.now()
    const breaking = [
      killing(environment.nodes, state, random.for('killer'), options),
      restarting(environment, state, random.for('breaker'), options),
    ]
    await customers(environment.proxy.origin, options, random, { history, journeys, unserved })
    state.over = true
    await Promise.all(breaking)
    const seconds = Math.round((performance.now() - begun) / 1_000)
    environment.partners.calm()
    const { violations, figures } = await environment.judge(history, options.restWithinMs)
    return {
      violations: [...unserved, ...violations],
      figures: {
        journeys: journeys.length,
        ...figures,
        ...counted(history),
        walkedAway: journeys.filter(one => one.walkedAway).length,
        forgedVisits: journeys.filter(one => one.kind === 'forged').length,
        partnerFaults: environment.partners.faults(),
        kills: state.kills,
        databaseRestarts: state.restarts,
        seconds,
      },
    }
  } finally {
    state.over = true
    await environment.close()
  }
}

/** Runs this many customers, some of them concurrently. */
async function customers(
  origin: string,
  options: CustomerBehaviour & { readonly journeys: number; readonly atOnce: number },
  random: SeededRandom,
  kept: { history: RecordedResponse[]; journeys: CustomerJourney[]; unserved: Difference[] },
): Promise<void> {
  let next = 0
  const customer = async () => {
    while (next < options.journeys) {
      const way = random.for(`journey ${next}`)
      next += 1
      await travel(origin, way, options, response => kept.history.push(response)).then(
        journey => kept.journeys.push(journey),
        (error: Error) => kept.unserved.push({ check: 'served', what: error.message }),
      )
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, customer))
}

interface State {
  over: boolean
  kills: number
  restarts: number
}

/**
 * A node runs at least this long, and at least as long as its start took, and usually the other one is up: otherwise a
 * slow machine would serve no request.
 */
const leastLifeMs = 700
const carelessKills = 0.25

async function killing(
  nodes: readonly RestartingNode[],
  state: State,
  random: SeededRandom,
  { killEveryMs: everyMs, mostBreaks = Number.POSITIVE_INFINITY }: ChaosOptions,
): Promise<void> {
  while (!state.over && everyMs > 0 && state.kills < mostBreaks) {
    await delay(random.between(0.4, 1.6) * everyMs)
    const up = nodes.filter(node => node.upForMs() > Math.max(leastLifeMs, node.startMs()))
    if (state.over || up.length < (random.chance(carelessKills) ? 1 : nodes.length)) continue
    if (random.pick(up).kill()) state.kills += 1
  }
}

async function restarting(
  environment: ChaosEnvironment,
  state: State,
  random: SeededRandom,
  { restartEveryMs: everyMs, mostBreaks = Number.POSITIVE_INFINITY }: ChaosOptions,
): Promise<void> {
  while (!state.over && everyMs > 0 && state.restarts < mostBreaks) {
    await delay(random.between(0.5, 1.5) * everyMs)
    if (state.over) return
    await environment.breakDatabase(state.restarts % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
    state.restarts += 1
  }
}
