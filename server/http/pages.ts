/**
 * The pages of every brand, rendered once at the start and held ready compressed: what a visitor gets first is right
 * from its first byte, and no request waits for React. Unknown addresses get page-not-found with status 404.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import { wayBackFromCard } from '#journey/card-cancelled.ts'
import {
  cardReturnPaths,
  entryPath,
  notFoundPath,
  pagePaths,
  sessionExpiredPath,
} from '#journey/page-paths.ts'
import type { Config } from '#server/config.ts'
import type { Services, Visitor } from '#server/context.ts'
import { usesSandbox } from '#server/partners-config.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { endSession, openSession } from './browser-session.ts'
import { cspReportPath } from './csp-report.ts'
import { pagePolicy } from './headers.ts'
import { tellSecurity } from './security-events.ts'
import { visitorOf } from './visitor.ts'

interface ReadyPage {
  readonly policy: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

export type ReadyPages = (brandKey: string, path: string) => ReadyPage | undefined

interface Renderer {
  renderPage(request: { brand: Brand; path: string; settings: SiteSettings; manifest: unknown }): {
    html: string
    scripts: readonly string[]
    styles: readonly string[]
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** What the pages of a brand are told. */
export const settingsOf = (brand: Brand, config: Config): SiteSettings => ({
  sessionTimeoutSeconds: config.sessionTimeoutSeconds,
  captcha: config.captcha.kind,
  recaptchaSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.siteKey : null,
  recaptchaVisibleSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.visibleSiteKey : null,
  sandbox: usesSandbox(config),
  mechanicalBreakdownUrl: brand.mechanicalBreakdown?.[config.production ? 'production' : 'test'] ?? null,
  traced: config.tracing !== null,
})

/** Renders all pages of all brands. Throws where the browser's part has not been built. */
export async function renderPages(
  dist: string,
  brands: ReadonlyMap<string, Brand>,
  config: Config,
): Promise<ReadyPages> {
  const renderer = join(dist, 'ssr/render.js')
  if (!existsSync(renderer)) throw new Error('The pages are not built yet: run npm run build.')
  const { renderPage } = (await import(pathToFileURL(renderer).href)) as Renderer
  const manifest: unknown = JSON.parse(readFileSync(join(dist, 'client/manifest.json'), 'utf8'))
  const pages = new Map<string, ReadyPage>()
  // One after the other: each takes some megabytes while it is compressed, and a process rarely gives back what it once had.
  for (const brand of brands.values())
    for (const path of pagePaths) {
      const page = renderPage({ brand, path, settings: settingsOf(brand, config), manifest })
      const ready = await compressed(Buffer.from(page.html), pagePolicy(page, config.captcha))
      pages.set(`${brand.key} ${path}`, ready)
    }
  return (brandKey, path) => pages.get(`${brandKey} ${path}`)
}

async function compressed(plain: Buffer, policy: string): Promise<ReadyPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)])
  return { policy, plain, br, gzip: gz }
}

/** Gives every visitor a browser session with their first page: nothing hangs on it until they type. */
async function ensureSession(
  request: FastifyRequest,
  answer: FastifyReply,
  visitor: Visitor,
  services: Services,
): Promise<void> {
  if (visitor.sidHash === null && request.method === 'GET') await openSession(answer, visitor, services)
}

function sendPage(
  request: FastifyRequest,
  answer: FastifyReply,
  page: ReadyPage,
  status: number,
): FastifyReply {
  const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
  answer
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': page.policy,
      'reporting-endpoints': `csp="${cspReportPath}"`,
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    })
  if (encoding) answer.header('content-encoding', encoding)
  return answer.send(encoding === null ? page.plain : page[encoding])
}

export function servePages(app: FastifyInstance, pages: ReadyPages, services: Services): void {
  async function show(
    request: FastifyRequest,
    answer: FastifyReply,
    path: string,
    status: number,
  ): Promise<FastifyReply> {
    const visitor = await visitorOf(request, services)
    const page = visitor && pages(visitor.brand.key, path)
    if (!visitor) tellSecurity('UNKNOWN_HOST', request, null, services)
    if (!visitor || !page)
      return answer
        .code(421)
        .type('text/plain')
        .header('cache-control', 'no-store')
        .send('No brand is served at this host.')
    if (path === sessionExpiredPath && request.method === 'GET') endSession(answer, services)
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
    handler: (_request, answer) => answer.redirect(entryPath, 302),
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
