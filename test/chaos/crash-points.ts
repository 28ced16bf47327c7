/**
 * Death at a named point (L2): one purchase at a time is walked to every point it passes, the node dies
 * there, comes back, and the invariants hold at once; in the end every purchase has come to what it should.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { goodCard } from '#test/cards.ts'
import { type Client, clientOf } from '#test/client.ts'
import { bindBody, paymentUrlsAt, type Quoted, quoted, ratedBody, savePolicyholders } from '#test/purchase.ts'
import type { Difference } from './compare.ts'
import { diceOf } from './dice.ts'
import type { Told } from './history.ts'
import { patient, visit } from './journey.ts'
import type { Control } from './points.ts'
import { broken, openStand, type Stand } from './stand.ts'

export const scenarios = ['direct debit', 'card notice', 'card return', 'refund', 'mail', 'purge'] as const
export type Scenario = (typeof scenarios)[number]

/** Where a purchase of each kind ends; asked again and again until then. */
type Goal = (stand: Stand, quote: Quoted) => Promise<boolean>

const asked = async (stand: Stand, statement: string, id: string): Promise<boolean> =>
  ((await stand.database.pool.query(statement, [id])).rowCount ?? 0) > 0

const goals: Readonly<Record<Scenario, Goal>> = {
  'direct debit': (stand, { id }) => asked(stand, 'select from policy where quote_id = $1', id),
  'card notice': (stand, { id }) => asked(stand, 'select from policy where quote_id = $1', id),
  'card return': (stand, { id }) => asked(stand, 'select from policy where quote_id = $1', id),
  refund: (stand, { id }) =>
    asked(stand, `select from payment where quote_id = $1 and state = 'REFUNDED'`, id),
  mail: (stand, { id }) =>
    asked(stand, `select from audit where quote_id = $1 and what = 'mail-accepted'`, id),
  purge: (stand, { id }) => asked(stand, 'select from quote where id = $1 and purged_at is not null', id),
}

interface Customer {
  readonly client: Client
  readonly careful: Client
  readonly quote: Quoted
}

/** The part of a purchase that may meet the death; what was started before is whole. */
type Walk = (
  stand: Stand,
  customer: Customer,
  notices: { lost: boolean },
  tell: (told: Told) => void,
) => Promise<void>

async function bind({ client, quote }: Customer, tell: (told: Told) => void): Promise<boolean> {
  const askedMs = performance.now()
  const reply = await client.call('quoteBind', { body: bindBody(quote) }).catch(() => null)
  if (reply?.status !== 200) return false
  const { policyNumber } = reply.ok()
  tell({ quoteId: quote.id, what: 'bind', askedMs, toldMs: performance.now(), outcome: 'ok', policyNumber })
  return true
}

/** A customer who waits for the site to come back, half a minute at most. */
async function untilDone(work: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    if (await work()) return
    await delay(250)
  }
}

const openPage = ({ client, quote }: Customer, origin: string): Promise<string | null> =>
  client.call('paymentCreate', { body: paymentUrlsAt(origin, quote.id) }).then(
    reply => (reply.status === 200 ? reply.ok().data.attributes.url : null),
    () => null,
  )

async function pageOf(customer: Customer, stand: Stand): Promise<string> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const page = await openPage(customer, stand.door.origin)
    if (page !== null) return page
    await delay(250)
  }
  throw new Error('no card page came')
}

const pay = (page: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(goodCard), redirect: 'manual' })

const comeBack = ({ client, quote }: Customer) =>
  untilDone(async () => {
    const reply = await client.call('policyRetrieve', { query: { uuid: quote.id } }).catch(() => null)
    return (
      reply?.status === 200 &&
      typeof reply.json === 'object' &&
      reply.json !== null &&
      'policyId' in reply.json
    )
  })

const byBank: Walk = (_, customer, __, tell) => untilDone(() => bind(customer, tell))

async function byCard(stand: Stand, customer: Customer): Promise<void> {
  await pay(await pageOf(customer, stand))
}

const walks: Readonly<Record<Scenario, Walk>> = {
  'direct debit': byBank,
  mail: byBank,
  async 'card notice'(stand, customer, notices) {
    notices.lost = false
    await byCard(stand, customer)
  },
  async 'card return'(stand, customer, notices) {
    notices.lost = true
    await byCard(stand, customer)
    await comeBack(customer)
  },
  async refund(stand, customer, notices) {
    notices.lost = true
    const page = await pageOf(customer, stand)
    const body = ratedBody(customer.quote.id, customer.quote.car, {
      frequency: 'ANNUAL',
      voluntaryExcess: 500,
    })
    await customer.careful.call('quoteAmend', { body })
    notices.lost = false
    await pay(page)
  },
  async purge(stand, { quote }) {
    const old = `now() - interval '61 days'`
    await stand.database.pool.query(
      `update quote set created_at = ${old}, changed_at = ${old} where id = $1`,
      [quote.id],
    )
  },
}

