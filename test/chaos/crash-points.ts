/**
 * The crash point harness: it kills and restarts the node at each point of a purchase, then checks the invariants and
 * the final state of every purchase.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#test/client.ts'
import { createRatedQuote, type RatedCustomer, savePolicyholders } from '#test/purchase.ts'
import type { Control } from './crash-point-hooks.ts'
import { patient, visit } from './customer.ts'
import { broken, openChaosEnvironment } from './environment.ts'
import type { Difference, RecordedResponse } from './record-checks.ts'
import { belongs, type Customer, goals, isByCard, type Scenario, walks } from './scenarios.ts'
import { seededRandom } from './seeded-random.ts'

export interface CrashOptions {
  readonly seed: string
  /** The scenarios to run, and the maximum of randomly chosen points of each. */
  readonly scenarios: readonly Scenario[]
  readonly pointsEach: number
  /** How long a node may take to restart. */
  readonly backWithinMs: number
}

export interface CrashResult {
  /** Every tested pair: 'scenario: point'. */
  readonly pairs: readonly string[]
  /** The longest time in milliseconds from a crash until the node responds and all invariants hold. */
  readonly longestBackMs: number
  readonly violations: readonly Difference[]
}

export async function crashPoints(folder: string, options: CrashOptions): Promise<CrashResult> {
  const random = seededRandom(options.seed)
  const { backWithinMs } = options
  // Includes a delayed job and the start of the node.
  const reachedWithinMs = backWithinMs + 2_000
  await mkdir(folder, { recursive: true })
  const controlFile = join(folder, 'control.json')
  const traceFile = join(folder, 'trace.txt')
  const control = (next: Control) => writeFile(controlFile, JSON.stringify(next))
  const trace = async () => (await readFile(traceFile, 'utf8')).split('\n').filter(Boolean)
  await control({ dieAt: null, others: [] })
  await writeFile(traceFile, '')
  const webhooks = { lost: false }
  const environment = await openChaosEnvironment(folder, {
    random,
    faultRate: 0,
    nodes: 1,
    webhooks: () => (webhooks.lost ? [] : [0]),
    environment: { FAULT_CONTROL: controlFile, FAULT_TRACE: traceFile, FAULT_PURGE_MS: '300' },
  })
  const history: RecordedResponse[] = []
  const record = (response: RecordedResponse) => void history.push(response)
  const violations: Difference[] = []
  const pairs: string[] = []
  const walked: { scenario: Scenario; quote: RatedCustomer }[] = []
  let longestBackMs = 0

  async function customerFor(scenario: Scenario): Promise<Customer> {
    const client = createClient(environment.proxy.origin)
    const careful = patient(client, random)
    await visit(client, random)
    const card = isByCard(scenario)
    const quote = await createRatedQuote(careful, card ? { frequency: 'ANNUAL' } : {})
    if (card) await savePolicyholders(careful, quote)
    walked.push({ scenario, quote })
    return { client, careful, quote }
  }
  const othersThan = ({ quote }: Customer) =>
    walked.flatMap(one =>
      one.quote.id === quote.id ? [] : [one.quote.id, one.quote.attributes.policyDetails.quoteNum],
    )

  /** The points of a whole purchase of this kind, in the order of their first passing. */
  async function pointsOf(scenario: Scenario): Promise<string[]> {
    const customer = await customerFor(scenario)
    await writeFile(traceFile, '')
    await control({ dieAt: null, others: othersThan(customer) })
    await walks[scenario](environment, customer, webhooks, record)
    await within(reachedWithinMs * 2, () => goals[scenario](environment, customer.quote))
    const passed = [...new Set(await trace())]
    return passed.filter(point => belongs(scenario, point))
  }

  async function dieAt(scenario: Scenario, point: string): Promise<void> {
    const customer = await customerFor(scenario)
    const [node] = environment.nodes
    const before = node?.starts() ?? 0
    await writeFile(traceFile, '')
    await control({ dieAt: point, others: othersThan(customer) })
    const walking = walks[scenario](environment, customer, webhooks, record).catch(() => undefined)
    const died = await within(reachedWithinMs, async () => (await trace()).includes(point))
    await control({ dieAt: null, others: [] })
    if (!died) {
      violations.push({ check: 'reached', what: `${scenario}: ${point} was not reached` })
      await walking
      return
    }
    const dead = performance.now()
    const back = await within(
      backWithinMs,
      async () => (node?.starts() ?? 0) > before && node?.origin() != null,
    )
    const wrong = await broken(environment.database)
    longestBackMs = Math.max(longestBackMs, performance.now() - dead)
    if (!back) violations.push({ check: 'back', what: `${scenario}: ${point}` })
    violations.push(...wrong.map(({ check, what }) => ({ check, what: `${scenario}: ${point}: ${what}` })))
    await walking
    pairs.push(`${scenario}: ${point}`)
  }

  try {
    await environment.allUp()
    for (const scenario of options.scenarios) {
      const points = await pointsOf(scenario)
      for (const point of random.few(points, options.pointsEach)) await dieAt(scenario, point)
    }
    const judged = await environment.judge(history, Math.max(90_000, backWithinMs))
    violations.push(...judged.violations)
    for (const { scenario, quote } of walked)
      if (!(await within(reachedWithinMs, () => goals[scenario](environment, quote))))
        violations.push({ check: 'done', what: `${scenario} of ${quote.id} came to nothing` })
    return { pairs, longestBackMs: Math.round(longestBackMs), violations }
  } finally {
    await environment.close()
  }
}

async function within(ms: number, check: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms
  for (;;) {
    if (await check().catch(() => false)) return true
    if (performance.now() > until) return false
    await delay(20)
  }
}
