/** Loads the built HTML pages at startup, fills in settings and legal documents, and compresses them. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Brand } from '#brands/brand.ts'
import { fillPage, pageFileName, type SiteSettings } from '#contract/page-template.ts'
import { cardReturnPaths, hasQuoteLink, isLegalPath, pagePaths, startPath } from '#journey/page-paths.ts'
import { pathOfStep } from '#journey/steps.ts'
import { sessionCookieName } from '#server/access/browser-session.ts'
import type { Config } from '#server/config.ts'
import { acceptsTestCards, settingsOfSandboxPartners } from '#server/partners/partners-config.ts'
import { legalDocumentsOf } from './legal-documents.ts'
import { pageContentSecurityPolicy } from './security-headers.ts'

export interface CompressedPage {
  readonly csp: string
  /** The policy at production hosts: it differs for a brand with a tag manager container. */
  readonly productionCsp: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/** @param isByLink true for the entry page with a quote's link in its URL */
export type CompressedPageLookup = (
  brandKey: string,
  path: string,
  isByLink: boolean,
) => CompressedPage | undefined

/** True for the entry page with a quote's link in its query; `url` includes the query. */
export const isEntryWithQuoteLink = (path: string, url: string): boolean =>
  path === startPath && hasQuoteLink(new URLSearchParams(url.split('?')[1]))

/** A test payment has priority: nothing is bought then, so the insurer does not matter. */
function testModeNoticeOf(config: Config): SiteSettings['testModeNotice'] {
  const sandboxes = settingsOfSandboxPartners(config)
  if (sandboxes.includes('PAYMENT') || acceptsTestCards(config)) return 'payment'
  if (sandboxes.includes('INSURER')) return 'insurer'
  return sandboxes.length > 0 ? 'other' : null
}

export const siteSettingsOf = (brand: Brand, config: Config): SiteSettings => ({
  sessionTimeoutSeconds: config.sessionTimeoutSeconds,
  captcha: config.captcha.kind,
  recaptchaSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.siteKey : null,
  recaptchaVisibleSiteKey: config.captcha.kind === 'recaptcha' ? config.captcha.visibleSiteKey : null,
  sessionCookie: sessionCookieName(config),
  testModeNotice: testModeNoticeOf(config),
  mechanicalBreakdownUrl: brand.mechanicalBreakdown?.[config.mechanicalBreakdownSite] ?? null,
  tagManager: brand.tagManager,
  traced: config.tracing !== null,
})

/** Contents of the inline scripts or styles of a page, without JSON, for its content security policy. */
const inlineContents = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?! type=)[^>]*>(.*?)</${element}>`, 'gs'))].map(
    ([, content = '']) => content,
  )

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Pages at which the container is never loaded (web/features/analytics/tag-manager-container.ts). */
const closedToTagManager = (path: string): boolean =>
  path === pathOfStep('payment') || isLegalPath(path) || path === cardReturnPaths.declined

/** @param hasTagManager the brand names a container, and the page may load it */
export function pageSecurityPolicies(
  html: string,
  captcha: Config['captcha'],
  hasTagManager: boolean,
): Pick<CompressedPage, 'csp' | 'productionCsp'> {
  const page = { scripts: inlineContents(html, 'script'), styles: inlineContents(html, 'style') }
  const csp = pageContentSecurityPolicy(page, captcha)
  return { csp, productionCsp: hasTagManager ? pageContentSecurityPolicy(page, captcha, true) : csp }
}

/** Reads all pages of all brands. Throws if the build is missing. */
export async function loadPages(
  dist: string,
  brands: ReadonlyMap<string, Brand>,
  config: Config,
): Promise<CompressedPageLookup> {
  const folder = join(dist, 'pages')
  if (!existsSync(folder)) throw new Error('The pages are not built yet: run npm run build.')
  const fileOf = (brandKey: string, path: string, isByLink: boolean) =>
    join(folder, brandKey, pageFileName(path, isByLink))
  const pages = new Map<string, CompressedPage>()
  const read = async (brand: Brand, path: string, isByLink: boolean) => {
    const file = fileOf(brand.key, path, isByLink)
    const template = await readFile(file, 'utf8')
    const legalDocument = isLegalPath(path) ? legalDocumentsOf(brand, config)[path] : ''
    const html = fillPage(template, siteSettingsOf(brand, config), legalDocument)
    const hasTagManager = brand.tagManager !== null && !closedToTagManager(path)
    const [br, gz] = await Promise.all([brotli(html, brotliOptions), gzipped(html)])
    pages.set(file, { ...pageSecurityPolicies(html, config.captcha, hasTagManager), br, gzip: gz })
  }
  for (const brand of brands.values())
    await Promise.all([...pagePaths.map(path => read(brand, path, false)), read(brand, startPath, true)])
  return (brandKey, path, isByLink) => pages.get(fileOf(brandKey, path, isByLink))
}
