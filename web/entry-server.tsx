/**
 * Renders the first screen of every address as a complete HTML document, which the browser hydrates. Run by
 * the build for each brand and path; the server fills in its settings (contract/page-template.ts).
 */
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Brand } from '#brands/brand.ts'
import { escapeHtml, jsonInHtml, settingMarks } from '#contract/page-template.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import { entryPath, isLegalPath, type LegalPath, notFoundPath } from '#journey/page-paths.ts'
import { type Step, stepOf } from '#journey/steps.ts'
import { App } from './app/app.tsx'
import { screenOfPath } from './app/navigation.tsx'
import { type PageSettings, PageSettingsContext, publicBrand, type StepHeading } from './app/page-settings.ts'
import { pageFolderOf, pageOf } from './app/routes.tsx'
import { ssrServices } from './app/services.tsx'
import { carText } from './content/car.ts'
import { driverText } from './content/driver.ts'
import { headerAndFooterText } from './content/header-and-footer.ts'
import { legalPageText, pageDescription, pageTitle, stepTitle } from './content/layout.ts'
import { paymentText } from './content/payment.ts'
import { policyholderText } from './content/policyholder.ts'
import { quoteText } from './content/quote.ts'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { statusPageTitle } from './pages/status/status-pages.tsx'
import art from './styles/illustrations.svg?raw'
import css from './styles/page.module.css'

export interface ManifestFile {
  readonly file: string
  /** The build's name of the file: its page folder, for a page. */
  readonly name?: string
  readonly imports?: readonly string[]
}

export interface RenderRequest {
  readonly brand: Brand
  /** The path without query. */
  readonly path: string
  /** True for an address that carries a quote link. */
  readonly opens?: boolean
  /** dist/client/manifest.json, parsed. */
  readonly manifest: Readonly<Record<string, ManifestFile>>
  /** Reads a built file of dist/; by default from beside this bundle's folder. */
  readonly readBuilt?: (file: string) => string
}

const headings: Readonly<Record<Step, { readonly title: string; readonly purpose: string }>> = {
  car: carText,
  driver: driverText,
  quote: quoteText,
  policyholder: policyholderText,
  payment: paymentText,
}

const headingOf = (step: Step): StepHeading => {
  const { title, purpose } = headings[step]
  return { step, title, purpose }
}

// The pages that are rendered completely; renderToString does not wait for a lazy file.
await Promise.all([entryPath, notFoundPath].map(path => pageOf(screenOfPath(path, undefined)).load()))

const entryName = 'web/entry-client.tsx'
/** The font file that every page uses. */
const fontName = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const besideBundle = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** The settings a page is rendered with; components show nothing of them but the marks. */
const settingsAtBuild = (brand: Brand): SiteSettings => ({
  sessionTimeoutSeconds: 0,
  captcha: 'off',
  recaptchaSiteKey: null,
  recaptchaVisibleSiteKey: null,
  sessionCookie: settingMarks.sessionCookie,
  testModeNotice: null,
  mechanicalBreakdownUrl: brand.mechanicalBreakdown ? settingMarks.mechanicalBreakdownUrl : null,
  tagManager: null,
  traced: false,
})

/** The page's HTML, with marks in place of the settings. */
export const renderPage = (request: RenderRequest): string =>
  isLegalPath(request.path) ? renderLegalPage(request, request.path) : renderJourneyPage(request)

/** A page that React hydrates. */
function renderJourneyPage({
  brand,
  path,
  opens = false,
  manifest,
  readBuilt = besideBundle,
}: RenderRequest): string {
  const screen = screenOfPath(path, 'payment')
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const known = { brand: publicBrand(brand), heading: step && headingOf(step), ...(opens && { opens }) }
  const page: PageSettings = { ...known, ...settingsAtBuild(brand) }
  const title = step
    ? stepTitle(step, brand.name)
    : pageTitle(screen.kind === 'outcome' ? statusPageTitle(path) : null, brand.name)
  const root = renderToString(<App services={ssrServices(page)} path={path} />)
  const folder = pageFolderOf(screen)
  const screenFile = Object.values(manifest).find(({ name }) => name === folder)
  const files = [manifest[entryName], screenFile].flatMap(file => (file ? withImports(file, manifest) : []))
  const boot = readBuilt('boot/boot.js')
  const preloads = [...new Set(files.map(({ file }) => `/${file}`))].join(' ')
  const phone = brand.supportPhone
  const head = {
    title,
    description: pageDescription(brand.name),
    isIndexed: path === entryPath,
    early: step && step !== 'car' ? readBuilt('boot/redirect-to-step-1.js') : null,
  }
  return htmlDocument(
    headOf(brand, head, manifest, readBuilt),
    `${drawings(brand)}
<noscript><p class="noscript">${escapeHtml(headerAndFooterText.noScript)} <a href="tel:${phone.tel}">${escapeHtml(phone.text)}</a></p></noscript>
${still(page, <Header />)}
<div id="root">${root}</div>
${still(page, <Footer />)}
<script type="application/json" id="page">${jsonInHtml(known)}</script>
<script type="application/json" id="settings">${settingMarks.settings}</script>
<script data-entry="/${builtFile(manifest, entryName)}" data-files="${preloads}">${boot}</script>`,
  )
}

