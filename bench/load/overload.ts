/**
 * `npm run bench -- overload`: one node at, below and far above its capacity, in the journey's mix of calls.
 * overload-figures.ts compares the measurements with the targets.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { buildCallMix } from './call-mix.ts'
import { closedLoop } from './closed-loop.ts'
import { amendOf, bindOf, type Customer, customers, retrievalOf } from './customers.ts'
import type { BenchEnvironment, Node } from './environment.ts'
import { waitForMails } from './mails.ts'
import { type Arrival, isCall, runOpenLoop, summarise } from './open-loop.ts'
import {
  type Binds,
  type Loaded,
  type Overload,
  overloadFigures,
  type Round,
  type Saturation,
} from './overload-figures.ts'
import { type Figure, median } from './statistics.ts'

/** Fewer than the cap of the class rest: a place is free again only when its answer has left. */
const clients = 12
const seconds = 10
/** The beginning of each load is not counted: what runs first is slow. */
const settlingMs = 3_000
/** All loads in turn, so often: the machine is quicker at one moment than at the next. */
const rounds = 5

/**
 * S: what the node does when asked as fast as it answers. Taken anew before each load, since a shared machine may do half
 * as much again a minute later.
 */
async function saturation(
  node: Node,
  made: readonly Customer[],
  buyers: readonly Customer[],
): Promise<Saturation> {
  // Nobody changes another's quote, or waits for another's purchase.
  const ownOf = (all: readonly Customer[], client: number) => all.slice(client * 4, client * 4 + 4)
  const calls = Array.from({ length: clients }, (_, client) => {
    const mix = buildCallMix(ownOf(made, client), ownOf(buyers, client))
    // Notices apart: those of the mix are of no payment we know, which is answered by 503.
    return Array.from({ length: 80 }, (_each, number) => mix(number)).filter(({ kind }) => kind !== 'notice')
  })
  const { perSecond } = await closedLoop(node.origin, calls, { seconds: 6 })
  const sent = calls.flat()
  return { perSecond, callsPerSecond: (perSecond * sent.filter(isCall).length) / sent.length }
}

/** The node on one core, all else on another: what is measured has a core to itself, as on a machine of its own. */
async function apart(node: Node, stand: BenchEnvironment): Promise<void> {
  if (process.platform !== 'linux' || availableParallelism() < 2) return
  const pin = (core: number, pid: number) =>
    promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)])
  await pin(0, node.pid)
  await pin(1, process.pid)
  // One that has ended since needs no core.
  for (const pid of await stand.databasePids()) await pin(1, pid).catch(() => undefined)
}