export interface CrashOptions {
  readonly seed: string
  /** The scenarios to walk, and how many points of each at most, chosen by lot. */
  readonly scenarios: readonly Scenario[]
  readonly pointsEach: number
}

export interface CrashResult {
  /** Every pair walked: 'scenario: point'. */
  readonly pairs: readonly string[]
  /** Milliseconds from death to a node that answers with all invariants whole, the longest. */
  readonly longestBackMs: number
  readonly violations: readonly Difference[]
}

const backWithinMs = 10_000
const reachedWithinMs = 12_000

export async function crashPoints(folder: string, options: CrashOptions): Promise<CrashResult> {
  const dice = diceOf(options.seed)
  await mkdir(folder, { recursive: true })
  const controlFile = join(folder, 'control.json')
  const traceFile = join(folder, 'trace.txt')
  const control = (told: Control) => writeFile(controlFile, JSON.stringify(told))
  const trace = async () => (await readFile(traceFile, 'utf8')).split('\n').filter(Boolean)
  await control({ dieAt: null, others: [] })
  await writeFile(traceFile, '')
  const notices = { lost: false }
  const stand = await openStand(folder, {
    dice,
    faultRate: 0,
    nodes: 1,
    notices: () => (notices.lost ? [] : [0]),
    environment: { FAULT_CONTROL: controlFile, FAULT_TRACE: traceFile, FAULT_PURGE_MS: '300' },
  })
  const history: Told[] = []
  const tell = (told: Told) => void history.push(told)
  const violations: Difference[] = []
  const pairs: string[] = []
  const walked: { scenario: Scenario; quote: Quoted }[] = []
  let longestBackMs = 0

  async function customerFor(scenario: Scenario): Promise<Customer> {
    const client = clientOf(stand.door.origin)
    const careful = patient(client, dice)
    await visit(client, dice)
    const card = scenario !== 'direct debit' && scenario !== 'mail' && scenario !== 'purge'
    const quote = await quoted(careful, card ? { frequency: 'ANNUAL' } : {})
    if (card) await savePolicyholders(careful, quote)
    walked.push({ scenario, quote })
    return { client, careful, quote }
  }
  const othersThan = ({ quote }: Customer) =>
    walked.flatMap(one =>
      one.quote.id === quote.id ? [] : [one.quote.id, one.quote.attributes.policyDetails.quoteNum],
    )

  /** The points a whole purchase of this kind passes, in the order it first does. */
  async function pointsOf(scenario: Scenario): Promise<string[]> {
    const customer = await customerFor(scenario)
    await writeFile(traceFile, '')
    await control({ dieAt: null, others: othersThan(customer) })
    await walks[scenario](stand, customer, notices, tell)
    await within(reachedWithinMs * 2, () => goals[scenario](stand, customer.quote))
    const passed = [...new Set(await trace())]
    return passed.filter(point => belongs(scenario, point))
  }

  async function dieAt(scenario: Scenario, point: string): Promise<void> {
    const customer = await customerFor(scenario)
    const [node] = stand.nodes
    const before = node?.starts() ?? 0
    await writeFile(traceFile, '')
    await control({ dieAt: point, others: othersThan(customer) })
    const walking = walks[scenario](stand, customer, notices, tell).catch(() => undefined)
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
    const wrong = await broken(stand.database)
    longestBackMs = Math.max(longestBackMs, performance.now() - dead)
    if (!back) violations.push({ check: 'back', what: `${scenario}: ${point}` })
    violations.push(...wrong.map(({ check, what }) => ({ check, what: `${scenario}: ${point}: ${what}` })))
    await walking
    pairs.push(`${scenario}: ${point}`)
  }

  try {
    await stand.allUp()
    for (const scenario of options.scenarios) {
      const points = await pointsOf(scenario)
      for (const point of dice.few(points, options.pointsEach)) await dieAt(scenario, point)
    }
    const judged = await stand.judge(history, 90_000)
    violations.push(...judged.violations)
    for (const { scenario, quote } of walked)
      if (!(await within(15_000, () => goals[scenario](stand, quote))))
        violations.push({ check: 'done', what: `${scenario} of ${quote.id} came to nothing` })
    return { pairs, longestBackMs: Math.round(longestBackMs), violations }
  } finally {
    await stand.close()
  }
}

/** Mail and purge have points of their own; the purchases before them are other scenarios' matter. */
function belongs(scenario: Scenario, point: string): boolean {
  const purging = /forget|drop|destroy/.test(point)
  const mailing = /keepLoginToken|mail\.send|books\.record/.test(point)
  if (scenario === 'purge') return purging || point.includes('books.record')
  if (scenario === 'mail') return mailing
  return !purging && !mailing
}

async function within(ms: number, look: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms
  for (;;) {
    if (await look().catch(() => false)) return true
    if (performance.now() > until) return false
    await delay(20)
  }
}
