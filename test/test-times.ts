/** vitest set-up of `npm run test:times`: adds a line with the processor time of each test file to one file. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

const path = join(import.meta.dirname, '../node_modules/.cache/openroad/test-times.jsonl')

/** The processor time of the ended child processes of this process. Linux only; the clock tick is a hundredth of a second. */
function childrenMs(): number {
  const afterName = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(afterName[13]) + Number(afterName[14])) * 10
}

const startedMs = Date.now()
const usedBefore = process.cpuUsage()
const childrenBefore = childrenMs()
const file = expect.getState().testPath

afterAll(() => {
  const used = process.cpuUsage(usedBefore)
  const ownMs = Math.round((used.user + used.system) / 1000)
  const line = { file, ownMs, childrenMs: childrenMs() - childrenBefore, clockMs: Date.now() - startedMs }
  appendFileSync(path, `${JSON.stringify(line)}\n`)
})
