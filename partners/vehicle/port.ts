/** The vehicle register port: the details of the car with a number plate. */
import type { RegisteredVehicle } from '#journey/registered-vehicle.ts'

export type VehicleLookupResult =
  | { readonly outcome: 'found'; readonly vehicle: RegisteredVehicle }
  /** The register does not have this plate. */
  | { readonly outcome: 'unknown-plate' }
  /** The register did not respond in time or sent an invalid response; a retry may help. */
  | {
      readonly outcome: 'failed'
      /** Logged as a code, never shown. */
      readonly reason: string
    }

/** Adapter: carjam.ts; cache: cache.ts; simulated by sandbox/vehicle-register.ts. */
export interface VehicleRegister {
  /**
   * Limits its own time, and returns `failed` instead of throwing.
   * @param plate as `normalizePlate` returns it
   */
  lookUp(plate: string): Promise<VehicleLookupResult>
}
