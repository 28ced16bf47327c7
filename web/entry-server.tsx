/**
 * Renders each page as a complete HTML document, which the browser hydrates. The build runs it for each brand
 * and path; the server fills in its settings (contract/page-template.ts).
 */
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Brand } from '#brands/brand.ts'
import { escapeHtml, jsonInHtml, type SiteSettings, settingPlaceholders } from '#contract/page-template.ts'
import {
  cardReturnPaths,
  errorPath,
  isLegalPath,
  type LegalPath,
  notFoundPath,
  startPath,
} from '#journey/page-paths.ts'
import { type Step, stepOf } from '#journey/steps.ts'
import {
  type PageSettings,
  PageSettingsContext,
  publicBrand,
  type StepHeading,
} from '#web/lib/page-settings.ts'
import { screenOfPath } from '#web/lib/screens-and-navigation.ts'
import { App } from './app/app.tsx'
import { svgSprite, themeCss } from './app/brand-theme.ts'
import { pageFileOf, pageOf } from './app/lazy-pages.tsx'
import { ssrServices } from './app/services.tsx'
import { carText } from './content/car.ts'
import { cardFailureText } from './content/card-failure.ts'
import { driverText } from './content/driver.ts'
import { headerAndFooterText } from './content/header-and-footer.ts'
import { legalPageText, pageDescription, pageTitle, stepTitle } from './content/layout.ts'
import { paymentText } from './content/payment.ts'
import { policyholderText } from './content/policyholder.ts'
import { quoteText } from './content/quote.ts'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { closedQuotePageTitle } from './pages/status/lazy/closed-quote-pages.tsx'
import { statusPageTitle } from './pages/status/status-pages.tsx'

export interface ManifestFile {
  readonly file: string
  /** The build's name of the file: its page folder, for a page. */
  readonly name?: string
  readonly imports?: readonly string[]
}

export interface RenderRequest {
  readonly brand: Brand
  readonly path: string
  readonly isByLink?: boolean
  /** dist/client/manifest.json, parsed. */
  readonly manifest: Readonly<Record<string, ManifestFile>>
  /** Reads a built file of dist/; by default from beside this bundle's folder. */
  readonly readBuilt?: (file: string) => string
}

const stepTexts: Readonly<Record<Step, Omit<StepHeading, 'step'>>> = {
  car: carText,
  driver: driverText,
  quote: quoteText,
  policyholder: policyholderText,
  payment: paymentText,
}

const headingOf = (step: Step): StepHeading => {
  const { title, purpose } = stepTexts[step]
  return { step, title, purpose }
}

// The pages that are rendered completely; renderToString does not wait for a lazy file.
await Promise.all(
  [startPath, errorPath, notFoundPath, cardReturnPaths.declined].map(path =>
    pageOf(screenOfPath(path, undefined)).load(),
  ),
)

const entryName = 'web/entry-client.tsx'
/** The font file that every page uses. */
const fontName = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const besideBundle = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** The title of each file of pages outside the steps. */
const statusTitles: Readonly<Record<string, (path: string) => string>> = {
  status: statusPageTitle,
  'card-payment-failed-page': () => cardFailureText.pageTitle,
  'closed-quote-pages': closedQuotePageTitle,
}

/** The settings at build time; components render only the marks, which the server replaces. */
const settingsAtBuild = (brand: Brand): SiteSettings => ({
  sessionTimeoutSeconds: 0,
  captcha: 'off',
  recaptchaSiteKey: null,
  recaptchaVisibleSiteKey: null,
  sessionCookie: settingPlaceholders.sessionCookie,
  testModeNotice: null,
  mechanicalBreakdownUrl: brand.mechanicalBreakdown ? settingPlaceholders.mechanicalBreakdownUrl : null,
  tagManager: null,
  traced: false,
})

/** The page's HTML, with marks in place of the settings. */
export const renderPage = (request: RenderRequest): string =>
  isLegalPath(request.path) ? renderLegalPage(request, request.path) : renderJourneyPage(request)

