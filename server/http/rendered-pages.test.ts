/** What a page is told about where it runs. */
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { readConfig } from '#server/config.ts'
import { settingsOf } from './rendered-pages.ts'

it('[PAY-06] the host of mechanical breakdown insurance follows from the environment; two brands have none', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const production = { NODE_ENV: 'production', ALLOW_SANDBOX: 'yes', JWT_KEY: key, PII_KEYS: `1:${key}` }
  const hosts = (environment: Record<string, string>) =>
    [...readBrands().values()].map(brand => [
      brand.key,
      settingsOf(brand, readConfig(environment)).mechanicalBreakdownUrl,
    ])
  expect(Object.fromEntries(hosts(production))).toMatchObject({
    openroad: 'https://mbi.openroad.example/quote',
    harbour: 'https://mbi.harbour.example/quote',
    turners: null,
    fern: null,
  })
  expect(Object.fromEntries(hosts({}))).toMatchObject({
    openroad: 'https://mbi-uat.openroad.example/quote',
    harbour: 'https://mbi-uat.harbour.example/quote',
    turners: null,
    fern: null,
  })
})
