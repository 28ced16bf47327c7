/**
 * A cache around a vehicle register: each node looks up a plate once a day, because a look-up costs a fee
 * and a purchase needs two. Unknown plates are cached for a shorter time: the car may just have been
 * registered, or the register may be wrong. Concurrent look-ups of one plate share one request; failures
 * are shared but not cached.
 */
import type { RegisterResult, VehicleRegister } from './port.ts'

const dayMs = 24 * 3_600_000
const unknownMs = 10 * 60_000
const mostKept = 10_000

/** @param foundMs how long a car that was found is not asked for again */
export function withCache(register: VehicleRegister, now: () => Date, foundMs = dayMs): VehicleRegister {
  const keptMs = { found: foundMs, 'unknown-plate': Math.min(unknownMs, foundMs) } as const
  const known = new Map<string, { readonly answer: RegisterResult; readonly until: number }>()
  const underWay = new Map<string, Promise<RegisterResult>>()

  async function ask(plate: string): Promise<RegisterResult> {
    const answer = await register.lookUp(plate)
    if (answer.outcome === 'failed') return answer
    // A repeated look-up replaces its own entry and evicts no other.
    known.delete(plate)
    const oldest = known.keys().next().value
    if (known.size >= mostKept && oldest !== undefined) known.delete(oldest)
    known.set(plate, { answer, until: now().getTime() + keptMs[answer.outcome] })
    return answer
  }

  return {
    async lookUp(plate) {
      const kept = known.get(plate)
      if (kept && now().getTime() < kept.until) return kept.answer
      const asked = underWay.get(plate) ?? ask(plate).finally(() => underWay.delete(plate))
      underWay.set(plate, asked)
      return asked
    },
  }
}
