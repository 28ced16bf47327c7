/**
 * vitest configuration of the pure rules' tests, without a database; mutation testing runs it thousands of
 * times.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['{journey,underwriting}/**/*.test.ts'], pool: 'threads', testTimeout: 15_000 },
})
