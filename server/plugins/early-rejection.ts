/**
 * Request listener in front of Fastify: it rejects requests, or serves static files, while the node is
 * overloaded. At five times its capacity a node would spend most of its time on rejections inside Fastify.
 * Requests that pass meet the same caps again (load-shedding.ts).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type LoadShedding, noticesPath, priorityClassOf } from './load-shedding.ts'
import { problemBody } from './problem-details.ts'
import { edgeHeaders } from './security-headers.ts'
import type { StaticFallback, StaticResponse } from './static-fallback.ts'

/**
 * Runs before the request listeners that the server has when this is called; `headers` belong to every
 * response.
 */
export function installEarlyRejection(
  server: Server,
  admission: LoadShedding,
  headers: Readonly<Record<string, string>>,
  staticFallback: StaticFallback,
): void {
  const serverListeners = server.listeners('request')
  server.removeAllListeners('request')
  const fixed = {
    ...headers,
    ...edgeHeaders,
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isPipelined(response)) return void request.socket.destroy()
    // For an unknown transfer coding the parser itself refuses within this tick; respond after it.
    if (hasNoLength(request)) return process.nextTick(refuseMissingLength, response, fixed)
    if (hasAmbiguousHost(request)) return refuseAmbiguousHost(response, fixed)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const kind = priorityClassOf(path)
    const staticResponse = kind === 'rest' && admission.isAtCapacity() ? staticFallback(request, path) : null
    if (staticResponse) {
      admission.countStaticFallback()
      sendStatic(response, staticResponse, headers)
      // Usually the kernel buffer has accepted all bytes immediately.
      if (response.writableLength > 0) admission.slowClients.trackDownload(response, staticResponse.body)
      return
    }
    const retryAfter = kind && admission.tryShed(kind)
    if (retryAfter === null)
      for (const listener of serverListeners) Reflect.apply(listener, server, [request, response])
    else refuse(request, response, retryAfter, fixed)
  })
}

/**
 * HTTP pipelining: a second request arrived before the first response was flushed, so Node has not assigned
 * the socket yet. We close such connections: browsers and proxies do not pipeline. A client that reads
 * nothing could fill the memory with queued responses.
 */
const isPipelined = ({ socket }: ServerResponse): boolean => socket === null

/**
 * Chunked bodies are refused: with one-byte chunks, each byte costs half a kilobyte. `fetch` and buffering
 * proxies send a length. Notices of partners may be chunked: slow-client-guard.ts limits the number of
 * chunks, and the usual body limit their size.
 */
function hasNoLength({ url, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return false
  return coding.toLowerCase() !== 'chunked' || !url?.startsWith(noticesPath)
}

/**
 * Detects several Host headers, or a host in the request target beside the header. We read the first
 * header; a proxy in front may have read another one. The target of a browser is a path.
 */
function hasAmbiguousHost({ url, rawHeaders }: IncomingMessage): boolean {
  if (url?.charCodeAt(0) !== slash) return true
  let hosts = 0
  // Runs for every request. `headers.host` keeps only the first Host, and `headersDistinct` would be built
  // for this check alone; scan rawHeaders.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

const slash = '/'.charCodeAt(0)

function refuseAmbiguousHost(response: ServerResponse, fixed: Readonly<Record<string, string>>): void {
  const requestId = randomUUID()
  const body = JSON.stringify(problemBody('MALFORMED', requestId))
  response
    .writeHead(400, {
      ...fixed,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}

function refuseMissingLength(response: ServerResponse, fixed: Readonly<Record<string, string>>): void {
  response
    .writeHead(411, {
      ...fixed,
      'x-request-id': randomUUID(),
      'content-length': 0,
      connection: 'close',
    })
    .end()
}

function sendStatic(
  response: ServerResponse,
  { headers, body }: StaticResponse,
  common: Readonly<Record<string, string>>,
): void {
  response
    .writeHead(200, {
      ...common,
      ...headers,
      'x-request-id': randomUUID(),
      'content-length': body.length,
    })
    .end(body)
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  retryAfterSeconds: number,
  fixed: Readonly<Record<string, string>>,
): void {
  const requestId = randomUUID()
  const page = wantsPage(request)
  const body = page ? busyPage : JSON.stringify(problemBody('OVERLOADED', requestId))
  response
    .writeHead(503, {
      ...fixed,
      'x-request-id': requestId,
      'retry-after': String(retryAfterSeconds),
      'content-type': page ? 'text/html; charset=utf-8' : 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      // The page reloads itself.
      ...(page ? { refresh: String(retryAfterSeconds) } : {}),
      ...(hasSmallBody(request) ? {} : { connection: 'close' }),
    })
    .end(request.method === 'HEAD' ? undefined : body)
}

/**
 * A small body is read and discarded, which is cheaper than a new connection. A large body, or one of
 * unknown length, closes the connection.
 */
const hasSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 16 * 1024

const wantsPage = ({ url = '', headers }: IncomingMessage): boolean =>
  !url.startsWith('/edge/') && String(headers.accept).includes('text/html')

const busyPage = `<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title></head>
<body><h1>One moment</h1><p>We are very busy just now. This page tries again by itself in a few seconds.</p></body></html>
`
