/** A register that asks only once a day about the same plate: each asking costs a fee, and a purchase looks twice. */
import type { RegisterAnswer, VehicleRegister } from './port.ts'

const keptMs = 24 * 3_600_000
const mostKept = 10_000

export function remembered(register: VehicleRegister, now: () => Date): VehicleRegister {
  const known = new Map<string, { readonly answer: RegisterAnswer; readonly at: number }>()
  return {
    async lookUp(plate) {
      const kept = known.get(plate)
      if (kept && now().getTime() - kept.at < keptMs) return kept.answer
      const answer = await register.lookUp(plate)
      if (answer.outcome === 'failed') return answer
      const oldest = known.keys().next().value
      if (known.size >= mostKept && oldest !== undefined) known.delete(oldest)
      known.set(plate, { answer, at: now().getTime() })
      return answer
    },
  }
}
