/**
 * Settings of vitest for the unit and API tests: every *.test.ts of our folders, on one database server. A test that
 * writes to the console fails (test/test-setup.ts).
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './scripts/system-programs.mjs'

// The workers, and every process that a test starts, write their temporary files there.
process.env.TMPDIR = memoryFolder() ?? tmpdir()

/**
 * The longest files, started first in this order, so that none runs alone at the end. Tests that kill nodes mostly wait:
 * two of them run while the third worker uses the processor.
 */
const longest = [
  'test/chaos/run.test.ts',
  'test/abuse/hostile-input.test.ts',
  'test/schedules/schedules.test.ts',
  'test/rolling-restart.test.ts',
].map(path => join(import.meta.dirname, path))
const missing = longest.find(path => !existsSync(path))
if (missing) throw new Error(`${missing} is in the list of the longest tests, but does not exist.`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(moduleId)
    const first = longest.flatMap(path => sorted.filter(({ moduleId }) => moduleId === path))
    return [...first, ...sorted.filter(file => !isLong(file))]
  }
}

const everything =
  '{brands,journey,contract,underwriting,partners,sandbox,documents,db,dev,server,web,bench,test,scripts}/**/*.test.{ts,tsx}'

/** Tracing changes modules as they are loaded: these need a process where nothing is yet. */
const traced = ['server/telemetry/tracing.test.ts', 'test/abuse/leaks.test.ts']

export default defineConfig({
  test: {
    // The others share processes: loading the product for each of two hundred files took longer than many of them.
    projects: [
      { test: { name: 'shared', include: [everything], exclude: traced, isolate: false } },
      { test: { name: 'traced', include: traced } },
    ],
    globalSetup: './test/database-server.ts',
    setupFiles: [
      './test/test-setup.ts',
      ...(process.env.OPENROAD_TEST_TIMES ? ['./test/test-times.ts'] : []),
    ],
    pool: 'forks',
    // One more than the processors: what kills nodes waits for them half of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only to end what hangs: a test must pass on a machine that is ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 10_000,
    allowOnly: false,
    retry: 0,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default', ['json', { outputFile: './node_modules/.cache/openroad/vitest.json' }]],
  },
})
