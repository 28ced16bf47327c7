/** The tests of the pure rules alone, without a database: what mutation testing runs thousands of times. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['{journey,underwriting}/**/*.test.ts'], pool: 'threads', testTimeout: 15_000 },
})
