/** Closed-loop load: so many clients, each asking again as soon as it is answered (autocannon). */
import autocannon from 'autocannon'

export interface Asked {
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

const written = new WeakMap<Asked, Buffer>()

/** As it goes over the line; written once, however often it is sent. */
export function requestOf(asked: Asked, host: string): Buffer {
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

/** Each client sends its requests by turns, over and over. Throws where more than two answers a client are no 2xx. */
export async function closedLoop(
  origin: string,
  clients: readonly (readonly Asked[])[],
  span: { readonly seconds: number } | { readonly amount: number },
): Promise<Load> {
  let next = 0
  const result = await autocannon({
    url: origin,
    connections: clients.length,
    ...('seconds' in span ? { duration: span.seconds } : { amount: span.amount }),
    setupClient(client) {
      const asked = clients[next % clients.length]
      next += 1
      if (!asked) return
      client.setRequests(
        asked.map(one => ({
          method: one.method,
          path: one.path,
          headers: { host: new URL(origin).host, ...one.headers },
          ...(one.body === undefined ? {} : { body: one.body }),
        })),
      )
    },
  })
  // A request cut off at the end of the round before may still be under way: its successor is STALE once.
  if (result.non2xx > 2 * clients.length || result.errors > 0)
    throw new Error(
      `${result.non2xx} answers were refusals (${JSON.stringify(result.statusCodeStats)}), ${result.errors} were none`,
    )
  const answered = result['2xx']
  return {
    perSecond: answered / result.duration,
    answered,
    p99Ms: result.latency.p99,
  }
}
