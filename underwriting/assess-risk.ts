/** Decides whether the embedded insurer accepts, refers or declines a risk, for each quote and amend. */
import { type CoverType, insuresCar, maximumCarValueDollars } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import { type DeclineInputs, declineReason } from '#journey/decline-rules.ts'
import type { AnyDeclineReason } from '#journey/sales-events.ts'
import { valueBandOfKey, vehicleByKey } from './vehicles.ts'

export interface AssessmentInputs extends DeclineInputs {
  readonly vehicleKey: string
  readonly cover: CoverType
  /** Whole dollars; ignored if the cover does not insure the car. */
  readonly valueDollars: number
  readonly today: NzDay
}

export type Assessment =
  | { readonly decision: 'accept' }
  | { readonly decision: 'refer'; readonly why: 'VEHICLE_NEEDS_A_PERSON' }
  | { readonly decision: 'decline'; readonly why: AnyDeclineReason }

function valueProblem({ vehicleKey, cover, valueDollars }: AssessmentInputs): AnyDeclineReason | null {
  if (!insuresCar(cover)) return null
  const band = valueBandOfKey(vehicleKey)
  if (valueDollars > maximumCarValueDollars || (band && band.minimumDollars > maximumCarValueDollars))
    return 'VALUE_TOO_HIGH'
  // NaN must also count as outside the range.
  const within = band && valueDollars >= band.minimumDollars && valueDollars <= band.maximumDollars
  return within ? null : 'VALUE_OUT_OF_BAND'
}

/** Checks declines before referrals, so that underwriters never review a risk that will be declined. */
export function assessRisk(inputs: AssessmentInputs): Assessment {
  const vehicle = vehicleByKey(inputs.vehicleKey)
  const decline = (why: AnyDeclineReason): Assessment => ({ decision: 'decline', why })
  if (!vehicle || vehicle.acceptance === 'decline') return decline('VEHICLE_NOT_INSURABLE')
  const why = declineReason(inputs, inputs.today) ?? valueProblem(inputs)
  if (why) return decline(why)
  if (vehicle.acceptance === 'refer') return { decision: 'refer', why: 'VEHICLE_NEEDS_A_PERSON' }
  return { decision: 'accept' }
}
