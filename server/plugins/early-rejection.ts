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

/** Stands before the listeners that the server has by now; `headers` are those of every answer. */
export function installEarlyRejection(
  server: Server,
  admission: LoadShedding,
  headers: Readonly<Record<string, string>>,
  givenAnyway: StaticFallback,
): void {
  const inside = server.listeners('request')
  server.removeAllListeners('request')
  const fixed = {
    ...headers,
    ...edgeHeaders,
  }
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (isBehindAnother(answer)) return void request.socket.destroy()
    // A coding it does not know the parser refuses by itself, before the turn is over.
    if (hidesLength(request)) return process.nextTick(refuseUnmeasured, answer, fixed)
    if (namesHosts(request)) return refuseHosts(answer, fixed)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const kind = priorityClassOf(path)
    const given = kind === 'rest' && admission.isAtCapacity() ? givenAnyway(request, path) : null
    if (given) {
      admission.countStaticFallback()
      give(answer, given, headers)
      // Mostly the kernel has taken it at once.
      if (answer.writableLength > 0) admission.slowClients.trackDownload(answer, given.body)
      return
    }
    const retryAfter = kind && admission.tryShed(kind)
    if (retryAfter === null) for (const listener of inside) Reflect.apply(listener, server, [request, answer])
    else refuse(request, answer, retryAfter, fixed)
  })
}

/**
 * Asked before the answer to what was asked before it on this connection had left: until then Node gives it no connection.
 * No browser does that and no proxy; who did and read nothing could fill this node with answers that stand in line.
 */
const isBehindAnother = ({ socket }: ServerResponse): boolean => socket === null

/**
 * A body in chunks: of a letter each, every letter costs us half a kilobyte. `fetch` says the length, and a proxy that buffers.
 * Partners' notices may come in chunks: there the number of pieces is limited (slow-client-guard.ts), and their size as of any body.
 */
function hidesLength({ url, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return false
  return coding.toLowerCase() !== 'chunked' || !url?.startsWith(noticesPath)
}

/**
 * More than one host, or one in the target beside the header's: we read the header's first, and whoever stands before us may
 * have read the other. A browser's target is a path.
 */
function namesHosts({ url, rawHeaders }: IncomingMessage): boolean {
  if (url?.charCodeAt(0) !== slash) return true
  let hosts = 0
  // By every request: the parsed headers say only the first, and the ready-made list of all would be made for this alone.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

const slash = '/'.charCodeAt(0)

function refuseHosts(answer: ServerResponse, fixed: Readonly<Record<string, string>>): void {
  const requestId = randomUUID()
  const body = JSON.stringify(problemBody('MALFORMED', requestId))
  answer
    .writeHead(400, {
      ...fixed,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}

function refuseUnmeasured(answer: ServerResponse, fixed: Readonly<Record<string, string>>): void {
  answer
    .writeHead(411, {
      ...fixed,
      'x-request-id': randomUUID(),
      'content-length': 0,
      connection: 'close',
    })
    .end()
}

function give(
  answer: ServerResponse,
  { headers, body }: StaticResponse,
  common: Readonly<Record<string, string>>,
): void {
  answer
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
  answer: ServerResponse,
  retryAfterSeconds: number,
  fixed: Readonly<Record<string, string>>,
): void {
  const requestId = randomUUID()
  const page = wantsPage(request)
  const body = page ? busyPage : JSON.stringify(problemBody('OVERLOADED', requestId))
  answer
    .writeHead(503, {
      ...fixed,
      'x-request-id': requestId,
      'retry-after': String(retryAfterSeconds),
      'content-type': page ? 'text/html; charset=utf-8' : 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      // The page asks again by itself.
      ...(page ? { refresh: String(retryAfterSeconds) } : {}),
      ...(bringsLittle(request) ? {} : { connection: 'close' }),
    })
    .end(request.method === 'HEAD' ? undefined : body)
}

/**
 * A small body is passed over and the connection kept: opening a new one costs both sides more. A large one ends with it,
 * and so does one that does not say how long it is.
 */
const bringsLittle = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 16 * 1024

const wantsPage = ({ url = '', headers }: IncomingMessage): boolean =>
  !url.startsWith('/edge/') && String(headers.accept).includes('text/html')

const busyPage = `<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title></head>
<body><h1>One moment</h1><p>We are very busy just now. This page tries again by itself in a few seconds.</p></body></html>
`
