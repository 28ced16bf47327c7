/**
 * `npm test`: sets the machine up and runs all checks, quick ones first and two at a time. It stops at the
 * first failing stage, names the step, and prints "N passed, N failed" last.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureOptionalPrograms, ensurePrograms } from './machine.mjs'
import {
  ensureBuild,
  ensureDependencies,
  exitOnSetupError,
  node24,
  root,
  runScript,
  stopRunning,
} from './setup.mjs'

const reports = join(root, 'node_modules', '.cache', 'openroad')

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const readReport = name => {
  const path = join(reports, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** @returns {Counts} */
const countUnit = () => {
  const report = readReport('vitest.json')
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/** @returns {Counts} */
const countBrowser = () => {
  const stats = readReport('playwright.json')?.stats
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  }
}

const quickChecks = [
  { title: 'Types', script: 'types' },
  { title: 'Lint', script: 'lint' },
  { title: 'Boundaries', script: 'boundaries' },
  { title: 'Dead code', script: 'dead-code' },
  { title: 'Build', work: () => ensureBuild() },
]
const suites = [
  { title: 'Unit and call tests', script: 'unit', count: countUnit },
  { title: 'Browser tests', script: 'browser', count: countBrowser },
]

const total = { passed: 0, failed: 0 }
const failedSteps = []

const finish = (title, started, ok) => {
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? '✔' : '✘'} ${title} (${seconds} s)`)
  if (!ok) failedSteps.push(title)
}

const runQuickCheck = async ({ title, script, args, work }) => {
  const started = Date.now()
  if (work) {
    const problem = await work().catch(error => error)
    if (problem) console.log(problem.message)
    if (problem) total.failed += 1
    return finish(title, started, !problem)
  }
  const { code, output } = await runScript(script, { folder: root, node: node24(), capture: true, args })
  // A check that fails counts as one failed test, so that the last line never reads "0 failed" after a failure.
  if (code !== 0) {
    console.log(output.trimEnd())
    total.failed += 1
  }
  finish(title, started, code === 0)
}

const runQuickChecks = async () => {
  const waiting = [...quickChecks]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runQuickCheck(next)
  }
  await Promise.all([worker(), worker()])
}

const runSuite = async ({ title, script, count }) => {
  const started = Date.now()
  console.log(`\n${title}`)
  const { code } = await runScript(script, { folder: root, node: node24() })
  const { passed, failed, skipped } = count()
  if (skipped > 0) console.log(`${skipped} skipped: every test must run.`)
  const ok = code === 0 && failed === 0 && skipped === 0 && passed > 0
  total.passed += passed
  total.failed += ok ? 0 : Math.max(failed, 1)
  finish(title, started, ok)
}

const runAll = async () => {
  for (const report of ['vitest.json', 'playwright.json']) rmSync(join(reports, report), { force: true })
  await runQuickChecks()
  for (const suite of suites) if (failedSteps.length === 0) await runSuite(suite)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopRunning(signal)
    console.error(`Stopped by ${signal}.`)
    process.exit(1)
  })
}

await exitOnSetupError(async () => {
  ensureDependencies()
  node24()
  ensurePrograms()
  ensureOptionalPrograms()
})
await runAll()
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = failedSteps.length > 0 ? 1 : 0
