/**
 * Looks up the models of a plate and transmission, and the value band of a model. Both wait for a session.
 */

import type { Transmission, ValueBand } from '#journey/car-value.ts'
import type { Api, CallOptions } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import type { CarModel } from '#web/features/draft/draft-state.ts'
import { waitForSession } from './wait-for-session.ts'

/** The models, or why there are none. Null: the search was aborted. */
export type ModelsFound =
  | readonly CarModel[]
  | 'not-insurable'
  | 'not-asked'
  | 'too-many'
  | 'unreachable'
  | null

type OnRepeat = CallOptions['onRepeat']

export interface ModelSearch {
  readonly api: Api
  readonly plate: string
  readonly transmission: Transmission
  readonly signal: AbortSignal
  /** True once there is a session for exactly this plate. */
  hasSession(): boolean
  readonly onRepeat?: OnRepeat
}

/** Why the response says nothing about the car; null if it does. */
function reasonNotAsked(answer: ApiResult<unknown>): 'not-asked' | 'too-many' | 'unreachable' | null {
  if (answer.outcome === 'unreachable') return 'unreachable'
  if (answer.outcome === 'captcha-unavailable') return 'not-asked'
  if (answer.outcome !== 'refused') return null
  switch (answer.problem.code) {
    case 'TOO_MANY_REQUESTS':
      return 'too-many'
    // The page shows the reason already.
    case 'OVERLOADED':
    case 'NOT_LOGGED_IN':
      return 'not-asked'
    default:
      return null
  }
}

/** A partner's outage counts as 'no models': the message fits, and the customer may look again. */
export async function findModels(search: ModelSearch): Promise<ModelsFound> {
  const { api, plate, transmission, signal, hasSession, onRepeat } = search
  await waitForSession(hasSession, signal)
  if (signal.aborted) return null
  const answer = await api.call(
    'vehicleLookup',
    { body: { registrationOrVin: plate, transmission } },
    { signal, onRepeat },
  )
  if (signal.aborted) return null
  const reason = reasonNotAsked(answer)
  if (reason) return reason
  if (answer.outcome === 'refused' && answer.problem.code === 'NOT_INSURABLE') return 'not-insurable'
  return answer.outcome === 'ok' ? answer.data.results : []
}

/** Null when the band is not available now: the server can find it by itself. */
export async function findBand(
  api: Api,
  vehicleKey: string,
  options?: CallOptions,
): Promise<ValueBand | 'unreachable' | null> {
  const answer = await api.call('sumInsured', { body: { vehicleKey } }, options)
  if (answer.outcome === 'unreachable') return 'unreachable'
  if (answer.outcome !== 'ok') return null
  return { minimumDollars: answer.data.minSumInsured, maximumDollars: answer.data.maxSumInsured }
}
