/** `npm run bench -- overload`: one node on one core at twice its capacity, in the journey's mix of calls. */
import type { Node } from '#test/node-process.ts'
import { type Figure, figureWithoutBaseline } from '../figures/figure-store.ts'
import { closedLoop } from './closed-loop.ts'
import { amendOf, bindOf, type Customer, customers, retrievalOf } from './customers.ts'
import { type BenchEnvironment, waitForMails } from './environment.ts'
import { type Arrival, runOpenLoop, type Summary, summarise } from './open-loop.ts'
import { median } from './statistics.ts'

/** Fewer than the node processes at a time, so that it refuses none of them. */
const clients = 12
const seconds = 10
/** The beginning of each load does not count, because the first calls are slow. */
const settlingMs = 3_000
const rounds = 5
/**
 * So many that calls seldom change one quote at the same time: each quote is changed about once a second. A multiple of 16
 * would leave half of them out of `buildCallMix`.
 */
const customerCount = 408

/** Requests a second when the node is asked as fast as it answers; measured before each load, since a shared machine changes. */
async function capacity(node: Node, made: readonly Customer[], buyers: readonly Customer[]): Promise<number> {
  // Each client has customers of its own, so that no call waits for another's quote.
  const ownOf = (all: readonly Customer[], client: number) => all.slice(client * 4, client * 4 + 4)
  const calls = Array.from({ length: clients }, (_, client) => {
    const mix = buildCallMix(ownOf(made, client), ownOf(buyers, client))
    return Array.from({ length: 80 }, (_each, number) => mix(number))
  })
  return (await closedLoop(node.origin, calls, { seconds: 6 })).perSecond
}

export async function overload(environment: BenchEnvironment): Promise<Figure[]> {
  const node = await environment.node()
  await environment.pinToOwnCore(node)
  const made = await customers(node.origin, customerCount)
  const buyers = await customers(node.origin, 150)
  const next = buildCallMix(made, buyers)
  const load = async (times: number) => {
    const perSecond = await capacity(node, made, buyers)
    const answers = await runOpenLoop(node.origin, { perSecond: times * perSecond, seconds, next })
    return { perSecond, ...summarise(answers, seconds, settlingMs) }
  }
  // Each buyer is bound here, so that no documents are rendered during the loads that count.
  await load(0.5)
  await waitForMails(environment)
  const measured: (Summary & { readonly perSecond: number })[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await load(2))
  const binds = await bindsAmong(made, node, await capacity(node, made, buyers))

  const medianOf = (figure: (round: (typeof measured)[number]) => number) => median(measured.map(figure))
  const goodput = medianOf(({ goodPerSecond, perSecond }) => goodPerSecond / perSecond)
  const p99Ms = medianOf(round => round.p99Ms)
  const lost = measured.reduce((sum, round) => sum + round.lost, 0)
  return [
    {
      name: 'goodput at twice the capacity',
      measured: `${medianOf(round => round.goodPerSecond).toFixed(0)}/s`,
      floor: `capacity ${medianOf(round => round.perSecond).toFixed(0)}/s`,
      ratio: goodput,
      reach: '≥ 0.8',
      holds: goodput >= 0.8,
    },
    figureWithoutBaseline(
      'p99 of accepted calls at twice the capacity',
      `${p99Ms.toFixed(0)} ms`,
      '≤ 1 s',
      p99Ms <= 1_000,
      `${(100 * medianOf(round => round.shedPart)).toFixed(0)} % refused`,
    ),
    figureWithoutBaseline(
      'calls lost at twice the capacity',
      String(lost),
      '0',
      lost === 0,
      `of ${measured.reduce((sum, round) => sum + round.sent, 0)}`,
    ),
    figureWithoutBaseline(
      'binds among look-ups at twice the capacity',
      `${binds.bound} of ${binds.sent}, slowest ${binds.slowestMs.toFixed(0)} ms`,
      'all, < 3 s',
      binds.bound === binds.sent && binds.slowestMs < 3_000,
    ),
  ]
}

/** Sixty binds among look-ups that come at twice the capacity. */
async function bindsAmong(made: readonly Customer[], node: Node, perSecond: number) {
  const buyers = await customers(node.origin, 60)
  const lookUps = made.map((customer): Arrival => ({ ...retrievalOf(customer), kind: 'look-up' }))
  const every = Math.max(1, Math.floor((2 * perSecond * seconds) / buyers.length))
  const answers = await runOpenLoop(node.origin, {
    perSecond: 2 * perSecond,
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

const page = (customer: Customer, path: string): Arrival => ({
  kind: 'page',
  method: 'GET',
  path,
  headers: { cookie: cookieOf(customer), accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' },
})
const cookieOf = ({ client }: Customer) =>
  [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ')

/** 40 % look-ups and amends, 30 % pages, 25 % creates, 5 % binds; the customers take turns. */
function buildCallMix(made: readonly Customer[], buyers: readonly Customer[]): (number: number) => Arrival {
  const creates = made.map((customer): Arrival => {
    const amend = amendOf(customer)
    return { ...amend, kind: 'create', path: amend.path.replace('amend', 'create') }
  })
  const amends = made.map((customer): Arrival => ({ ...amendOf(customer), kind: 'amend' }))
  const lookUps = made.map((customer): Arrival => ({ ...retrievalOf(customer), kind: 'look-up' }))
  const pages = made.map(customer => page(customer, '/vehicle'))
  const binds = buyers.map((customer): Arrival => ({ ...bindOf(customer), kind: 'bind' }))
  const turn = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
  return number => {
    const share = (number * 7) % 20
    const round = Math.floor(number / 20) * 8 + (number % 8)
    if (share < 4) return turn(lookUps, round)
    if (share < 8) return turn(amends, round)
    if (share < 14) return turn(pages, round)
    return share === 19 ? turn(binds, Math.floor(number / 20)) : turn(creates, round + 3)
  }
}
