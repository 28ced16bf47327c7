/** Whether the insurer takes a risk, looks at it by hand or declines it. Every quote and every change of one asks here. */
import { type CoverType, insuresCarValue, maximumCarValueDollars } from '#journey/cover.ts'
import { addDays, ageOn, type NzDay } from '#journey/dates.ts'
import { declinesIncidents, type Incident, type IncidentCount } from '#journey/incidents.ts'
import { valueBand } from './value-band.ts'
import { vehicleByKey } from './vehicles.ts'

export interface RiskFacts {
  readonly vehicleKey: string
  readonly businessUse: boolean
  readonly modified: boolean
  readonly criminalRecord: boolean
  /** Empty while none are known yet. */
  readonly drivers: readonly {
    readonly dateOfBirth: NzDay
    readonly incidentCount: IncidentCount
    readonly incidents: readonly Incident[]
  }[]
  readonly cover: CoverType
  /** Whole dollars; not looked at where the cover does not insure the car. */
  readonly valueDollars: number
  readonly today: NzDay
}

export type DeclineWhy =
  | 'VEHICLE_NOT_INSURABLE'
  | 'BUSINESS_USE'
  | 'MODIFIED'
  | 'CRIMINAL_RECORD'
  | 'DRIVER_TOO_YOUNG'
  | 'TOO_MANY_INCIDENTS'
  | 'VALUE_TOO_HIGH'
  | 'VALUE_OUT_OF_BAND'

export type ReferWhy = 'VEHICLE_NEEDS_A_PERSON'

export type Assessment =
  | { readonly decision: 'accept' }
  | { readonly decision: 'refer'; readonly why: ReferWhy }
  | { readonly decision: 'decline'; readonly why: DeclineWhy }

/** DRIVER-04: already 18 the day before, so that the 18th birthday itself fails. */
const olderThan18 = (dateOfBirth: NzDay, today: NzDay): boolean =>
  ageOn(addDays(today, -1), dateOfBirth) >= 18

function valueProblem({ vehicleKey, cover, valueDollars }: RiskFacts): DeclineWhy | null {
  if (!insuresCarValue(cover)) return null
  const band = valueBand(vehicleKey)
  if (valueDollars > maximumCarValueDollars || (band && band.minimumDollars > maximumCarValueDollars))
    return 'VALUE_TOO_HIGH'
  // Written so that a value that is no number lies outside as well.
  const within = band && valueDollars >= band.minimumDollars && valueDollars <= band.maximumDollars
  return within ? null : 'VALUE_OUT_OF_BAND'
}

/** A decline comes before a referral: nobody is asked to look at what will be declined anyway. */
export function assess(facts: RiskFacts): Assessment {
  const vehicle = vehicleByKey(facts.vehicleKey)
  const decline = (why: DeclineWhy): Assessment => ({ decision: 'decline', why })
  if (!vehicle || vehicle.acceptance === 'decline') return decline('VEHICLE_NOT_INSURABLE')
  if (facts.businessUse) return decline('BUSINESS_USE')
  if (facts.modified) return decline('MODIFIED')
  if (facts.criminalRecord) return decline('CRIMINAL_RECORD')
  if (facts.drivers.some(driver => !olderThan18(driver.dateOfBirth, facts.today)))
    return decline('DRIVER_TOO_YOUNG')
  if (declinesIncidents(facts.drivers)) return decline('TOO_MANY_INCIDENTS')
  const value = valueProblem(facts)
  if (value) return decline(value)
  if (vehicle.acceptance === 'refer') return { decision: 'refer', why: 'VEHICLE_NEEDS_A_PERSON' }
  return { decision: 'accept' }
}
