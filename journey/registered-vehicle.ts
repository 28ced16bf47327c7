/** A vehicle as the register describes it, and its models, for the ports of the register and the insurer. */

export interface RegisteredVehicle {
  readonly plate: string
  readonly make: string
  readonly model: string
  /** The trim; empty if the register does not have it. */
  readonly submodel: string
  readonly year: number
  readonly body: string
}

export type VehicleToFind = Pick<RegisteredVehicle, 'make' | 'model' | 'submodel' | 'year'>

export interface VehicleModel {
  readonly vehicleKey: string
  readonly description: string
}
