/** `npm run flake-check [runs]`: runs `npm test` ten times, or `runs` times, to find flaky tests; stops at a failure. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { figureWithoutBaseline, storeFigures } from './figures/figure-store.ts'

interface TestRun {
  readonly green: boolean
  readonly passed: number
  readonly minutes: number
}

const root = join(import.meta.dirname, '..')
const logs = join(root, 'node_modules/.cache/openroad/flake-check')
const usual = 10
const mostMinutes = 15
const times = Number(process.argv[2] ?? usual)

function testOnce(log: string): TestRun {
  const started = performance.now()
  const output = openSync(log, 'w')
  const { status } = spawnSync('npm', ['test'], { cwd: root, stdio: ['ignore', output, output] })
  closeSync(output)
  const [, passed = '0'] = /(\d+) passed, \d+ failed\s*$/.exec(readFileSync(log, 'utf8')) ?? []
  return { green: status === 0, passed: Number(passed), minutes: (performance.now() - started) / 60_000 }
}

rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
const runs: TestRun[] = []
while (runs.length < times && runs.every(({ green }) => green)) {
  const log = join(logs, `${runs.length + 1}.log`)
  const run = testOnce(log)
  runs.push(run)
  console.log(
    `${runs.length}: ${run.green ? 'green' : `red, see ${log}`}, ${run.passed} passed in ${run.minutes.toFixed(1)} min`,
  )
}

const green = runs.filter(run => run.green)
const slowest = Math.max(...runs.map(({ minutes }) => minutes))
storeFigures(times === usual ? 'flake-check' : `flake-check -- ${times}`, [
  figureWithoutBaseline(
    '`npm test`, green in a row',
    `${green.length} of ${times}, of ${Math.max(...runs.map(({ passed }) => passed))} tests each`,
    'all, none skipped, none tried again',
    green.length === times,
  ),
  figureWithoutBaseline(
    '`npm test`, the slowest of them',
    `${slowest.toFixed(1)} min`,
    `≤ ${mostMinutes} min`,
    slowest <= mostMinutes,
  ),
])
process.exitCode = green.length === times ? 0 : 1
