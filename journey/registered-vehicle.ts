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

/** The fields by which an insurer finds the models of a vehicle. */
export type VehicleToFind = Pick<RegisteredVehicle, 'make' | 'model' | 'submodel' | 'year'>

export interface VehicleModel {
  readonly vehicleKey: string
  readonly description: string
}
