/** Tests the rendered HTML of every brand as a browser and its CSP read it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { fillPage } from '#contract/page-template.ts'
import { isLegalPath, legalPaths, pagePaths } from '#journey/page-paths.ts'
import { siteSettings } from '#test/site-settings.ts'
import { type RenderRequest, renderPage } from './entry-server.tsx'

const requirements = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8')
const brands = [...readBrands().values()]
const manifest: RenderRequest['manifest'] = {
  'web/entry-client.tsx': { file: 'assets/main-1.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js' },
  'style.css': { file: 'assets/style-1.css' },
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2': {
    file: 'assets/latin-1.woff2',
  },
}

/** A page with its settings filled in, as a browser receives it. */
function page(
  path: string,
  brand = brands.find(one => one.key === 'openroad'),
  isByLink = false,
  settings = siteSettings,
): string {
  if (!brand) throw new Error('no brand')
  const template = renderPage({ brand, path, isByLink, manifest, readBuilt: file => `/* ${file} */` })
  return fillPage(template, settings)
}

describe('renderPage', () => {
  it('[SHELL-01] renders every route, and ’page not found’ for any other path', () => {
    const isNotFound = (path: string) => page(path).includes('reached a page that doesn')
    expect(pagePaths.filter(isNotFound)).toEqual(['/page-not-found', '/turners/page-not-found'])
    const others = ['/nope', '/vehicle/step6', '/vehicle/', '/paymentsuccess/x']
    expect(others.filter(isNotFound)).toEqual(others)
  })

  it('[SHELL-03] contains the brand, its colours and its settings from the first byte', () => {
    for (const brand of brands) {
      const html = page('/vehicle', brand)
      expect(html).toContain(`– ${brand.name}</title>`)
      expect(html).toContain(`--primary:${brand.light.primary}`)
      expect(html).toContain(
        `@media screen and (prefers-color-scheme:dark){:root{--primary:${brand.dark.primary}`,
      )
      for (const other of brands) if (other !== brand) expect(html).not.toContain(other.name)
    }
  })

  it.each([
    [1800, '30 minutes'],
    [5400, '90 minutes'],
    [60, '1 minute'],
    [90, '90 seconds'],
  ])('[SHELL-10] states how long each cookie is kept; that of a session of %i: %s', (seconds, life) => {
    const settings = { ...siteSettings, sessionTimeoutSeconds: seconds }
    const html = page('/vehicle', undefined, false, settings)
    const cookies = html.matchAll(/<strong>([\w-]+)<\/strong>[^<]*; ([^<]+)<\/li>/g)
    expect([...cookies].map(([, name, kept]) => `${name}: ${kept}`)).toEqual([
      'sid: until you are done, 8 hours at most',
      `jwt-token: ${life}`,
      'quote-id: 10 minutes',
      'AUTHENTICATED_V2: 30 minutes',
    ])
  })

  it('[SHELL-04] shows phone, e-mail, privacy and terms on every step', () => {
    for (const brand of brands)
      for (const route of pagePaths.slice(0, 6)) {
        const html = page(route, brand)
        const contact = [`tel:${brand.supportPhone.tel}`, `mailto:${brand.supportEmail}`]
        for (const href of [...contact, '/privacy', '/terms']) expect(html).toContain(`href="${href}"`)
      }
  })

  it('[SHELL-02] [SHELL-05] states the step and what it is for, and sends a tab without answers back to step 1', () => {
    const html = page('/vehicle/step3')
    expect(html).toContain('<nav class="no-print stepper-stepper" aria-label="Progress"')
    expect(html).toContain('<title>Step 3 of 5: Quote – Car insurance – Openroad</title>')
    expect(html).toMatch(/<h1[^>]*>Your quote<\/h1> <p[^>]*>Choose your cover\./)
    const turningBack = pagePaths.filter(route => page(route).includes('/* boot/redirect-to-step-1.js */'))
    expect(turningBack).toEqual(['/vehicle/step2', '/vehicle/step3', '/vehicle/step4', '/vehicle/step5'])
  })

  it('[ENTRY-01] [ENTRY-03] asks nothing when the address contains a link, and says that its quote is being opened', () => {
    const opening = page('/vehicle', undefined, true)
    expect(opening).toMatch(/<h1[^>]*>Your quote<\/h1>/)
    expect(opening).not.toMatch(/<input|<form/)
    expect(page('/vehicle')).toContain('name="owner.quoteNumber"')
  })

  const journeyPaths = pagePaths.filter(path => !isLegalPath(path))
  it.each(journeyPaths)('%s names its files to the inline script only', route => {
    const html = page(route)
    expect(html).not.toMatch(/<link[^>]+modulepreload|<script[^>]+src=/)
    expect(html).toContain(
      '<script data-entry="/assets/main-1.js" data-files="/assets/main-1.js /assets/shared-1.js">/* boot/before-hydration.js */</script>',
    )
  })

  it('[PAY-06] [PAY-07] no page title reports a successful payment before it is confirmed', () => {
    for (const route of ['/paymentsuccess', '/cc-payment-success'])
      expect(page(route)).toContain('<title>Your payment – Car insurance – Openroad</title>')
  })

  it.each([
    ['/cc-payment-failure', 'PAY-08', 'Oops!', 'The Openroad car insurance team'],
    ['/session-expired', 'PAY-10', 'Session Expired', 'Get another quote'],
    ['/converted', 'PAY-10', 'This link is', 'Get a new quote'],
    ['/expired', 'PAY-10', 'Your original', 'Get a new quote'],
    ['/page-not-found', 'PAY-10', 'Oops! You', 'Get a quote'],
    ['/turners/page-not-found', 'PAY-10', 'Oops! You', 'Get a quote'],
    ['/error-occurred', 'PAY-10', 'Oops! An', 'Try again'],
  ])('[PAY-08] [PAY-10] %s has the text of requirement %s, letter for letter', (route, id, start, way) => {
    const row = requirements.split('\n').find(line => line.startsWith(`| ${id} |`)) ?? ''
    const printed = [...row.matchAll(/'((?:[^']|'(?=[a-z]))+)'/g)].find(([, text]) => text?.startsWith(start))
    const main = /<main[\s\S]*<\/main>/.exec(page(route))?.[0] ?? ''
    const text = main.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")
    expect(printed?.[1]).toBeDefined()
    expect(text).toContain(printed?.[1])
    expect(text).toContain(way)
  })

  it('[PAY-06] [PAY-10] two brands offer mechanical breakdown with tracking parameters, two do not', () => {
    const mechanicalBreakdownUrl = 'https://mbi.example/quote'
    const links = brands.map(brand => {
      const html = page('/converted', brand, false, { ...siteSettings, mechanicalBreakdownUrl })
      return [brand.key, /href="(https:\/\/mbi[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')]
    })
    const tracked = (source: string) =>
      `${mechanicalBreakdownUrl}?utm_medium=web&utm_source=${source}&utm_campaign=car-insurance-success&utm_content=next-steps`
    const none = { turners: undefined, fern: undefined }
    const both = { openroad: tracked('openroad'), harbour: tracked('harbour') }
    expect(Object.fromEntries(links)).toEqual({ ...both, ...none })
  })

  it('contains no inline handlers and no style attributes', () => {
    for (const route of pagePaths) {
      const html = page(route)
      expect(html).not.toMatch(/<[^>]+\s(?:on\w+|style)=/)
      const scripts = [...html.matchAll(/<script(?! type="application\/json")[^>]*>([\s\S]*?)<\/script>/g)]
      expect(scripts.filter(([, content]) => !content?.startsWith('/* boot/'))).toEqual([])
    }
  })

  it('search engines may index only the entry page and the legal documents', () => {
    const indexed = pagePaths.filter(route => !page(route).includes('noindex'))
    expect(indexed).toEqual(['/vehicle', '/privacy', '/terms'])
  })

  it.each(Object.values(legalPaths))('[BUS-04] %s is complete without script', path => {
    for (const brand of brands) {
      const template = renderPage({ brand, path, manifest, readBuilt: file => `/* ${file} */` })
      const html = fillPage(template, siteSettings, '<h1>The document</h1>')
      expect(html).toMatch(/<article[^>]*><h1>The document<\/h1><\/article>/)
      expect(html).not.toMatch(/<script|<button|<noscript|%\w+%/)
      expect(html).toMatch(/<details[^>]* open/)
      expect(html).toContain(`href="mailto:${brand.supportEmail}"`)
      expect(html).toMatch(
        new RegExp(`<title>(Privacy|Terms of use) – Car insurance – ${brand.name}</title>`),
      )
    }
  })

  it('contains no other hosts, and no setting can end its element', () => {
    const [brand] = brands
    if (!brand) throw new Error('no brand')
    const html = page('/vehicle', { ...brand, tagline: '</script><script>alert(1)</script>' })
    expect(html).not.toContain('<script>alert')
    const settings = /id="page">([^<]*)</.exec(html)?.[1] ?? ''
    expect(Object.keys(JSON.parse(settings).brand)).not.toEqual(expect.arrayContaining(['hosts']))
    expect(settings).not.toContain('mechanicalBreakdown":{')
  })
})
