/** The chaos run: nodes, database and partners fail while customers buy; then every record is checked. */
import { setTimeout as delay } from 'node:timers/promises'
import { type CustomerJourney, travel } from './customer.ts'
import { openChaosEnvironment } from './environment.ts'
import { counted, type Difference, type RecordedResponse } from './record-checks.ts'
import { seededRandom } from './seeded-random.ts'

export interface ChaosOptions {
  readonly seed: string
  readonly journeys: number
  /** Concurrent customers. */
  readonly atOnce?: number
  /** The average time between restarts of the database. */
  readonly restartEveryMs?: number
  /** The most kills of nodes, and the most restarts of the database. Without it they go on until every customer is done. */
  readonly mostBreaks?: number
  readonly restWithinMs?: number
}

/** The average time between kills of a node. */
const killEveryMs = 1_000

/**
 * A node runs at least this long, and at least as long as its start took, and usually the other one is up: otherwise a
 * slow machine would serve no request.
 */
const leastLifeMs = 700
const carelessKills = 0.25

/** The figures of a run, and its violations: none for a correct run. */
export async function chaos(
  folder: string,
  {
    seed,
    journeys: most,
    atOnce = 80,
    restartEveryMs = 6_000,
    mostBreaks = Number.POSITIVE_INFINITY,
    restWithinMs = 90_000,
  }: ChaosOptions,
) {
  const random = seededRandom(seed)
  const webhooks = random.for('webhooks')
  const state = { over: false, kills: 0, restarts: 0 }
  const environment = await openChaosEnvironment(folder, random, () =>
    state.over ? [0] : Array.from({ length: webhooks.below(4) }, () => webhooks.between(0, 3_000)),
  )
  const history: RecordedResponse[] = []
  const journeys: CustomerJourney[] = []
  const unserved: Difference[] = []

  let begun = 0
  const customer = async () => {
    while (begun < most) {
      const way = random.for(`journey ${begun}`)
      begun += 1
      await travel(environment.proxy.origin, way, response => history.push(response)).then(
        journey => journeys.push(journey),
        (error: Error) => unserved.push({ check: 'served', what: error.message }),
      )
    }
  }

  async function killNodes(): Promise<void> {
    const killer = random.for('killer')
    const { nodes } = environment
    const fewestUp = () => (killer.chance(carelessKills) ? 1 : nodes.length)
    while (!state.over && state.kills < mostBreaks) {
      await delay(killer.between(0.4, 1.6) * killEveryMs)
      if (state.over) return
      const up = nodes.filter(node => node.upForMs() > Math.max(leastLifeMs, node.startMs()))
      if (up.length >= fewestUp() && killer.pick(up).kill()) state.kills += 1
    }
  }

  async function restartDatabase(): Promise<void> {
    const breaker = random.for('breaker')
    while (!state.over && state.restarts < mostBreaks) {
      await delay(breaker.between(0.5, 1.5) * restartEveryMs)
      if (state.over) return
      await environment.breakDatabase(state.restarts % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
      state.restarts += 1
    }
  }

  try {
    await environment.allUp()
    const startedMs = performance.now()
    const breaking = [killNodes(), restartDatabase()]
    await Promise.all(Array.from({ length: atOnce }, customer))
    state.over = true
    await Promise.all(breaking)
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    environment.partners.calm()
    const { violations, figures } = await environment.judge(history, restWithinMs)
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
