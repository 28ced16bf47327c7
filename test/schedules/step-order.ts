/** The order of a schedule: every flow waits at its steps, and the seed chooses the one that continues. */
import { setImmediate as turn } from 'node:timers/promises'
import type { SeededRandom } from '#test/chaos/seeded-random.ts'

export type Steps = ReturnType<typeof createSteps>

export function createSteps(random: SeededRandom) {
  const waiting: { readonly label: string; readonly go: () => void }[] = []
  /** Flows that begin after a number of steps, the earliest first. */
  const notBegun: { readonly at: number; readonly go: () => void }[] = []
  /** The labels of the steps so far, in the order in which flows continued. */
  const order: string[] = []
  let stepsSoFar = 0
  let underWay = 0

  function beginFlowsDueAt(step: number): void {
    while (notBegun[0] && notBegun[0].at <= step) notBegun.shift()?.go()
  }

  /** Two turns of the event loop without a statement: all flows wait, or have ended. */
  async function quiet(): Promise<void> {
    for (let turns = 0; turns < 2; turns += 1) {
      await turn()
      if (underWay > 0) turns = -1
    }
  }

  return {
    order,
    /** Resolves when the schedule chooses this flow. */
    next(label: string): Promise<void> {
      stepsSoFar += 1
      beginFlowsDueAt(stepsSoFar)
      return new Promise(go => waiting.push({ label, go }))
    },
    /** Resolves after this many steps of all flows, or once no other flow waits. */
    after: (at: number) =>
      new Promise<void>(go => {
        notBegun.push({ at, go })
        notBegun.sort((one, other) => one.at - other.at)
      }),
    /** Tells the schedule that a statement is under way until this promise settles. */
    async working<T>(work: Promise<T>): Promise<T> {
      underWay += 1
      try {
        return await work
      } finally {
        underWay -= 1
      }
    },
    /** Lets flows continue until none is left. If no flow waits, the earliest one that has not begun begins. */
    async run(): Promise<void> {
      for (;;) {
        await quiet()
        const [chosen] = waiting.splice(random.below(waiting.length), 1)
        if (chosen) {
          order.push(chosen.label)
          chosen.go()
        } else if (notBegun[0]) beginFlowsDueAt(notBegun[0].at)
        else return
      }
    },
  }
}
