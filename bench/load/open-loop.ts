/**
 * Open-loop load generator: requests at a fixed rate, independent of responses, as visitors arrive. A
 * generator that waits for responses would slow down with the server and hide its collapse. Each request has
 * a timeout of five seconds.
 */

import { type LoadRequest, requestOf } from './closed-loop.ts'
import { type Connections, openConnections } from './connections.ts'
import { quantile } from './statistics.ts'

export type Arrival = LoadRequest & { readonly kind: string }

export interface TimedResponse {
  readonly kind: string
  /** 0 where there was no answer in time. */
  readonly status: number
  readonly ms: number
  readonly shed: boolean
  readonly retryAfter: number | null
  /** Since the load began. */
  readonly atMs: number
}

const giveUpMs = 5_000
const tickMs = 1
/** More connections than any balancer keeps to one node; what comes beyond waits here, and its time counts. */
const usualConnections = 400

export async function runOpenLoop(
  origin: string,
  {
    perSecond,
    seconds,
    next,
    connections = usualConnections,
  }: {
    perSecond: number
    seconds: number
    next: (number: number) => Arrival
    connections?: number
  },
): Promise<readonly TimedResponse[]> {
  const { host } = new URL(origin)
  const wires = await openConnections(origin, { count: connections, giveUpMs })
  const from = performance.now()
  const answers: Promise<TimedResponse>[] = []
  const total = Math.round(perSecond * seconds)
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1_000) * perSecond))
    while (answers.length < due) answers.push(ask(wires, next(answers.length), host, from))
    await new Promise(resolve => setTimeout(resolve, tickMs))
  }
  const all = await Promise.all(answers)
  wires.close()
  return all
}

function ask(wires: Connections, arrival: Arrival, host: string, from: number): Promise<TimedResponse> {
  const sentAt = performance.now()
  return new Promise(resolve =>
    wires.ask(requestOf(arrival, host), ({ status, head, body }) => {
      const shed = status === 503 && /OVERLOADED|very busy/.test(body)
      const retryAfter = shed ? /\r\nretry-after: (\d+)/i.exec(head)?.[1] : undefined
      resolve({
        kind: arrival.kind,
        status,
        ms: performance.now() - sentAt,
        shed,
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
        atMs: sentAt - from,
      })
    }),
  )
}

export interface Summary {
  readonly sent: number
  readonly goodPerSecond: number
  /** Pages apart, which a full node gives all the same, and notices, which are of no payment and end as 503. */
  readonly goodCallsPerSecond: number
  /** Look-ups, amends and creates: what visitors do before they buy. */
  readonly goodQuotingPerSecond: number
  /** Of accepted calls, pages apart. */
  readonly p99Ms: number
  readonly shedPart: number
  readonly shedP99Ms: number
  readonly lost: number
}

const goodWithinMs = 1_000
const quoting: ReadonlySet<string> = new Set(['look-up', 'amend', 'create'])

export const isCall = ({ kind }: { readonly kind: string }): boolean => kind !== 'page'

/** Of the answers given from `afterMs` on. */
export function summarise(answers: readonly TimedResponse[], seconds: number, afterMs = 0): Summary {
  const counted = answers.filter(answer => answer.atMs >= afterMs)
  const accepted = counted.filter(answer => answer.status !== 0 && !answer.shed)
  const shed = counted.filter(answer => answer.shed)
  const good = accepted.filter(answer => answer.ms < goodWithinMs && answer.kind !== 'notice')
  const perSecond = (list: readonly TimedResponse[]) => list.length / (seconds - afterMs / 1_000)
  return {
    sent: counted.length,
    goodPerSecond: perSecond(good),
    goodCallsPerSecond: perSecond(good.filter(isCall)),
    goodQuotingPerSecond: perSecond(good.filter(({ kind }) => quoting.has(kind))),
    p99Ms: quantile(
      accepted.filter(isCall).map(answer => answer.ms),
      0.99,
    ),
    shedPart: shed.length / counted.length,
    shedP99Ms: quantile(
      shed.map(answer => answer.ms),
      0.99,
    ),
    lost: counted.filter(answer => answer.status === 0).length,
  }
}
