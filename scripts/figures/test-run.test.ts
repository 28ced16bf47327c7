/** Tests that every listed figure names an existing test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldFigures } from './test-run.ts'

const root = join(import.meta.dirname, '../..')

test.each(heldFigures)('a test enforces: $name', ({ file, title }) => {
  expect(title).not.toBe('')
  expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
