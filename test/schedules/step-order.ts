/** The order of a schedule: every flow waits at its steps, and the seed chooses the one that continues. */
import { setImmediate as turn } from 'node:timers/promises'
import type { SeededRandom } from '#test/chaos/seeded-random.ts'

export type Steps = ReturnType<typeof createSteps>

export function createSteps(random: SeededRandom) {
  const waiting: { readonly label: string; readonly go: () => void }[] = []
  /** Flows that begin after a number of steps, the earliest first. */
  const later: { readonly at: number; readonly go: () => void }[] = []
  /** The labels of the steps so far, in the order in which flows continued. */
  const order: string[] = []
  let made = 0
  let underWay = 0

  function beginUntil(step: number): void {
    while (later[0] && later[0].at <= step) later.shift()?.go()
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
      made += 1
      beginUntil(made)
      return new Promise(go => waiting.push({ label, go }))
    },
    /** Resolves after this many steps of all flows, or once no other flow waits. */
    after: (at: number) =>
      new Promise<void>(go => {
        later.push({ at, go })
        later.sort((one, other) => one.at - other.at)
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
    /** Lets flows continue until none is left. */
    async run(): Promise<void> {
      for (;;) {
        await quiet()
        const [chosen] = waiting.splice(random.below(waiting.length), 1)
        if (chosen) {
          order.push(chosen.label)
          chosen.go()
        } else if (later[0]) beginUntil(later[0].at)
        else return
      }
    },
  }
}
