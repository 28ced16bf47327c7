/** How the unit and call tests run: every *.test.ts of our folders, on one database server, with nothing printed. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What kills nodes waits more than it works: begun first, it waits while the other worker does all the rest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/test\/chaos\/|\/server\/rolling/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

const everything =
  '{brands,journey,contract,underwriting,partners,sandbox,documents,db,server,web,bench,test,scripts}/**/*.test.{ts,tsx}'

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
    setupFiles: './test/quiet.ts',
    pool: 'forks',
    // One more than the processors: what kills nodes waits for them half of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Wide: a slow machine is no fault, and what waits for ever is seen all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 10_000,
    allowOnly: false,
    retry: 0,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default', ['json', { outputFile: './node_modules/.cache/openroad/vitest.json' }]],
  },
})
