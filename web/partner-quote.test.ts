import { expect, test } from 'vitest'
import { isPartnerQuote, loginFailedPath } from './partner-quote.ts'

test.each([
  [null, 'openroad', false, '/page-not-found'],
  ['p7', 'openroad', true, '/turners/page-not-found'],
  [null, 'turners', true, '/turners/page-not-found'],
  [null, 'fern', false, '/page-not-found'],
])('[ENTRY-03] a failed login with partner id %s on %s', (partnerId, brand, isPartner, path) => {
  expect(isPartnerQuote(partnerId, brand)).toBe(isPartner)
  expect(loginFailedPath(isPartner)).toBe(path)
})
