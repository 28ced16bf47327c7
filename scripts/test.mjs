/** `npm test`: sets the machine up, runs the quick checks, then the test suites, and prints "N passed, N failed" last. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureDependencies, exitOnSetupError, pathOfNode24, root } from './setup.mjs'
import { ensureOptionalPrograms, ensurePrograms } from './system-programs.mjs'

const running = new Set()

/** A script of package.json. npm puts node_modules/.bin first in PATH, and with it Node 24. */
const npmScript = name => ['npm', 'run', '--silent', name]

const run = async ([program, ...args], stdio) => {
  const child = spawn(program, args, { cwd: root, stdio })
  running.add(child)
  const closed = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const pipes = [child.stdout, child.stderr].filter(pipe => pipe !== null)
  const [code, ...outputs] = await Promise.all([closed, ...pipes.map(pipe => text(pipe))])
  running.delete(child)
  return { isGreen: code === 0, output: outputs.join('') }
}

const total = { passed: 0, failed: 0 }
const failedSteps = []

const finish = (title, started, isGreen) => {
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${isGreen ? '✔' : '✘'} ${title} (${seconds} s)`)
  if (!isGreen) failedSteps.push(title)
}

/** A check that fails counts as one failed test, so that the last line never reads "0 failed" after a failure. */
const runCheck = async ([title, command]) => {
  const started = Date.now()
  const { isGreen, output } = await run(command, ['ignore', 'pipe', 'pipe'])
  if (!isGreen) {
    console.log(output.trimEnd())
    total.failed += 1
  }
  finish(title, started, isGreen)
}

const runSuite = async ({ title, script, report, count }) => {
  const started = Date.now()
  const path = join(root, 'node_modules/.cache/openroad', report)
  rmSync(path, { force: true })
  console.log(`\n${title}`)
  const { isGreen } = await run(npmScript(script), 'inherit')
  const counts = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : [0, 0, 0]
  const [passed, failed, skipped] = counts
  if (skipped > 0) console.log(`${skipped} skipped: every test must run.`)
  const hasPassed = isGreen && failed === 0 && skipped === 0 && passed > 0
  total.passed += passed
  total.failed += hasPassed ? 0 : Math.max(failed, 1)
  finish(title, started, hasPassed)
}

const checks = [
  ['Types', npmScript('types')],
  ['Lint', npmScript('lint')],
  ['Boundaries', npmScript('boundaries')],
  ['Dead code', npmScript('dead-code')],
  ['Build', [process.execPath, 'scripts/setup.mjs']],
]

/** `count` reads how many tests passed, failed and were skipped in the runner's JSON report. */
const suites = [
  {
    title: 'Unit and call tests',
    script: 'unit',
    report: 'vitest.json',
    count: found => [found.numPassedTests, found.numFailedTests, found.numPendingTests + found.numTodoTests],
  },
  {
    title: 'Browser tests',
    script: 'browser',
    report: 'playwright.json',
    count: ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped],
  },
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    console.error(`Stopped by ${signal}.`)
    process.exit(1)
  })
}

await exitOnSetupError(() => {
  ensureDependencies()
  pathOfNode24()
  ensurePrograms()
  ensureOptionalPrograms()
})
await Promise.all(checks.map(runCheck))
for (const suite of suites) if (failedSteps.length === 0) await runSuite(suite)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = failedSteps.length > 0 ? 1 : 0
