/**
 * A register that is asked no more often in a day than was agreed with it, by all nodes together: whoever goes around the
 * limits of sessions and addresses still cannot run up its fees (T20).
 */
import type { VehicleRegister } from './port.ts'

export interface Ration {
  /** The most askings in a day of the clock. */
  readonly aDay: number
  /** Counts one more asking and says how many it is today. */
  count(): Promise<number>
}

export const rationed = (register: VehicleRegister, ration: Ration): VehicleRegister => ({
  async lookUp(plate) {
    return (await ration.count()) > ration.aDay
      ? { outcome: 'failed', reason: 'more than agreed for a day' }
      : register.lookUp(plate)
  },
})
