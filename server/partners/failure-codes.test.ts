/**
 * Tests that the failure codes of the adapters are on the list of loggable codes: any other code is logged
 * as 'other'.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PartnerFailureKind } from '#partners/http.ts'
import { toSafeFailureCode } from './failure-codes.ts'

const comments = /^ *(?:\/\/|\/?\*).*$/gm
/** Names of partners, what is thrown, and a no to one message, which is no failure. */
const otherTexts = /(?:partner(?: =|:) |httpClientOver\(|new Error\(|outcome: 'refused', reason: )'[^']*'/g
/** Of several words wherever they stand, of one where it is said why. */
const reasons = /'([a-z]+(?: [a-z]+)+)'|(?:reason: |failed\(|pending\()'([a-z-]+)'/g

it('an adapter that fails is told of in its own words', () => {
  const folder = join(import.meta.dirname, '../../partners')
  const said = globSync('**/*.ts', { cwd: folder })
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => {
      const source = readFileSync(join(folder, file), 'utf8').replace(comments, '').replace(otherTexts, '')
      return [...source.matchAll(reasons)].map(([, several, one]) => several ?? one ?? '')
    })
  expect(said).toContain('still fetching')
  expect(said).toContain('refused')
  expect(said.filter(word => toSafeFailureCode(word) !== word)).toEqual([])
})

it.each(
  Object.keys({
    timeout: true,
    unreachable: true,
    'too-large': true,
    'not-json': true,
    'more than agreed for a day': true,
  } satisfies Record<PartnerFailureKind, true>),
)('a call that failed is told of as it failed: %s', kind => {
  expect(toSafeFailureCode(kind)).toBe(kind)
})
