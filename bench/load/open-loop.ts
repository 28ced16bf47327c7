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
  /** 0 without an answer in time. */
  readonly status: number
  readonly ms: number
  readonly shed: boolean
  /** Since the load began. */
  readonly atMs: number
}

const giveUpMs = 5_000
const tickMs = 1
/** More connections than a balancer keeps to one node; further requests wait here, and their time counts. */
const usualConnections = 400

export async function runOpenLoop(
  origin: string,
  {
    perSecond,
    seconds,
    next,
    connectionCount = usualConnections,
  }: {
    perSecond: number
    seconds: number
    next: (number: number) => Arrival
    connectionCount?: number
  },
): Promise<readonly TimedResponse[]> {
  const { host } = new URL(origin)
  const connections = await openConnections(origin, { count: connectionCount, giveUpMs })
  const from = performance.now()
  const answers: Promise<TimedResponse>[] = []
  const total = Math.round(perSecond * seconds)
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1_000) * perSecond))
    while (answers.length < due) answers.push(send(connections, next(answers.length), host, from))
    await new Promise(resolve => setTimeout(resolve, tickMs))
  }
  const all = await Promise.all(answers)
  connections.close()
  return all
}

function send(
  connections: Connections,
  arrival: Arrival,
  host: string,
  from: number,
): Promise<TimedResponse> {
  const sentAt = performance.now()
  return new Promise(resolve =>
    connections.send(requestOf(arrival, host), ({ status, body }) => {
      const shed = status === 503 && /OVERLOADED|very busy/.test(body)
      resolve({
        kind: arrival.kind,
        status,
        ms: performance.now() - sentAt,
        shed,
        atMs: sentAt - from,
      })
    }),
  )
}

export interface Summary {
  readonly sent: number
  /** Accepted and answered within a second. */
  readonly goodPerSecond: number
  /** Of accepted calls, without pages. */
  readonly p99Ms: number
  readonly shedPart: number
  readonly lost: number
}

const goodWithinMs = 1_000

/** Of the requests sent from `afterMs` on. */
export function summarise(answers: readonly TimedResponse[], seconds: number, afterMs = 0): Summary {
  const counted = answers.filter(answer => answer.atMs >= afterMs)
  const accepted = counted.filter(answer => answer.status !== 0 && !answer.shed)
  const good = accepted.filter(answer => answer.ms < goodWithinMs)
  return {
    sent: counted.length,
    goodPerSecond: good.length / (seconds - afterMs / 1_000),
    p99Ms: quantile(
      accepted.filter(({ kind }) => kind !== 'page').map(answer => answer.ms),
      0.99,
    ),
    shedPart: counted.filter(answer => answer.shed).length / counted.length,
    lost: counted.filter(answer => answer.status === 0).length,
  }
}
