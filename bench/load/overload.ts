/**
 * `npm run bench -- overload`: one node at, below and far above what it can do, in the journey's mix of calls, held
 * against (a) to (h) of decision 0017. (i) and (j) are tests: server/http/edge.test.ts, web/api.test.ts.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { amendOf, bindOf, type Customer, customers, retrievalOf } from './customers.ts'
import { type Figure, median } from './figures.ts'
import { mixOf } from './mix.ts'
import { type Arrival, arrive, type Summary, summarise } from './open-loop.ts'
import type { Node, Stand } from './stand.ts'
import { closedLoop } from './traffic.ts'

/** Fewer than the cap of the class rest: a place is free again only when its answer has left. */
const clients = 12
const seconds = 10
/** The beginning of each load is not counted: what runs first is slow. */
const settlingMs = 3_000
const megabyte = 1_048_576

/** What the node does when asked as fast as it answers: the S all else is measured by. */
async function saturation(node: Node, made: readonly Customer[]): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < 3; round += 1) {
    // Binds and notices apart, which could not be repeated: a tenth of the mix. Nobody changes another's quote.
    const calls = Array.from({ length: clients }, (_, client) => {
      const mix = mixOf(made.slice(client * 4, client * 4 + 4), made)
      return Array.from({ length: 40 }, (_each, number) => mix(number)).filter(
        call => call.kind !== 'notice' && call.kind !== 'bind',
      )
    })
    rates.push((await closedLoop(node.origin, calls, { seconds: 5 })).perSecond)
  }
  return median(rates)
}

/** The node on one core, the generator on another: neither takes from the other what it is measured by. */
async function apart(node: Node): Promise<void> {
  if (process.platform !== 'linux' || availableParallelism() < 2) return
  const pin = (core: number, pid: number) =>
    promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)])
  await pin(0, node.pid)
  await pin(1, process.pid)
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
  const result = await work
  over = true
  await watch
  return { result, peakBytes, mostWaiting }
}

