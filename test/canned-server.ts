/** A fake partner server for adapter tests, which sends the responses that a test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenLocally } from './local-ports.ts'

export interface CannedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A status and a body, or null for a connection that hangs until the test ends. */
export type CannedResponse = {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The connection is reset instead. */
  readonly reset?: boolean
} | null

/** Listens until the test ends; `requests` are the received requests in order. */
export async function cannedServer(answer: (request: CannedRequest) => CannedResponse) {
  const requests: CannedRequest[] = []
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: await text(incoming) }
    requests.push(request)
    const given = answer(request)
    if (given?.reset) incoming.socket.resetAndDestroy()
    else if (given) response.writeHead(given.status ?? 200, given.headers ?? {}).end(given.body ?? '')
  }
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy())
  })
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${port}`, requests }
}
