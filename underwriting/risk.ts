/** The data that determines a premium. It holds no name, plate or street. */
import type { CoverType } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Incident } from '#journey/incidents.ts'

export interface RatedDriver {
  readonly dateOfBirth: NzDay
  readonly incidents: readonly Incident[]
}

export interface Risk {
  readonly vehicle: { readonly vehicleKey: string; readonly ratingGroup: number; readonly theftScore: number }
  /** Whole dollars; 0 for third party property damage. */
  readonly valueDollars: number
  readonly postcode: string
  readonly locality: string
  readonly city: string
  /** The main driver first. */
  readonly drivers: readonly RatedDriver[]
  readonly cover: CoverType
  /** Imposed and voluntary excess together, whole dollars. It moves the price of comprehensive cover only. */
  readonly excessDollars: number
  readonly excessFreeWindow: boolean
  readonly hireCar: boolean
  readonly roadsideAssistance: boolean
  readonly businessApplicant: boolean
  /** The first day of cover, which determines the levy. */
  readonly inceptionDay: NzDay
  /** The day ages and incidents are counted on, so that moving the start of cover moves no other price. */
  readonly ratedOn: NzDay
}
