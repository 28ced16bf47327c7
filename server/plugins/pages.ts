/**
 * Routes for the pages of every brand, held compressed in memory.
 * Unknown paths get the not-found page with status 404.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#brands/brand.ts'
import {
  cardReturnPaths,
  entryPath,
  isLegalPath,
  legalPaths,
  notFoundPath,
  pagePaths,
  pathAfterCancelledCardPage,
  sessionExpiredPath,
} from '#journey/page-paths.ts'
import { endSession, openSession } from '#server/access/browser-session.ts'
import type { Dependencies, Log } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { type CompressedPage, type CompressedPages, opensLink } from './built-pages.ts'
import { rateLimitNetwork } from './client-network.ts'
import { pageHeaders } from './page-headers.ts'
import { anonymousContext, identifyCaller } from './request-context.ts'
import { isCrossSite } from './same-origin.ts'
import { edgeHeaders } from './security-headers.ts'

/**
 * Each session is a database row for a day. An office starts fewer; a visitor over the limit still gets the
 * page, and a session at registration.
 */
const sessionsAMinute = 120

/** Gives every visitor a browser session with the first page; it holds no data until the visitor types. */
async function ensureSession(
  request: FastifyRequest,
  response: FastifyReply,
  caller: RequestContext,
  services: Dependencies,
): Promise<void> {
  if (caller.sidHash !== null || request.method !== 'GET') return
  const { rateLimiter, config, now } = services
  const most = sessionsAMinute * config.limitFactor
  const line = rateLimitNetwork(caller.ip)
  if (line !== null && rateLimiter.consume(`page|${line}`, now(), most) !== null) return
  await openSession(response, caller, services)
}

/**
 * Null if the database failed while it looked up or created the session. The page is sent without a
 * session, as a node at capacity does; later calls show whether the database is back.
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
  response: FastifyReply,
  page: CompressedPage,
  status: number,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
  response.code(status).headers(pageHeaders(page, request.headers.host ?? ''))
  if (encoding) response.header('content-encoding', encoding)
  // Every browser accepts Brotli or gzip, so no uncompressed copy is stored.
  return response.send(encoding === null ? await unzipped(page.gzip) : page[encoding])
}

/**
 * Return pages of the card payment. They have their own slots (load-shedding.ts), so nothing is read for
 * them: a client with invented sessions takes no slot from a buyer. A visitor whose session is lost would
 * not see the purchase either way.
 */
const isReturn = (path: string): boolean =>
  path === cardReturnPaths.approved || path === cardReturnPaths.declined

/** The brand's own privacy or terms page, to which ours redirects; null if it names none. */
function ownPageOf({ privacyUrl, termsUrl }: Brand, path: string): string | null {
  if (path === legalPaths.privacy) return privacyUrl
  return path === legalPaths.terms ? termsUrl : null
}

export function servePages(app: FastifyInstance, pages: CompressedPages, services: Dependencies): void {
  const log = rateLimitedLog(services.log, services.now)
  async function show(
    request: FastifyRequest,
    response: FastifyReply,
    path: string,
    status: number,
  ): Promise<FastifyReply> {
    const stranger = anonymousContext(request, services)
    const page = stranger && pages(stranger.brand.key, path, opensLink(path, request.url))
    if (!stranger) logSecurityEvent('UNKNOWN_HOST', request, null, services)
    const elsewhere = stranger && ownPageOf(stranger.brand, path)
    if (elsewhere) return response.headers(edgeHeaders).redirect(elsewhere, 302)
    if (!stranger || !page)
      return response
        .code(421)
        .type('text/plain')
        .headers(edgeHeaders)
        .send('No brand is served at this host.')
    if (isReturn(path) || isLegalPath(path)) return sendPage(request, response, page, status)
    const identified = await unlessBroken(identifyCaller(request, services), request, log)
    const caller = identified?.caller
    const ends = path === sessionExpiredPath && request.method === 'GET' && !isCrossSite(request)
    if (ends) await endSession(response, caller ?? stranger, services)
    // A failed look-up may hide an existing session, so it is not replaced by a new one.
    else if (status === 200 && caller)
      await unlessBroken(ensureSession(request, response, caller, services), request, log)
    return sendPage(request, response, page, status)
  }
  for (const path of pagePaths)
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      schema: { hide: true },
      handler: (request, response) => show(request, response, path, 200),
    })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    // The query is kept: campaign parameters and a partner's id may follow the bare host.
    handler: (request, response) =>
      response.headers(edgeHeaders).redirect(`${entryPath}${new URL(request.url, 'http://any').search}`, 302),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: cardReturnPaths.cancelled,
    schema: { hide: true },
    handler: (request, response) =>
      response
        .headers(edgeHeaders)
        .redirect(pathAfterCancelledCardPage(new URL(request.url, 'http://any').searchParams), 302),
  })
  // Mail programs, advertisements and people append a trailing slash.
  const withSlash = new Map(pagePaths.map(path => [`${path}/`, path]))
  app.setNotFoundHandler((request, response) => {
    const [path = '', search] = request.url.split(/(?=\?)/)
    const meant = withSlash.get(path)
    if (meant === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
      return show(request, response, notFoundPath, 404)
    return response.headers(edgeHeaders).redirect(`${meant}${search ?? ''}`, 302)
  })
}
