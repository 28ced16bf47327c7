/**
 * A vehicle as the register describes it, and the models of it that an insurer offers: types for the ports of
 * the vehicle register and the insurer, and for underwriting.
 */

export interface RegisteredVehicle {
  readonly plate: string
  readonly make: string
  readonly model: string
  /** The trim; empty if the register does not have it. */
  readonly submodel: string
  readonly year: number
  readonly body: string
}

/** What an insurer finds the models by. */
export type VehicleToFind = Pick<RegisteredVehicle, 'make' | 'model' | 'submodel' | 'year'>

export interface VehicleModel {
  readonly vehicleKey: string
  readonly description: string
}
