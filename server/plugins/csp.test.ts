/** Tests of the pages’ content security policy with Google’s CSP evaluator. */
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, it } from 'vitest'
import { pageContentSecurityPolicy } from './security-headers.ts'

const page = { scripts: ['start()'], styles: ['body { margin: 0 }'] }
const plain = pageContentSecurityPolicy(page, { kind: 'proof-of-work', attempts: 225 })
const withRecaptcha = pageContentSecurityPolicy(page, {
  kind: 'recaptcha',
  siteKey: 's',
  visibleSiteKey: 'v',
  secret: 'x',
  visibleSecret: 'y',
})

/** Findings that are worth more than a hint. */
const findings = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp).evaluate().filter(({ severity }) => severity <= 50)

it('[T24] [T41] the CSP evaluator finds no issue, and the policy contains no host but those of reCAPTCHA', () => {
  expect(findings(plain)).toEqual([])
  expect(findings(withRecaptcha)).toEqual([])
  expect(findings("script-src 'unsafe-inline' *").length).toBeGreaterThan(0)
  expect(plain).not.toMatch(/https?:|\*|unsafe|gstatic|google/)
  expect(withRecaptcha).toContain('https://www.google.com/recaptcha/')
  expect(withRecaptcha).not.toMatch(/script-src [^;]*https?:/)
})

it('[T24] [BUS-03] a tag manager adds its addresses and nothing else', () => {
  const without = pageContentSecurityPolicy(page, { kind: 'off' })
  const measured = pageContentSecurityPolicy(page, { kind: 'off' }, true)
  const changes = (policy: string, other: string) =>
    policy.split('; ').filter(directive => !other.split('; ').includes(directive))
  expect(changes(measured, without)).toEqual([
    "img-src 'self' data: https://www.googletagmanager.com",
    "connect-src 'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
  ])
  // Google's script sets addresses of scripts as plain text.
  expect(changes(without, measured)).toEqual([
    "img-src 'self' data:",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types openroad',
  ])
  expect(findings(measured)).toEqual([])
})

it('[T24] [BUS-04] a page without script allows none', () => {
  const still = pageContentSecurityPolicy({ ...page, scripts: [] }, { kind: 'off' })
  expect(still).toContain("; script-src 'none'; ")
  expect(findings(still)).toEqual([])
})