export async function overload(stand: Stand): Promise<Figure[]> {
  const node = await stand.node()
  await apart(node)
  const made = await customers(node.origin, 64)
  const buyers = await customers(node.origin, 150)
  const mix = mixOf(made, buyers)
  const perSecond = await saturation(node, made)
  const at = async (times: number, next = mix): Promise<Summary> =>
    summarise(await arrive(node.origin, { perSecond: times * perSecond, seconds, next }), seconds, settlingMs)

  await at(0.5)
  const steadyBytes = await node.rssBytes()
  const calm = await at(0.7)
  const busy = await at(0.8)
  const twice = await watched(node, arrive(node.origin, { perSecond: 2 * perSecond, seconds, next: mix }))
  const after = summarise(
    await arrive(node.origin, { perSecond: 0.8 * perSecond, seconds, next: mix }),
    seconds,
    5_000,
  )
  const five = await watched(node, arrive(node.origin, { perSecond: 5 * perSecond, seconds, next: mix }))
  const double = summarise(twice.result, seconds, settlingMs)
  const fivefold = summarise(five.result, seconds, settlingMs)
  const retryAfters = [...twice.result, ...five.result]
    .filter(answer => answer.shed)
    .map(answer => answer.retryAfter)
  const peakBytes = Math.max(twice.peakBytes, five.peakBytes)
  const mostWaiting = Math.max(twice.mostWaiting, five.mostWaiting)
  const flood = await floodWithBinds(node, made, perSecond)
  const slow = await besideASlowPartner(node, made, perSecond)

  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (
    name: string,
    measured: string,
    floor: string,
    ratio: number | null,
    reach: string,
    holds: boolean,
  ) => ({
    name,
    measured,
    floor,
    ratio,
    reach,
    holds,
  })
  const S = `S = ${perSecond.toFixed(0)}/s`
  return [
    row(
      '(a) goodput at 2 S',
      `${double.goodPerSecond.toFixed(0)}/s`,
      S,
      double.goodPerSecond / perSecond,
      '≥ 0.9',
      double.goodPerSecond >= 0.9 * perSecond,
    ),
    row(
      '(a) goodput at 5 S',
      `${fivefold.goodPerSecond.toFixed(0)}/s`,
      S,
      fivefold.goodPerSecond / perSecond,
      '≥ 0.8',
      fivefold.goodPerSecond >= 0.8 * perSecond,
    ),
    row(
      '(b) p99 of accepted at 2 S',
      ms(double.p99Ms),
      `${ms(busy.p99Ms)} at 0.8 S`,
      double.p99Ms / busy.p99Ms,
      '≤ 2 and ≤ 1 s',
      double.p99Ms <= 2 * busy.p99Ms && double.p99Ms <= 1_000,
    ),
    row(
      '(c) p99 of a refusal',
      ms(Math.max(double.shedP99Ms, fivefold.shedP99Ms)),
      `${(100 * double.shedPart).toFixed(0)} % shed at 2 S, ${(100 * fivefold.shedPart).toFixed(0)} % at 5 S`,
      null,
      '≤ 100 ms',
      Math.max(double.shedP99Ms, fivefold.shedP99Ms) <= 100,
    ),
    row(
      '(c) Retry-After',
      [...new Set(retryAfters)].sort().join(' '),
      '',
      null,
      '1 to 5',
      retryAfters.every(value => value !== null && value >= 1 && value <= 5),
    ),
    row(
      '(c) shed at 0.7 S',
      `${(100 * calm.shedPart).toFixed(2)} %`,
      '',
      null,
      '≤ 1 %',
      calm.shedPart <= 0.01,
    ),
    row(
      '(d) p99 at 0.8 S, 5 s after the load',
      ms(after.p99Ms),
      `${ms(busy.p99Ms)} before it`,
      after.p99Ms / busy.p99Ms,
      '≤ 1.25',
      after.p99Ms <= 1.25 * busy.p99Ms,
    ),
    row(
      '(e) peak memory',
      `${(peakBytes / megabyte).toFixed(0)} MiB`,
      `${(steadyBytes / megabyte).toFixed(0)} MiB steady`,
      peakBytes / steadyBytes,
      '≤ 1.5 and ≤ 512 MiB',
      peakBytes <= 1.5 * steadyBytes && peakBytes <= 512 * megabyte,
    ),
    row(
      '(f) most requests waiting for a connection',
      String(mostWaiting),
      '',
      null,
      '≤ 80 (caps 16 + 64)',
      mostWaiting <= 80,
    ),
    row(
      '(g) binds while look-ups come at 5 S',
      `${flood.bound} of ${flood.sent}, slowest ${ms(flood.slowestMs)}`,
      '',
      null,
      'all, < 3 s',
      flood.bound === flood.sent && flood.slowestMs < 3_000,
    ),
    row(
      '(h) p99 beside a partner that takes 10 s',
      ms(slow.besideMs),
      `${ms(slow.aloneMs)} without`,
      slow.besideMs / slow.aloneMs,
      '≤ 1.5',
      slow.besideMs <= 1.5 * slow.aloneMs,
    ),
    row(
      'lost at 2 S and 5 S',
      `${double.lost} and ${fivefold.lost}`,
      `of ${double.sent} and ${fivefold.sent}`,
      null,
      '',
      true,
    ),
  ]
}

async function floodWithBinds(node: Node, made: readonly Customer[], perSecond: number) {
  const buyers = await customers(node.origin, 60)
  const lookUps = made.map((customer): Arrival => ({ ...retrievalOf(customer), kind: 'look-up' }))
  const every = Math.max(1, Math.floor((5 * perSecond * seconds) / buyers.length))
  const answers = await arrive(node.origin, {
    perSecond: 5 * perSecond,
    seconds,
    next(number) {
      const buyer = number % every === 0 ? buyers[number / every] : undefined
      return buyer ? { ...bindOf(buyer), kind: 'bind' } : (lookUps[number % lookUps.length] as Arrival)
    },
  })
  const binds = answers.filter(answer => answer.kind === 'bind')
  return {
    sent: binds.length,
    bound: binds.filter(answer => answer.status === 200).length,
    slowestMs: Math.max(...binds.map(answer => answer.ms)),
  }
}

/** Half of what the node can do, without and with visitors whose plate makes the register take ten seconds. */
async function besideASlowPartner(node: Node, made: readonly Customer[], perSecond: number) {
  const amends = made.map((customer): Arrival => ({ ...amendOf(customer), kind: 'amend' }))
  const slowPlate: Arrival = {
    kind: 'slow',
    method: 'GET',
    path: '/edge/campaign/policy-renewal/secure/vehicleDetails/SLOW10',
    headers: {},
  }
  const half = { perSecond: 0.5 * perSecond * 0.5, seconds }
  const p99Of = async (slowPart: number) => {
    const answers = await arrive(node.origin, {
      ...half,
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
