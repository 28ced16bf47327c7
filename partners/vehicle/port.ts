/** The vehicle register port: the details of the car behind a number plate. */

export interface RegisteredVehicle {
  readonly plate: string
  readonly make: string
  readonly model: string
  readonly submodel: string
  readonly year: number
  readonly body: string
}

export type RegisterResult =
  | { readonly outcome: 'found'; readonly vehicle: RegisteredVehicle }
  /** The register knows no such plate. */
  | { readonly outcome: 'unknown-plate' }
  /** The register did not respond in time or sent an invalid response; a retry may help. */
  | { readonly outcome: 'failed'; readonly reason: string }

export interface VehicleRegister {
  lookUp(plate: string): Promise<RegisterResult>
}