/** A page without script: the server fills the document in. */
function renderLegalPage(
  { brand, manifest, readBuilt = besideBundle }: RenderRequest,
  path: LegalPath,
): string {
  const page: PageSettings = { brand: publicBrand(brand), heading: null, ...settingsAtBuild(brand) }
  const { title, description } = legalPageText[path]
  const head = {
    title: pageTitle(title, brand.name),
    description: description(brand.name),
    isIndexed: true,
    early: null,
  }
  return htmlDocument(
    headOf(brand, head, manifest, readBuilt),
    `${drawings(brand)}
${still(page, <Header />)}
${still(
  page,
  <main className={css.main} id="main" tabIndex={-1}>
    <article className="legal">{settingMarks.legalDocument}</article>
  </main>,
)}
${still(page, <Footer hasScript={false} />)}`,
  )
}

/** A part of the page that no script renders again. */
const still = (page: PageSettings, part: ReactNode): string =>
  renderToStaticMarkup(<PageSettingsContext value={page}>{part}</PageSettingsContext>)

interface Head {
  readonly title: string
  readonly description: string
  /** Search engines may show the page. */
  readonly isIndexed: boolean
  /** A script that runs before the page is painted. */
  readonly early: string | null
}

function headOf(
  brand: Brand,
  { title, description, isIndexed, early }: Head,
  manifest: RenderRequest['manifest'],
  readBuilt: (file: string) => string,
): string {
  const styles = [themeCss(brand), readBuilt(`client/${builtFile(manifest, 'style.css')}`)]
  const isBand = brand.theme.header === 'band'
  const lines = [
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
    early === null ? '' : `<script>${early}</script>`,
    `<link rel="icon" href="/brand/${brand.key}/favicon.svg" type="image/svg+xml">`,
  ]
  return lines.filter(Boolean).join('\n')
}

const htmlDocument = (head: string, body: string): string => `<!doctype html>
<html lang="en-NZ" dir="ltr">
<head>
${head}
</head>
<body>
${body}
</body>
</html>
`

/** The hashed file of a manifest name; throws if the build lacks it. */
function builtFile(manifest: RenderRequest['manifest'], name: string): string {
  const built = manifest[name]
  if (!built) throw new Error(`The manifest has no ${name}`)
  return built.file
}

/** A file and all its static imports. */
function withImports(file: ManifestFile, manifest: RenderRequest['manifest']): ManifestFile[] {
  const found = new Set([file])
  for (const one of found)
    for (const name of one.imports ?? []) {
      const imported = manifest[name]
      if (imported) found.add(imported)
    }
  return [...found]
}

const property = (name: string): string => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** Must come before any rule: the build may reorder the files and then drops this line from base.css. */
const layers = '@layer base,form,frame,screens,still;'

/** Header band: the brand's name on its deep colour, and the horizon in shades of that colour. */
const band =
  '--sky:var(--deep);--on-sky:var(--on-deep);--quiet-on-sky:var(--on-deep);--far:color-mix(in oklab,var(--on-deep) 30%,var(--deep));--ridge:color-mix(in oklab,var(--on-deep) 14%,var(--deep));--sail:var(--on-deep);'

/**
 * On a band of its own colour the logo swaps its two colours. In dark mode its own colour is already the
 * lighter one.
 */
const markOnBand =
  '@media screen and (prefers-color-scheme:light){.header-mark{--primary:var(--on-sky);--on-primary:var(--sky)}}'

function themeCss({ theme, light, dark }: Brand): string {
  const declarations = (palette: Readonly<Record<string, string>>) =>
    Object.entries(palette)
      .map(([name, colour]) => `${property(name)}:${colour}`)
      .join(';')
  const corners = Object.entries(theme.corners).map(([name, pixels]) => `--radius-${name}:${pixels}px;`)
  const isBand = theme.header === 'band'
  const character = `--heading-weight:${theme.headingWeight};${corners.join('')}${isBand ? band : ''}`
  return `${layers}:root{${declarations(light)};${character}}${isBand ? markOnBand : ''}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`
}

const symbol = (id: string, svg: string): string => {
  const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 40 40'
  // Crops the drawing to its box instead of shrinking it: a horizon fills its line at every width.
  return `<symbol id="${id}" viewBox="${viewBox}" preserveAspectRatio="xMidYMax slice">${innerOf(svg)}</symbol>`
}

const innerOf = (svg: string): string => svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')

/**
 * All drawings, outside React's root: their colours follow the colour scheme, no script writes markup, and no
 * script file contains them.
 */
const drawings = (brand: Brand): string =>
  `<svg class="sprite" aria-hidden="true" focusable="false" width="0" height="0">${symbol('brand-logo', brand.logoSvg)}${symbol('brand-horizon', brand.horizonSvg)}${innerOf(art).trim()}</svg>`
