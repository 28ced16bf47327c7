/** vitest set-up that fails a test which writes to the console or leaves the clock replaced. */
import { performance as realPerformance } from 'node:perf_hooks'
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
afterAll(() => {
  if (vi.isFakeTimers() || !Object.is(performance, realPerformance))
    throw new Error('A test left the clock replaced: the next file in this process would wait for ever.')
})
// A page prefetches files: if the end of a test aborted such an import, no later test could load the file.
afterAll(() => vi.dynamicImportSettled())
