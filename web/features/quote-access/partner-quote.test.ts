/** Tests of the page shown when the login of a partner's customer failed. */

import { expect, test } from 'vitest'
import { loginFailedPath } from './partner-quote.ts'

test.each([
  [null, 'openroad', '/page-not-found'],
  ['p7', 'openroad', '/turners/page-not-found'],
  [null, 'turners', '/turners/page-not-found'],
  [null, 'fern', '/page-not-found'],
])('[ENTRY-03] a failed login with partner id %s on %s', (partnerId, brand, path) => {
  expect(loginFailedPath(partnerId, brand)).toBe(path)
})
