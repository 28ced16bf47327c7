/** The vitest configuration of the rules' tests without a database, which mutation testing runs often. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['{journey,underwriting}/**/*.test.ts'], pool: 'threads', testTimeout: 15_000 },
})
