/** Tests of the settings that a page receives, and of how long the server waits compared with the page. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { pageFileName } from '#contract/page-template.ts'
import { legalPaths, pagePaths, startPath } from '#journey/page-paths.ts'
import { sessionIdleSeconds } from '#server/access/browser-session.ts'
import { parseConfig } from '#server/config.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { loadPages, siteSettingsOf } from './load-pages.ts'
import { pageHeaders } from './pages.ts'

it('[SHELL-07] a page receives the configured session timeout; the server waits two minutes longer', () => {
  const config = parseConfig({ SESSION_TIMEOUT_SECONDS: '300' })
  for (const brand of readBrands().values())
    expect(siteSettingsOf(brand, config).sessionTimeoutSeconds).toBe(300)
  expect(sessionIdleSeconds({ config })).toBe(420)
})

const key = Buffer.alloc(32, 7).toString('base64')
const inProduction = { NODE_ENV: 'production', ALLOW_SANDBOX: 'yes', JWT_KEY: key, PII_KEYS: `1:${key}` }

it.each([
  ['nothing set', {}, 'mbi-uat'],
  ['NODE_ENV=test', { NODE_ENV: 'test' }, 'mbi-uat'],
  ['production', inProduction, 'mbi'],
  ['production set to the test site', { ...inProduction, MECHANICAL_BREAKDOWN_SITE: 'test' }, 'mbi-uat'],
  ['development set to the real site', { MECHANICAL_BREAKDOWN_SITE: 'production' }, 'mbi'],
])(
  '[PAY-06] the host of mechanical breakdown insurance is chosen by its setting, with %s; two brands have none',
  (_, environment, host) => {
    const config = parseConfig(environment)
    const urls = [...readBrands()].map(([, brand]) => siteSettingsOf(brand, config).mechanicalBreakdownUrl)
    expect(new Set(urls)).toEqual(
      new Set([`https://${host}.openroad.example/quote`, `https://${host}.harbour.example/quote`, null]),
    )
  },
)

const byStripe = (PAYMENT_SECRET_KEY: string) => ({
  PAYMENT: 'stripe',
  PAYMENT_SECRET_KEY,
  PAYMENT_WEBHOOK_SECRET: 'whsec_1',
  VEHICLE: 'carjam',
  VEHICLE_URL: 'https://cars.example',
  VEHICLE_KEY: 'k',
  ADDRESS: 'address-book',
  SMTP_URL: 'smtps://mail.example',
})
const real = byStripe('sk_live_1')

it.each([
  ['nothing set', {}, 'payment'],
  ['cards of Stripe’s test mode', byStripe('sk_test_1'), 'payment'],
  ['an insurer that plays', { ...real, INSURER: 'sandbox' }, 'insurer'],
  ['addresses that are samples', { ...real, ADDRESS: 'sandbox' }, 'other'],
  ['every partner real', real, null],
] as const)(
  '[SHELL-04] with %s the page shows the most serious sandbox notice',
  (_, environment, standIn) => {
    const [brand] = readBrands().values()
    if (!brand) throw new Error('no brand')
    expect(siteSettingsOf(brand, parseConfig(environment)).testModeNotice).toBe(standIn)
  },
)

it('[SHELL-04] [BUS-03] a page is sent with its settings, and its policy names exactly its inline scripts and styles', async () => {
  const dist = await temporaryDir()
  const [brand] = readBrands().values()
  if (!brand) throw new Error('no brand')
  const template =
    '<style>a{}</style><main>%legalDocument%</main><script>first()</script><template data-when="captcha=recaptcha">Google</template><template data-when="testModeNotice=payment">Test</template><script type="application/json" id="settings">%settings%</script><script data-entry="/a.js">last()</script>'
  for (const name of [...pagePaths.map(path => pageFileName(path, false)), pageFileName(startPath, true)]) {
    const file = join(dist, 'pages', brand.key, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, template)
  }
  const config = parseConfig({})
  const pages = await loadPages(dist, new Map([[brand.key, brand]]), config)
  const page = pages(brand.key, startPath, false)
  if (!page) throw new Error('no page')
  const html = brotliDecompressSync(page.br).toString()
  expect(gunzipSync(page.gzip).toString()).toBe(html)
  expect(html).toContain(`id="settings">${JSON.stringify(siteSettingsOf(brand, config))}</script>`)
  expect(html).toContain('Test')
  expect(html).not.toContain('Google')
  const hashes = ['first()', 'last()', 'a{}'].map(
    text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(page.csp.match(/'sha256-[^']+'/g)).toEqual(hashes)
  expect(pages(brand.key, '/nowhere', false)).toBeUndefined()

  // Without a tag manager container the policy is the same everywhere.
  for (const path of pagePaths) {
    const { csp, productionCsp } = pages(brand.key, path, false) ?? {}
    expect([path, productionCsp]).toEqual([path, csp])
  }
  const measured = await loadPages(
    dist,
    new Map([[brand.key, { ...brand, tagManager: 'GTM-TEST123' }]]),
    config,
  )
  const opened = pagePaths.filter(path => {
    const { csp, productionCsp } = measured(brand.key, path, false) ?? {}
    expect(csp).not.toContain('googletagmanager')
    return productionCsp !== csp
  })
  const entry = measured(brand.key, startPath, false)
  if (!entry) throw new Error('no page')
  const cspAt = (host: string) => pageHeaders(entry, host)['content-security-policy']
  expect(cspAt('openroad.example')).toBe(entry.productionCsp)
  for (const host of ['uat.openroad.example', 'localhost:8080']) expect(cspAt(host)).toBe(entry.csp)
  expect(pagePaths.filter(path => !opened.includes(path))).toEqual([
    '/vehicle/step5',
    '/cc-payment-failure',
    '/privacy',
    '/terms',
  ])
  const legal = pages(brand.key, legalPaths.privacy, false)
  expect(legal && gunzipSync(legal.gzip).toString()).toContain('<main><h1>Privacy</h1>')
  expect(html).toContain('<main></main>')
})
