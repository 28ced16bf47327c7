/** The data that determines a premium, without names, plate or street. */
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
  /** Imposed plus voluntary excess in whole dollars; it changes the price of comprehensive cover only. */
  readonly excessDollars: number
  readonly excessFreeWindow: boolean
  readonly hireCar: boolean
  readonly roadsideAssistance: boolean
  readonly businessApplicant: boolean
  /** The first day of cover, which determines the levy. */
  readonly inceptionDay: NzDay
  /** The day for ages and incidents, so that a later start of cover changes only the levy. */
  readonly ratedOn: NzDay
}
