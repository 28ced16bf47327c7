/** Mutation testing of the rules (`npm run mutants`): a surviving mutant is a rule that no test checks. */

export default {
  mutate: ['{journey,underwriting}/**/*.ts', '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/rules.vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // Constant tables are data with tests of their own; their mutants would run every test.
  ignoreStatic: true,
  // Texts are not rules.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 85 },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: 'node_modules/.cache/openroad/mutants.json' },
  tempDirName: 'node_modules/.cache/openroad/stryker',
  ignorePatterns: ['**', '!package.json', '!{journey,underwriting,contract,test}/**'],
  allowEmpty: false,
}
