/** Checks that every figure listed as held by a test names a test that exists. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldFigures } from './test-run.ts'

const root = join(import.meta.dirname, '../..')

test.each(heldFigures)('there is a test for: $name', ({ file, title }) => {
  expect(title).not.toBe('')
  expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
