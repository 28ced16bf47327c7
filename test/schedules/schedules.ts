/**
 * Runner of random schedules: fast-check draws the events and their order, the simulation executes them, and
 * the final checks run.
 */
import fc from 'fast-check'
import { runFinalChecks } from './final-checks.ts'
import type { Finding, Mutation, Plan } from './schedule-plan.ts'
import { openSimulation } from './simulation.ts'

const node = fc.constantFrom(0 as const, 1 as const)

/** In steps of the whole world. */
const soon = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }))
const anyTime = fc.integer({ min: 0, max: 90 })

const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('click' as const), after: soon, node }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('card' as const),
      after: soon,
      node,
      ending: fc.constantFrom(
        'approved' as const,
        'approved' as const,
        'declined' as const,
        'cancelled' as const,
      ),
      notices: fc.array(node, { maxLength: 3 }),
      comesBack: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('return' as const, 'reconcile' as const, 'crash' as const, 'work' as const),
      after: anyTime,
      node,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('amend' as const), after: anyTime }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('clock' as const),
      after: anyTime,
      seconds: fc.constantFrom(6 as const, 31 as const, 61 as const, 660 as const),
    }),
  },
)

const fault = fc.oneof(
  { weight: 7, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constantFrom('before' as const, 'after' as const, 'late' as const) },
  { weight: 1, arbitrary: fc.constant('after' as const) },
  { weight: 1, arbitrary: fc.constant('late' as const) },
)

const plan: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(act, { minLength: 2, maxLength: 9, size: 'max' }),
  faults: fc.array(fault, { maxLength: 10, size: 'max' }),
  refusals: fc.constantFrom(0, 0, 0, 1),
  knowsKeys: fc.boolean(),
  forgetfulCards: fc.boolean(),
})

/** One schedule from its beginning to rest; what it broke. */
async function play(scheduler: fc.Scheduler, what: Plan, spoilt: Mutation): Promise<Finding[]> {
  const world = openSimulation(what, label => scheduler.schedule(Promise.resolve(), label), spoilt)
  await world.ready
  const all = Promise.all(what.acts.map(one => world.perform(one)))
  do await scheduler.waitIdle()
  while (world.nudge())
  await all
  await world.quiesce()
  return runFinalChecks(world)
}

export interface ScheduleResult {
  readonly failed: boolean
  readonly seed: number
  readonly schedules: number
  /** The shrunk example's findings, and the whole report with seed and path to play it again. */
  readonly findings: readonly Finding[]
  readonly report: string
}

/** A hung schedule is as bad as a wrong one. */
const longestMs = 60_000

/** `until` names the checks that count, all unless told. */
export async function playSchedules(
  count: number,
  options: { seed?: number; path?: string; spoilt?: Mutation; until?: readonly string[] } = {},
): Promise<ScheduleResult> {
  const { spoilt = {}, seed, path, until } = options
  let last: readonly Finding[] = []
  const details = await fc.check(
    fc.asyncProperty(fc.scheduler(), plan, async (scheduler, what) => {
      const all = await play(scheduler, what, spoilt)
      const findings = until ? all.filter(({ check }) => until.includes(check)) : all
      if (findings.length > 0) last = findings
      return findings.length === 0
    }),
    {
      numRuns: count,
      timeout: longestMs,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    },
  )
  return {
    failed: details.failed,
    seed: details.seed,
    schedules: details.numRuns,
    findings: details.failed ? last : [],
    report: details.failed
      ? `${JSON.stringify(last)} ${details.errorInstance ?? ''}\n${details.errorInstance instanceof Error ? details.errorInstance.stack : ''}\nFAULT_SEED=${details.seed} path ${details.counterexamplePath}\n${fc.defaultReportMessage(details)}`
      : '',
  }
}
