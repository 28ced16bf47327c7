/**
 * `npm run release-check [-- command …]`: runs every check that is too slow for each commit, one after the other, and
 * prints one table. The full output of each command is stored in node_modules/.cache/openroad/release-check.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findWorstFigure, readStoredRuns } from './figures/figure-store.ts'

/** In this order, as they are typed after `npm run`. `lighthouse` and `bench -- growth` take about an hour each. */
const commands = [
  'test',
  'test:times',
  'states:all',
  'engines',
  'html',
  'observatory',
  'size',
  'vitals',
  'lighthouse',
  'bench',
  'bench -- overload',
  'bench -- restarts 50',
  'bench -- soak 30',
  'bench -- growth 10000 1000000',
  'bench:addresses',
  'hostile-input',
  'schedules',
  'chaos',
  'mutants',
  'deploy:check',
  'failover',
  'flake-check -- 5',
] as const

const root = join(import.meta.dirname, '..')
const logs = join(root, 'node_modules/.cache/openroad/release-check')

/** The figures that this run of the command stored, or the last line that it printed. */
function figureOf(command: string, startedAt: string, log: string): string {
  const figures = readStoredRuns(command).flatMap(run => (run.at >= startedAt ? run.figures : []))
  const worst = findWorstFigure(figures)
  if (!worst) return readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)?.trim() ?? ''
  const reached = figures.filter(({ holds }) => holds !== false).length
  return `${reached} of ${figures.length} figures hold; ${worst.name}: ${worst.measured}`
}

function run(command: string): { command: string; result: string; seconds: number; figure: string } {
  const started = Date.now()
  const log = join(logs, `${command.replaceAll(/\W+/g, '-')}.log`)
  const output = openSync(log, 'w')
  const { status } = spawnSync('npm', ['run', '--silent', ...command.split(' ')], {
    cwd: root,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const result = status === 0 ? 'passed' : 'FAILED'
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${result}  npm run ${command}  ${seconds} s`)
  const startedAt = new Date(started).toISOString().slice(0, 16)
  return { command, result, seconds, figure: figureOf(command, startedAt, log) }
}

const asked = process.argv.slice(2)
const isNamed = (command: string, name: string) => command === name || command.split(' ')[0] === name
if (asked.some(name => !commands.some(command => isNamed(command, name))))
  throw new Error(`There are the commands ${commands.join(', ')}.`)
const chosen =
  asked.length === 0 ? commands : commands.filter(command => asked.some(name => isNamed(command, name)))

rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
const results = chosen.map(run)
console.table(results)
process.exitCode = results.every(({ result }) => result === 'passed') ? 0 : 1
