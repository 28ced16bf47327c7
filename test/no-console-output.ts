/**
 * A stray line on the console fails the test that caused it: every test file relies on it through vitest's set-up.
 * A test that expects a line replaces the method itself (vi.spyOn) and checks what it was given.
 * Files that a page fetches ahead are waited for as well: broken off with the test that began it, one of them could not be
 * loaded by any test after it in the same process.
 */
import { afterAll, afterEach, vi } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'] as const
const strayLines: string[] = []

for (const method of methods) {
  console[method] = (...parts: unknown[]) => {
    strayLines.push(`console.${method}: ${parts.map(String).join(' ')}`)
  }
}

const complain = () => {
  const lines = strayLines.splice(0)
  if (lines.length > 0) throw new Error(`Stray console output:\n${lines.join('\n')}`)
}

afterEach(complain)
afterAll(complain)
afterAll(() => vi.dynamicImportSettled())
