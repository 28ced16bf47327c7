/** Tests that the schedules detect the planted errors, each by the checks meant for it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutants } from './mutants.ts'
import { runSchedules } from './schedules.ts'
import { openScheduleApp, type ScheduleApp } from './simulation.ts'

let app: ScheduleApp
beforeAll(async () => {
  app = await openScheduleApp()
})
afterAll(() => app.close())

/**
 * The checks that detect each mutant by themselves, with the number of the schedule that did so last. The search begins
 * there and continues if the code has changed.
 */
const detected: readonly [mutant: keyof typeof mutants, check: string, schedule: number][] = [
  ['key-per-retry', 'one policy', 348],
  ['key-per-retry', 'I12', 4],
  ['trusted-webhook', 'I5', 24],
  ['trusted-webhook', 'money', 24],
  ['issued-before-call', 'I2', 0],
  ['call-inside-transaction', 'no call inside a transaction', 0],
  ['no-lease', 'lease', 23],
  ['no-lease', 'look-up', 23],
  ['no-refund-lease', 'money', 855],
  ['outbox-outside', 'I11', 259],
  ['page-not-read-back', 'money', 112],
]

it.each(detected)(
  '[PAY-05] [PAY-07] the mutant %s is detected by the check %s',
  async (name, check, first) => {
    await app.clear()
    const result = await runSchedules(app, 20_000, {
      seed: 'mutants',
      first,
      mutant: mutants[name],
      until: [check],
    })
    expect(result.findings.map(finding => finding.check)).toContain(check)
  },
  600_000,
)
