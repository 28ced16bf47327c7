/**
 * Routes for the pages of every brand, held compressed in memory, so that no request waits for React.
 * Unknown paths get the not-found page with status 404.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathAfterCancelledCardPage } from '#journey/cancelled-card-page.ts'
import {
  cardReturnPaths,
  entryPath,
  notFoundPath,
  pagePaths,
  sessionExpiredPath,
} from '#journey/page-paths.ts'
import { endSession, openSession } from '#server/access/browser-session.ts'
import type { Dependencies, Log, RequestContext } from '#server/lib/context.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { rateLimitNetwork } from './client-network.ts'
import { isCrossSite } from './guards.ts'
import { pageHeaders } from './page-headers.ts'
import { type CompressedPage, type CompressedPages, opensLink } from './rendered-pages.ts'
import { anonymousContext, buildRequestContext } from './request-context.ts'
import { edgeHeaders } from './security-headers.ts'

/** Each is a row for a day. An office opens fewer; who comes after that has a page all the same, and a session from registration. */
const sessionsAMinute = 120

/** Gives every visitor a browser session with their first page: nothing hangs on it until they type. */
async function ensureSession(
  request: FastifyRequest,
  answer: FastifyReply,
  visitor: RequestContext,
  services: Dependencies,
): Promise<void> {
  if (visitor.sidHash !== null || request.method !== 'GET') return
  const { rateLimiter, config, now } = services
  const most = sessionsAMinute * config.limitFactor
  const line = rateLimitNetwork(visitor.ip)
  if (line !== null && rateLimiter.consume(`page|${line}`, now(), most) !== null) return
  await openSession(answer, visitor, services)
}

/**
 * Null where the books could not be asked: who comes, or to begin a session. The page is given all the same, as a full node
 * gives it (decision 0055). What is asked for from it then tells whether the database is back.
 */
async function unlessBroken<T>(work: Promise<T>, request: FastifyRequest, log: Log): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    log.error('page-without-session', { requestId: request.id }, error)
    return null
  }
}

const unzipped = promisify(gunzip)

async function sendPage(
  request: FastifyRequest,
  answer: FastifyReply,
  page: CompressedPage,
  status: number,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
  answer.code(status).headers(pageHeaders(page))
  if (encoding) answer.header('content-encoding', encoding)
  // No browser asks for it so: it is not kept for that.
  return answer.send(encoding === null ? await unzipped(page.gzip) : page[encoding])
}

/**
 * Where the card page leads back to. These pages have places of their own (load-shedding.ts), so nothing is read for them: who
 * sends made-up sessions takes no place from who comes back. Who has lost the session would not see the purchase either way.
 */
const isReturn = (path: string): boolean =>
  path === cardReturnPaths.approved || path === cardReturnPaths.declined

export function servePages(app: FastifyInstance, pages: CompressedPages, services: Dependencies): void {
  const log = rateLimitedLog(services.log, services.now)
  async function show(
    request: FastifyRequest,
    answer: FastifyReply,
    path: string,
    status: number,
  ): Promise<FastifyReply> {
    const stranger = anonymousContext(request, services)
    const page = stranger && pages(stranger.brand.key, path, opensLink(path, request.url))
    if (!stranger) logSecurityEvent('UNKNOWN_HOST', request, null, services)
    if (!stranger || !page)
      return answer.code(421).type('text/plain').headers(edgeHeaders).send('No brand is served at this host.')
    if (isReturn(path)) return sendPage(request, answer, page, status)
    const visitor = await unlessBroken(buildRequestContext(request, services), request, log)
    const ends = path === sessionExpiredPath && request.method === 'GET' && !isCrossSite(request)
    if (ends) await endSession(answer, visitor ?? stranger, services)
    // Who may have a session, and nobody knows, is not given another in its place.
    else if (status === 200 && visitor)
      await unlessBroken(ensureSession(request, answer, visitor, services), request, log)
    return sendPage(request, answer, page, status)
  }
  for (const path of pagePaths)
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      schema: { hide: true },
      handler: (request, answer) => show(request, answer, path, 200),
    })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    // A campaign's marks and a partner's id stand behind a bare address as well.
    handler: (request, answer) =>
      answer.headers(edgeHeaders).redirect(`${entryPath}${new URL(request.url, 'http://any').search}`, 302),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: cardReturnPaths.cancelled,
    schema: { hide: true },
    handler: (request, answer) =>
      answer
        .headers(edgeHeaders)
        .redirect(pathAfterCancelledCardPage(new URL(request.url, 'http://any').searchParams), 302),
  })
  // A slash at the end comes from mail programs, advertisements and people.
  const withSlash = new Map(pagePaths.map(path => [`${path}/`, path]))
  app.setNotFoundHandler((request, answer) => {
    const [path = '', search] = request.url.split(/(?=\?)/)
    const meant = withSlash.get(path)
    if (meant === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
      return show(request, answer, notFoundPath, 404)
    return answer.headers(edgeHeaders).redirect(`${meant}${search ?? ''}`, 302)
  })
}
