/** Runs random schedules: a seed draws actions, faults and order. For tests and `npm run schedules`. */
import { type SeededRandom, seededRandom } from '#test/chaos/seeded-random.ts'
import { runFinalChecks } from './final-checks.ts'
import type { Mutant } from './mutants.ts'
import {
  type Finding,
  openSimulation,
  type Plan,
  type ScheduleApp,
  type ScheduledAction,
} from './simulation.ts'
import { createSteps } from './step-order.ts'

const nodes = [0, 1] as const
const kinds = ['click', 'card', 'other', 'amend', 'clock'] as const
type Kind = (typeof kinds)[number]
const weightedKinds: readonly Kind[] = [
  ...Array<Kind>(5).fill('click'),
  ...Array<Kind>(6).fill('card'),
  ...Array<Kind>(4).fill('other'),
  'amend',
  ...Array<Kind>(3).fill('clock'),
]

function drawAction(random: SeededRandom): ScheduledAction {
  const node = random.pick(nodes)
  const soon = random.chance(0.5) ? 0 : random.below(61)
  const anyTime = random.below(91)
  switch (random.pick(weightedKinds)) {
    case 'click':
      return { act: 'click', after: soon, node }
    case 'card':
      return {
        act: 'card',
        after: soon,
        node,
        ending: random.pick(['approved', 'approved', 'declined', 'cancelled'] as const),
        webhooks: Array.from({ length: random.below(4) }, () => random.pick(nodes)),
        comesBack: random.chance(0.5),
      }
    case 'other':
      return { act: random.pick(['return', 'requeue', 'crash', 'work'] as const), after: anyTime, node }
    case 'amend':
      return { act: 'amend', after: anyTime }
    case 'clock':
      return { act: 'clock', after: anyTime, seconds: random.pick([6, 31, 61, 660] as const) }
  }
}

const drawPlan = (random: SeededRandom): Plan => ({
  acts: Array.from({ length: 2 + random.below(8) }, () => drawAction(random)),
  faults: Array.from({ length: random.below(11) }, () =>
    random.chance(0.7) ? 'none' : random.pick(['before', 'after', 'after', 'late', 'late'] as const),
  ),
  refusals: random.chance(0.25) ? 1 : 0,
  knowsKeys: random.chance(0.5),
  forgetfulCards: random.chance(0.5),
})

/** Runs one schedule until nothing is left to do; returns what it violated, and the order of its steps. */
export async function runSchedule(
  app: ScheduleApp,
  seed: string,
  mutant: Mutant = services => services,
): Promise<{ readonly findings: Finding[]; readonly order: readonly string[] }> {
  const random = seededRandom(seed)
  const steps = createSteps(random.for('order'))
  const plan = drawPlan(random.for('plan'))
  const simulation = await openSimulation(app, plan, steps, mutant)
  const all = Promise.all(plan.acts.map(action => simulation.perform(action)))
  await steps.run()
  await all
  await simulation.quiesce()
  return { findings: await runFinalChecks(simulation), order: steps.order }
}

export interface ScheduleResult {
  readonly schedules: number
  /** The findings of the first schedule that has any. */
  readonly findings: readonly Finding[]
  /** That schedule's seed, to run it again; null if no schedule has findings. */
  readonly seed: string | null
}

/** Runs schedules from number `first` until one has findings; with `until`, only findings of these checks count. */
export async function runSchedules(
  app: ScheduleApp,
  count: number,
  options: { seed: string; first?: number; mutant?: Mutant; until?: readonly string[] },
): Promise<ScheduleResult> {
  const { seed, first = 0, mutant, until } = options
  for (let number = 0; number < count; number += 1) {
    const own = `${seed}/${first + number}`
    const { findings: all } = await runSchedule(app, own, mutant)
    const findings = until ? all.filter(({ check }) => until.includes(check)) : all
    if (findings.length > 0) return { schedules: number + 1, findings, seed: own }
    await (all.length > 0 ? app.clear() : app.endPolling())
  }
  return { schedules: count, findings: [], seed: null }
}
