/**
 * A register that each node asks only once a day about the same plate: an asking costs a fee, and a purchase looks twice.
 * What it did not know it is asked again soon: a car just registered, or a slip of the register's, is not turned away all day.
 * Whoever asks while the same look-up is under way shares its answer, also one that failed, which is not kept.
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
    // Asked anew it takes its own place, and nobody else's.
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
