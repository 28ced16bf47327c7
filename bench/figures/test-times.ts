/** `npm run test:times`: runs the unit and call tests and prints the files that took most processor time. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { figureWithoutBaseline, storeFigures } from './figure-store.ts'

const shown = 30
const mostSeconds = 360
const root = join(import.meta.dirname, '../..')
const lines = join(root, 'node_modules/.cache/openroad/test-times.jsonl')

interface FileTime {
  readonly file: string
  readonly ownMs: number
  readonly childrenMs: number
  readonly clockMs: number
}

const seconds = (ms: number) => Number((ms / 1000).toFixed(1))

rmSync(lines, { force: true })
spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, OPENROAD_TEST_TIMES: '1' },
})
const files = readFileSync(lines, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as FileTime)
  .sort((one, other) => other.ownMs + other.childrenMs - one.ownMs - one.childrenMs)
const allSeconds = seconds(files.reduce((sum, { ownMs, childrenMs }) => sum + ownMs + childrenMs, 0))
console.log(`Processor time of the unit and call tests, s: ${allSeconds}`)
console.table(
  files.slice(0, shown).map(({ file, ownMs, childrenMs, clockMs }) => ({
    file: relative(root, file),
    own: seconds(ownMs),
    children: seconds(childrenMs),
    clock: seconds(clockMs),
  })),
)

if (process.argv.length === 2)
  storeFigures('test:times', [
    figureWithoutBaseline(
      'processor time of the unit and call tests',
      `${Math.round(allSeconds)} s`,
      `≤ ${mostSeconds} s`,
      allSeconds <= mostSeconds,
    ),
  ])
