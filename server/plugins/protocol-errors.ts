/** Responses to invalid HTTP: what Node cannot parse, CONNECT, TRACE, an ambiguous host, a malformed URL. */
import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import { problemBody, sendProblem } from './problem-details.ts'
import { allowedMethods, nonPageHeaders } from './security-headers.ts'

type Headers = Readonly<Record<string, string>>

/** Error codes of Node's parser; every other code is MALFORMED. */
const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

function close(
  connection: Duplex,
  status: number,
  headers: Headers,
  requestId: string = randomUUID(),
  body = '',
): void {
  const length = { connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = { ...headers, ...nonPageHeaders, 'x-request-id': requestId, ...length }
  const head = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  if (connection.writable)
    connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
  connection.destroy()
}

/** For Fastify's `clientErrorHandler`; `headers` belong to every response. */
export const onClientError =
  (headers: Headers) =>
  (error: { readonly code?: string }, connection: Duplex): void => {
    if (error.code === 'ECONNRESET' || connection.destroyed) return
    const code = codes[error.code ?? ''] ?? 'MALFORMED'
    const requestId = randomUUID()
    const body = problemBody(code, requestId)
    const typed = { ...headers, 'content-type': 'application/problem+json' }
    close(connection, body.status, typed, requestId, JSON.stringify(body))
  }

/** Rejects CONNECT with 405. Without a listener Node closes the connection without a response. */
export function rejectConnect(server: Server, headers: Headers): void {
  server.on('connect', (_request, connection) => {
    // Node has detached the socket, so a disconnect would be an unhandled 'error' event.
    connection.on('error', () => undefined)
    close(connection, 405, { ...headers, allow: allowedMethods })
  })
}

/** Node reads the first Host header; a proxy in front may have read another one, or the host of the target. */
const hasAmbiguousHost = (target: string, rawHeaders: readonly string[]): boolean =>
  !target.startsWith('/') ||
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** TRACE would echo the request with secrets that a proxy added. */
export function rejectUnsafeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, response) => {
    if (request.method === 'TRACE')
      return response
        .code(405)
        .headers({ ...nonPageHeaders, allow: allowedMethods })
        .send()
    if (hasAmbiguousHost(request.originalUrl, request.raw.rawHeaders))
      return sendProblem(request, response.headers({ ...nonPageHeaders, connection: 'close' }), 'MALFORMED')
  })
}

/** Rewrites a URL with a broken escape ('%zz') to an unknown path, so that it gets the usual 404 problem or page. */
export function rewriteMalformedUrl(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    // decodeURI throws on a broken escape.
    return url.startsWith('/edge/') ? '/edge/unreadable' : '/unreadable'
  }
}