function renderJourneyPage(request: RenderRequest): string {
  const { brand, path, isByLink, manifest, readBuilt = besideBundle } = request
  const screen = screenOfPath(path, 'payment')
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const known = { brand: publicBrand(brand), heading: step && headingOf(step), ...(isByLink && { isByLink }) }
  const page: PageSettings = { ...known, ...settingsAtBuild(brand) }
  const root = renderToString(<App services={ssrServices(page)} path={path} />)
  const pageName = pageFileOf(screen)
  const pageFile = Object.values(manifest).find(({ name }) => name === pageName)
  const files = [manifest[entryName], pageFile].flatMap(file => (file ? withImports(file, manifest) : []))
  const preloads = [...new Set(files.map(({ file }) => `/${file}`))].join(' ')
  const phone = brand.supportPhone
  return htmlDocument(request, {
    title: step ? stepTitle(step, brand.name) : pageTitle(statusTitles[pageName]?.(path) ?? null, brand.name),
    description: pageDescription(brand.name),
    isIndexed: path === startPath,
    earlyScript: step && step !== 'car' ? readBuilt('boot/redirect-to-step-1.js') : null,
    body: `<noscript><p class="noscript">${escapeHtml(headerAndFooterText.noScript)} <a href="tel:${phone.tel}">${escapeHtml(phone.text)}</a></p></noscript>
${staticHtml(page, <Header />)}
<div id="root">${root}</div>
${staticHtml(page, <Footer />)}
<script type="application/json" id="page">${jsonInHtml(known)}</script>
<script type="application/json" id="settings">${settingPlaceholders.settings}</script>
<script data-entry="/${builtFile(manifest, entryName)}" data-files="${preloads}">${readBuilt('boot/before-hydration.js')}</script>`,
  })
}

/** A page without script: the server fills the document in. */
function renderLegalPage(request: RenderRequest, path: LegalPath): string {
  const { brand } = request
  const page: PageSettings = { brand: publicBrand(brand), heading: null, ...settingsAtBuild(brand) }
  const { title, description } = legalPageText[path]
  const parts = (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <article className="stack gap-5 sheet legal">{settingPlaceholders.legalDocument}</article>
      </main>
      <Footer hasScript={false} />
    </>
  )
  return htmlDocument(request, {
    title: pageTitle(title, brand.name),
    description: description(brand.name),
    isIndexed: true,
    body: staticHtml(page, parts),
  })
}

const staticHtml = (page: PageSettings, part: ReactNode): string =>
  renderToStaticMarkup(<PageSettingsContext value={page}>{part}</PageSettingsContext>)

interface DocumentParts {
  readonly title: string
  readonly description: string
  readonly isIndexed: boolean
  readonly earlyScript?: string | null
  readonly body: string
}

function htmlDocument(
  { brand, manifest, readBuilt = besideBundle }: RenderRequest,
  { title, description, isIndexed, earlyScript, body }: DocumentParts,
): string {
  const styles = [themeCss(brand), readBuilt(`client/${builtFile(manifest, 'style.css')}`)]
  const isBand = brand.theme.header === 'band'
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${isBand ? brand.light.primary : '#FFFFFF'}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${isBand ? brand.dark.tint : '#17222A'}" media="(prefers-color-scheme: dark)">`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    `<link rel="preload" href="/${builtFile(manifest, fontName)}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map(style => `<style>${style}</style>`),
    earlyScript ? `<script>${earlyScript}</script>` : '',
    `<link rel="icon" href="/brand/${brand.key}/favicon.svg" type="image/svg+xml">`,
  ]
  return `<!doctype html>
<html lang="en-NZ" dir="ltr">
<head>
${head.filter(Boolean).join('\n')}
</head>
<body>
${svgSprite(brand)}
${body}
</body>
</html>
`
}

/** The hashed file of a manifest name; throws if the build lacks it. */
function builtFile(manifest: RenderRequest['manifest'], name: string): string {
  const built = manifest[name]
  if (!built) throw new Error(`The manifest has no ${name}`)
  return built.file
}

function withImports(file: ManifestFile, manifest: RenderRequest['manifest']): ManifestFile[] {
  const found = new Set([file])
  for (const next of found)
    for (const name of next.imports ?? []) {
      const imported = manifest[name]
      if (imported) found.add(imported)
    }
  return [...found]
}
