/**
 * Closed-loop load generator: a fixed number of clients, each sending its next request as soon as it has a
 * response.
 */
import { openConnections } from './connections.ts'
import { quantile } from './statistics.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Load {
  readonly perSecond: number
  readonly answered: number
  readonly p99Ms: number
}

const giveUpMs = 10_000

const written = new WeakMap<LoadRequest, Buffer>()

/** As it goes over the line; written once, however often it is sent. */
export function requestOf(asked: LoadRequest, host: string): Buffer {
  const known = written.get(asked)
  if (known) return known
  const body = Buffer.from(asked.body ?? '')
  const headers = {
    host,
    ...asked.headers,
    ...(asked.body === undefined ? {} : { 'content-length': String(body.length) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.concat([
    Buffer.from(`${asked.method} ${asked.path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ])
  written.set(asked, request)
  return request
}

/**
 * Each client sends its requests by turns, over and over, the next as soon as it is answered. Throws where one is not
 * answered, and where more than two answers a client are no 2xx: a place among those that are worked on is free only once
 * its answer has left.
 */
export async function closedLoop(
  origin: string,
  clients: readonly (readonly LoadRequest[])[],
  span: { readonly seconds: number } | { readonly amount: number },
): Promise<Load> {
  const { host } = new URL(origin)
  const connections = await openConnections(origin, { count: clients.length, giveUpMs })
  const refusals = new Map<number, number>()
  const times: number[] = []
  const from = performance.now()
  const until = 'seconds' in span ? from + span.seconds * 1_000 : Number.POSITIVE_INFINITY
  let left = 'amount' in span ? span.amount : Number.POSITIVE_INFINITY
  const ask = (asked: LoadRequest): Promise<void> =>
    new Promise(resolve => {
      const sentAt = performance.now()
      connections.send(requestOf(asked, host), ({ status }) => {
        if (status >= 200 && status < 300) times.push(performance.now() - sentAt)
        else refusals.set(status, (refusals.get(status) ?? 0) + 1)
        resolve()
      })
    })
  const clientOf = async (calls: readonly LoadRequest[]) => {
    for (let number = 0; performance.now() < until && left > 0; number += 1) {
      left -= 1
      await ask(calls[number % calls.length] as LoadRequest)
    }
  }
  await Promise.all(clients.map(clientOf))
  const seconds = (performance.now() - from) / 1_000
  connections.close()
  const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0)
  if (refusals.has(0) || refused > 2 * clients.length)
    throw new Error(`${refused} answers were no 2xx: ${JSON.stringify(Object.fromEntries(refusals))}`)
  return { perSecond: times.length / seconds, answered: times.length, p99Ms: quantile(times, 0.99) }
}
