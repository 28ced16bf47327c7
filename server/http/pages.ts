/**
 * Serves the pages of every brand, held ready compressed: what a visitor gets first is right from its first byte, and no
 * request waits for React. Unknown addresses get page-not-found with status 404.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wayBackFromCard } from '#journey/card-cancelled.ts'
import {
  cardReturnPaths,
  entryPath,
  notFoundPath,
  pagePaths,
  sessionExpiredPath,
} from '#journey/page-paths.ts'
import type { Services, Visitor } from '#server/context.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { endSession, openSession } from './browser-session.ts'
import { countedLine } from './network.ts'
import { pageHeaders } from './page-headers.ts'
import { isFromElsewhere } from './refusals.ts'
import { opensLink, type ReadyPage, type ReadyPages } from './rendered-pages.ts'
import { tellSecurity } from './security-events.ts'
import { visitorOf } from './visitor.ts'

/** Each is a row for a day. An office opens fewer; who comes after that has a page all the same, and a session from registration. */
const sessionsAMinute = 120

/** Gives every visitor a browser session with their first page: nothing hangs on it until they type. */
async function ensureSession(
  request: FastifyRequest,
  answer: FastifyReply,
  visitor: Visitor,
  services: Services,
): Promise<void> {
  if (visitor.sidHash !== null || request.method !== 'GET') return
  const { pace, config, now } = services
  const most = sessionsAMinute * config.limitFactor
  const line = countedLine(visitor.ip)
  if (line !== null && pace.tooFast(`page|${line}`, now(), most) !== null) return
  await openSession(answer, visitor, services)
}

const unzipped = promisify(gunzip)

async function sendPage(
  request: FastifyRequest,
  answer: FastifyReply,
  page: ReadyPage,
  status: number,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
  answer.code(status).headers(pageHeaders(page))
  if (encoding) answer.header('content-encoding', encoding)
  // No browser asks for it so: it is not kept for that.
  return answer.send(encoding === null ? await unzipped(page.gzip) : page[encoding])
}

export function servePages(app: FastifyInstance, pages: ReadyPages, services: Services): void {
  async function show(
    request: FastifyRequest,
    answer: FastifyReply,
    path: string,
    status: number,
  ): Promise<FastifyReply> {
    const visitor = await visitorOf(request, services)
    const page = visitor && pages(visitor.brand.key, path, opensLink(path, request.url))
    if (!visitor) tellSecurity('UNKNOWN_HOST', request, null, services)
    if (!visitor || !page)
      return answer
        .code(421)
        .type('text/plain')
        .header('cache-control', 'no-store')
        .send('No brand is served at this host.')
    const ends = path === sessionExpiredPath && request.method === 'GET' && !isFromElsewhere(request)
    if (ends) endSession(answer, services)
    else if (status === 200) await ensureSession(request, answer, visitor, services)
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
      answer.redirect(`${entryPath}${new URL(request.url, 'http://any').search}`, 302),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: cardReturnPaths.cancelled,
    schema: { hide: true },
    handler: (request, answer) =>
      answer
        .header('cache-control', 'no-store')
        .redirect(wayBackFromCard(new URL(request.url, 'http://any').searchParams), 302),
  })
  app.setNotFoundHandler((request, answer) => show(request, answer, notFoundPath, 404))
}
