/** The vehicle register port: the details of the car with a number plate. */
import type { RegisteredVehicle } from '#journey/registered-vehicle.ts'
import type { FailureCode } from '#partners/failure-codes.ts'

export type VehicleLookupResult =
  | { readonly outcome: 'found'; readonly vehicle: RegisteredVehicle }
  /** The register does not have this plate. */
  | { readonly outcome: 'unknown-plate' }
  /** No response in time, or an invalid one; a retry may help. */
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

/** Adapter: carjam.ts; simulated by sandbox/vehicle-register.ts. */
export interface VehicleRegister {
  /** Limits its own time, and returns `failed` instead of throwing. `plate` is as `normalizePlate` returns it. */
  lookUp(plate: string): Promise<VehicleLookupResult>
}
