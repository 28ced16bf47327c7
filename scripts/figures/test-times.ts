/**
 * `npm run test:times`: runs the unit and call tests and prints the files that took most processor time, and the longest
 * browser tests of the last run.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

const shown = 30
const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/openroad')
const lines = join(cache, 'test-times.jsonl')

interface FileTime {
  readonly file: string
  readonly ownMs: number
  readonly childrenMs: number
  readonly clockMs: number
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly results: readonly { duration: number }[]
    }[]
  }[]
}

const seconds = (ms: number) => Number((ms / 1000).toFixed(1))
const total = (times: readonly number[]) => seconds(times.reduce((sum, time) => sum + time, 0))

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
console.log(
  `Processor time of the unit and call tests, s: ${total(files.map(time => time.ownMs + time.childrenMs))}`,
)
console.table(
  files.slice(0, shown).map(({ file, ownMs, childrenMs, clockMs }) => ({
    file: relative(root, file),
    own: seconds(ownMs),
    children: seconds(childrenMs),
    clock: seconds(clockMs),
  })),
)

const report = join(cache, 'playwright.json')
const specs = ({ suites = [], specs: own = [] }: Suite): NonNullable<Suite['specs']> => [
  ...own,
  ...suites.flatMap(specs),
]
if (existsSync(report)) {
  const tests = specs(JSON.parse(readFileSync(report, 'utf8')) as Suite)
    .flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, results }) => ({
        file,
        project: projectName,
        title: title.slice(0, 90),
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    )
    .sort((one, other) => other.ms - one.ms)
  console.log(`Clock of the browser tests, one after the other, s: ${total(tests.map(({ ms }) => ms))}`)
  console.table(tests.slice(0, shown).map(({ ms, ...test }) => ({ ...test, seconds: seconds(ms) })))
}