async function poolWaiting(node: Node): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${node.metricsPort}/metrics`)).text()
  return Number(/^openroad_pool_connections\{state="waiting"\} (\d+)/m.exec(text)?.[1])
}

/** Looks at the node now and then while the load runs. */
async function watched<T>(
  node: Node,
  work: Promise<T>,
): Promise<{ result: T; peakBytes: number; mostWaiting: number }> {
  let peakBytes = 0
  let mostWaiting = 0
  let over = false
  const watch = (async () => {
    while (!over) {
      peakBytes = Math.max(peakBytes, await node.rssBytes())
      mostWaiting = Math.max(mostWaiting, await poolWaiting(node))
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  })()
  try {
    const result = await work
    return { result, peakBytes, mostWaiting }
  } finally {
    over = true
    await watch
  }
}

export async function overload(stand: BenchEnvironment): Promise<Figure[]> {
  const node = await stand.node()
  await apart(node, stand)
  const made = await customers(node.origin, 64)
  const buyers = await customers(node.origin, 150)
  const mix = buildCallMix(made, buyers)
  const load = async (times: number) => {
    const before = await saturation(node, made, buyers)
    const answers = await runOpenLoop(node.origin, {
      perSecond: times * before.perSecond,
      seconds,
      next: mix,
    })
    return { before, answers }
  }
  const at = async (times: number): Promise<Loaded> => {
    const { before, answers } = await load(times)
    return { ...before, ...summarise(answers, seconds, settlingMs) }
  }

  await at(0.5)
  // Each buyer is bound once, here: their papers would be drawn on the node's core while the next loads are measured.
  await waitForMails(stand)
  const steadyBytes = await node.rssBytes()
  const retryAfters = new Set<number | null>()
  let peakBytes = 0
  let mostWaiting = 0
  const above = async (times: number): Promise<Loaded> => {
    const { result, ...most } = await watched(node, load(times))
    for (const { shed, retryAfter } of result.answers) if (shed) retryAfters.add(retryAfter)
    peakBytes = Math.max(peakBytes, most.peakBytes)
    mostWaiting = Math.max(mostWaiting, most.mostWaiting)
    return { ...result.before, ...summarise(result.answers, seconds, settlingMs) }
  }
  const oneRound = async (): Promise<Round> => {
    const calm = await at(0.7)
    const busy = await at(0.8)
    const double = await above(2)
    const again = await runOpenLoop(node.origin, { perSecond: 0.8 * double.perSecond, seconds, next: mix })
    return { calm, busy, double, after: summarise(again, seconds, 5_000), fivefold: await above(5) }
  }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await oneRound())
  return overloadFigures({
    rounds: measured,
    retryAfters,
    steadyBytes,
    peakBytes,
    mostWaiting,
    flood: await bindsAmong(made.map(lookUpOf), node, await saturation(node, made, buyers)),
    files: await bindsAmong([await scriptOf(node)], node, await saturation(node, made, buyers)),
    slow: await besideASlowPartner(node, made, await saturation(node, made, buyers)),
  })
}

const lookUpOf = (customer: Customer): Arrival => ({ ...retrievalOf(customer), kind: 'look-up' })

/** The script that the entry page fetches first: a full node gives it from memory. */
async function scriptOf(node: Node): Promise<Arrival> {
  const page = await (await fetch(`${node.origin}/vehicle`)).text()
  const path = /\/assets\/[\w.-]+\.js/.exec(page)?.[0]
  if (!path) throw new Error('the entry page names no script')
  return { kind: 'file', method: 'GET', path, headers: { 'accept-encoding': 'br' } }
}

/** Sixty purchases while five times what the node can do comes of `flood`, in turn. */
async function bindsAmong(flood: readonly Arrival[], node: Node, { perSecond }: Saturation): Promise<Binds> {
  const buyers = await customers(node.origin, 60)
  const every = Math.max(1, Math.floor((5 * perSecond * seconds) / buyers.length))
  const answers = await runOpenLoop(node.origin, {
    perSecond: 5 * perSecond,
    seconds,
    next(number) {
      const buyer = number % every === 0 ? buyers[number / every] : undefined
      return buyer ? { ...bindOf(buyer), kind: 'bind' } : (flood[number % flood.length] as Arrival)
    },
  })
  const binds = answers.filter(answer => answer.kind === 'bind')
  return {
    sent: binds.length,
    bound: binds.filter(answer => answer.status === 200).length,
    slowestMs: Math.max(...binds.map(answer => answer.ms)),
  }
}

/** A quarter of what the node can do, without and with visitors whose plate makes the register take ten seconds. */
async function besideASlowPartner(
  node: Node,
  made: readonly Customer[],
  { perSecond }: Saturation,
): Promise<Overload['slow']> {
  const amends = made.map((customer): Arrival => ({ ...amendOf(customer), kind: 'amend' }))
  const slowPlate: Arrival = {
    kind: 'slow',
    method: 'GET',
    path: '/edge/campaign/policy-renewal/secure/vehicleDetails/SLOW10',
    headers: {},
  }
  const quarter = { perSecond: 0.25 * perSecond, seconds }
  const p99Of = async (slowPart: number) => {
    const answers = await runOpenLoop(node.origin, {
      ...quarter,
      next: number => (number % 20 < slowPart ? slowPlate : (amends[number % amends.length] as Arrival)),
    })
    return summarise(
      answers.filter(answer => answer.kind === 'amend'),
      seconds,
      settlingMs,
    ).p99Ms
  }
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < 3; round += 1) {
    alone.push(await p99Of(0))
    beside.push(await p99Of(4))
  }
  return { aloneMs: median(alone), besideMs: median(beside) }
}
