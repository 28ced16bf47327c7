/** Tests that every failure code of the adapters may be logged. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toSafeFailureCode } from './safe-failure-code.ts'

const comments = /^ *(?:\/\/|\/?\*).*$/gm
/** Texts that are no failure reasons: thrown errors, and refusals of one message. */
const otherTexts = /(?:new Error\(|outcome: 'refused', reason: )'[^']*'/g
/** Reasons of several words anywhere, and single words after `reason:`. */
const reasons = /'([a-z]+(?: [a-z]+)+)'|(?:reason: |noResponse\()'([a-z-]+)'/g

it('every failure reason of an adapter may be logged', () => {
  const folder = join(import.meta.dirname, '../../partners')
  const said = globSync('**/*.ts', { cwd: folder })
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => {
      const source = readFileSync(join(folder, file), 'utf8').replace(comments, '').replace(otherTexts, '')
      return [...source.matchAll(reasons)].map(([, several, one]) => several ?? one ?? '')
    })
  expect(said).toContain('still fetching')
  expect(said).toContain('refused')
  // The HTTP client's own codes are written in another way.
  said.push('timeout', 'unreachable')
  expect(said.filter(word => toSafeFailureCode(word) !== word)).toEqual([])
})
