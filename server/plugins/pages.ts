/** Routes of the HTML pages of every brand, from memory; unknown paths get the not-found page with status 404. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#brands/brand.ts'
import { isProductionHost } from '#contract/production-host.ts'
import {
  cardReturnPaths,
  isLegalPath,
  legalPaths,
  notFoundPath,
  pagePaths,
  pathAfterCancelledCardPage,
  sessionExpiredPath,
  startPath,
} from '#journey/page-paths.ts'
import { createSessionWithCookie, endSession } from '#server/access/browser-session.ts'
import { rateLimitNetwork } from '#server/lib/client-network.ts'
import type { Dependencies, Log } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'
import { isCrossSite } from './call-guards.ts'
import { type CompressedPage, type CompressedPageLookup, isEntryWithQuoteLink } from './load-pages.ts'
import { anonymousContext, identifyCaller } from './request-context.ts'
import { cspReportPath, nonPageHeaders } from './security-headers.ts'

/** Each session is a database row. A visitor over the limit still gets the page, and a session at registration. */
const sessionsPerMinute = 120

/** Gives every visitor a browser session with the first page; it holds no data until the visitor types. */
async function ensureSession(
  request: FastifyRequest,
  response: FastifyReply,
  caller: RequestContext,
  services: Dependencies,
): Promise<void> {
  if (caller.sidHash !== null || request.method !== 'GET') return
  const { rateLimiter, config, now } = services
  const line = rateLimitNetwork(caller.ip)
  const most = sessionsPerMinute * config.limitFactor
  if (line !== null && rateLimiter.consume(`page|${line}`, now(), most) !== null) return
  await createSessionWithCookie(response, caller, services)
}

/** Null if the database failed: the page is then sent without a session, and later calls show whether it is back. */
async function unlessBroken<T>(work: Promise<T>, request: FastifyRequest, log: Log): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    log.error('page-without-session', { requestId: request.id }, error)
    return null
  }
}

const encodings = ['br', 'gzip'] as const

/** The preferred encoding of an Accept-Encoding header (RFC 9110, 12.5.3): Brotli if equal, null if neither is accepted. */
export function acceptedEncoding(header: string): (typeof encodings)[number] | null {
  const weights = new Map(
    header.split(',').map(item => {
      const [name = '', ...parameters] = item.toLowerCase().split(';')
      const weight = parameters.map(text => /^q=([\d.]+)$/.exec(text.trim())?.[1]).find(Boolean)
      return [name.trim(), Number(weight ?? 1)]
    }),
  )
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one))
  return best && weightOf(best) > 0 ? best : null
}

export const pageHeaders = ({ csp, productionCsp }: CompressedPage, host: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': isProductionHost(host) ? productionCsp : csp,
  'reporting-endpoints': `csp="${cspReportPath}"`,
  'cache-control': 'no-store',
  vary: 'accept-encoding',
})

const unzipped = promisify(gunzip)

async function sendPage(
  request: FastifyRequest,
  response: FastifyReply,
  page: CompressedPage,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
  response.headers(pageHeaders(page, request.headers.host ?? ''))
  if (encoding) response.header('content-encoding', encoding)
  // Every browser accepts Brotli or gzip, so no uncompressed copy is stored.
  return response.send(encoding === null ? await unzipped(page.gzip) : page[encoding])
}

/** No session is read, so that invented sessions take no slot from a buyer on a return page (load-shedding.ts). */
const isWithoutSession = (path: string): boolean =>
  path === cardReturnPaths.approved || path === cardReturnPaths.declined || isLegalPath(path)

/** The brand's own privacy or terms page, to which ours redirects; null if it names none. */
function ownPageOf({ privacyUrl, termsUrl }: Brand, path: string): string | null {
  if (path === legalPaths.privacy) return privacyUrl
  return path === legalPaths.terms ? termsUrl : null
}

export function servePages(app: FastifyInstance, pages: CompressedPageLookup, services: Dependencies): void {
  const log = rateLimitedLog(services.log, services.now)

  async function beginOrEndSession(
    request: FastifyRequest,
    response: FastifyReply,
    path: string,
    anonymous: RequestContext,
  ): Promise<void> {
    const identified = await unlessBroken(identifyCaller(request, anonymous, services), request, log)
    const endsSession = path === sessionExpiredPath && request.method === 'GET' && !isCrossSite(request)
    if (endsSession) await endSession(response, identified?.caller ?? anonymous, services)
    // The not-found page has status 404 and begins no session. A failed look-up may hide an existing session.
    else if (response.statusCode === 200 && identified)
      await unlessBroken(ensureSession(request, response, identified.caller, services), request, log)
  }

  async function show(request: FastifyRequest, response: FastifyReply, path: string): Promise<FastifyReply> {
    const anonymous = anonymousContext(request, services)
    const page = anonymous && pages(anonymous.brand.key, path, isEntryWithQuoteLink(path, request.url))
    if (!anonymous || !page) {
      logSecurityEvent('UNKNOWN_HOST', request, null, services)
      return response
        .code(421)
        .type('text/plain')
        .headers(nonPageHeaders)
        .send('No brand is served at this host.')
    }
    const ownPage = ownPageOf(anonymous.brand, path)
    if (ownPage) return redirect(response, ownPage)
    if (!isWithoutSession(path)) await beginOrEndSession(request, response, path, anonymous)
    return sendPage(request, response, page)
  }

  for (const path of pagePaths)
    app.get(path, { schema: { hide: true } }, (request, response) => show(request, response, path))
  // The query is kept: campaign parameters and a partner's id may follow the bare host.
  app.get('/', { schema: { hide: true } }, (request, response) =>
    redirect(response, `${startPath}${queryOf(request).search}`),
  )
  app.get(cardReturnPaths.cancelled, { schema: { hide: true } }, (request, response) =>
    redirect(response, pathAfterCancelledCardPage(queryOf(request).searchParams)),
  )
  // Mail programs, advertisements and people append a trailing slash.
  const withSlash = new Map(pagePaths.map(path => [`${path}/`, path]))
  app.setNotFoundHandler((request, response) => {
    const [path = '', search = ''] = request.url.split(/(?=\?)/)
    const meant = withSlash.get(path)
    if (meant === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
      return show(request, response.code(404), notFoundPath)
    return redirect(response, `${meant}${search}`)
  })
}

const queryOf = ({ url }: FastifyRequest): URL => new URL(url, 'http://any')

const redirect = (response: FastifyReply, location: string): FastifyReply =>
  response.headers(nonPageHeaders).redirect(location, 302)
