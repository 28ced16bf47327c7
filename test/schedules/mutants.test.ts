/** Tests that the schedules detect every mutant, each by the checks meant for it. */
import { expect, it } from 'vitest'
import { type MutantName, mutants } from './mutants.ts'
import { playSchedules } from './schedules.ts'

/** Which check of test/schedules/final-checks.ts and partners.ts sees it; each alone must. */
const seenBy: Readonly<Record<MutantName, readonly string[]>> = {
  'no-unique-index': ['I7'],
  'key-per-retry': ['I1', 'I12'],
  'trusted-notice': ['I5', 'I7'],
  'issued-before-call': ['I2'],
  'call-inside-transaction': ['no call inside a transaction'],
  'no-lease': ['lease', 'look-up'],
  'no-refund-lease': ['I7'],
  'outbox-outside': ['I11'],
  'page-not-read-back': ['I7'],
}
const pairs = Object.entries(seenBy).flatMap(([name, checks]) =>
  checks.map(check => [name as MutantName, check] as const),
)

it('[PAY-05] [PAY-07] there are nine mutants, and each has its check', () => {
  expect(Object.keys(seenBy)).toEqual(Object.keys(mutants))
  expect(pairs.length).toBeGreaterThanOrEqual(9)
})

it.each(pairs)(
  '[PAY-05] [PAY-07] the mutant %s is seen by the check %s',
  async (name, check) => {
    const played = await playSchedules(30_000, { spoilt: mutants[name], until: [check] })
    expect(played.findings.map(finding => finding.check)).toContain(check)
  },
  400_000,
)
