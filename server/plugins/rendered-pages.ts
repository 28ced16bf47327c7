/**
 * Renders the pages of every brand at startup in a worker thread, for pages.ts. The thread then ends and
 * frees the memory that React and compression needed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import { entryPath, pagePaths } from '#journey/page-paths.ts'
import { hasLink } from '#journey/resume-path.ts'
import { sessionCookieName } from '#server/access/browser-session.ts'
import type { Config } from '#server/config.ts'
import { sandboxesOf, takesTestCards } from '#server/partners/partners-config.ts'
import type { RenderedPage, RenderJob } from './render-worker.ts'
import { pagePolicy } from './security-headers.ts'

export interface CompressedPage {
  readonly policy: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/** @param opens true for the entry page with a quote's link in its URL */
export type CompressedPages = (brandKey: string, path: string, opens: boolean) => CompressedPage | undefined

/** True for the entry page with a quote's link in its query; `url` includes the query. */
export const opensLink = (path: string, url: string): boolean =>
  path === entryPath && hasLink(new URLSearchParams(url.split('?')[1]))

/** The payment notice wins: with a test payment nothing is bought, whatever the insurer is. */
function standInOf(config: Config): SiteSettings['testModeNotice'] {
  const sandboxes = sandboxesOf(config)
  if (sandboxes.includes('PAYMENT') || takesTestCards(config)) return 'payment'
  if (sandboxes.includes('INSURER')) return 'insurer'
  return sandboxes.length > 0 ? 'other' : null
}

/** Settings that are embedded in the pages of a brand. */
export const siteSettingsOf = (brand: Brand, config: Config): SiteSettings => ({
  sessionTimeoutSeconds: config.sessionTimeoutSeconds,
  captcha: config.captcha.kind,
  recaptchaSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.siteKey : null,
  recaptchaVisibleSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.visibleSiteKey : null,
  sessionCookie: sessionCookieName(config),
  testModeNotice: standInOf(config),
  mechanicalBreakdownUrl: brand.mechanicalBreakdown?.[config.mechanicalBreakdownSite] ?? null,
  traced: config.tracing !== null,
})

/** Renders all pages of all brands. Throws if the web build is missing. */
export async function renderPages(
  dist: string,
  brands: ReadonlyMap<string, Brand>,
  config: Config,
): Promise<CompressedPages> {
  if (!existsSync(join(dist, 'ssr/entry-server.js')))
    throw new Error('The pages are not built yet: run npm run build.')
  const orders = [...brands.values()].flatMap(brand => {
    const settings = siteSettingsOf(brand, config)
    return [
      ...pagePaths.map((path): RenderJob => ({ brand, path, opens: false, settings })),
      { brand, path: entryPath, opens: true, settings },
    ]
  })
  const pages = new Map<string, CompressedPage>()
  const keyOf = (brandKey: string, path: string, opens: boolean) => `${brandKey} ${path}${opens ? '?' : ''}`
  for (const { brandKey, path, opens, scripts, styles, br, gzip } of await rendered(dist, orders))
    pages.set(keyOf(brandKey, path, opens), {
      policy: pagePolicy({ scripts, styles }, config.captcha),
      br: Buffer.from(br),
      gzip: Buffer.from(gzip),
    })
  return (brandKey, path, opens) => pages.get(keyOf(brandKey, path, opens))
}

async function rendered(dist: string, orders: readonly RenderJob[]): Promise<RenderedPage[]> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    workerData: { dist, orders },
  })
  const pages: RenderedPage[] = []
  worker.on('message', (page: RenderedPage) => pages.push(page))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.on('error', reject)
  worker.on('exit', () => resolve())
  await promise
  // With a page missing, the node would respond to its path as to an unknown host (421).
  if (pages.length < orders.length) throw new Error('The thread that renders the pages ended before its end.')
  return pages
}
