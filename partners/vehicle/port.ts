/** The vehicle register port: the details of the car with a number plate. */
import type { RegisteredVehicle } from '#journey/registered-vehicle.ts'

export type VehicleLookupResult =
  | { readonly outcome: 'found'; readonly vehicle: RegisteredVehicle }
  /** The register does not have this plate. */
  | { readonly outcome: 'unknown-plate' }
  /** The register did not respond in time or sent an invalid response; a retry may help. */
  | { readonly outcome: 'failed'; readonly reason: string }

export interface VehicleRegister {
  lookUp(plate: string): Promise<VehicleLookupResult>
}
