/** Looks the models of a plate and transmission up, and the value band of a model. The look-up waits for a session (CAR-04, CAR-05). */

import type { ValueBand } from '#journey/car-value.ts'
import type { Transmission } from '#journey/transmission.ts'
import type { Api } from '#web/api.ts'
import type { CarModel } from '#web/facts.ts'
import { untilSession } from './until-session.ts'

/**
 * The models; or that this car is not insured, or that the security check did not finish and nothing is known. Null where
 * the answer came too late to matter or was never asked for.
 */
export type ModelsFound = readonly CarModel[] | 'not-insurable' | 'not-asked' | null

export interface ModelSearch {
  readonly api: Api
  readonly plate: string
  readonly transmission: Transmission
  readonly signal: AbortSignal
  /** Is there a session for exactly this plate? */
  hasSession(): boolean
}

/** A look-up that failed found no models: the page's message fits both and the visitor may look again. */
export async function findModels(search: ModelSearch): Promise<ModelsFound> {
  const { api, plate, transmission, signal, hasSession } = search
  await untilSession(hasSession, signal)
  if (signal.aborted) return null
  const answer = await api.call(
    'vehicleLookup',
    { body: { registrationOrVin: plate, transmission } },
    { signal },
  )
  if (signal.aborted) return null
  if (answer.outcome === 'captcha-unavailable') return 'not-asked'
  if (answer.outcome === 'refused' && answer.problem.code === 'NOT_INSURABLE') return 'not-insurable'
  return answer.outcome === 'ok' ? answer.data.results : []
}

/** Null when the band cannot be had just now; the server knows it anyway. */
export async function findBand(
  api: Api,
  vehicleKey: string,
  signal?: AbortSignal,
): Promise<ValueBand | null> {
  const answer = await api.call('sumInsured', { body: { vehicleKey } }, { signal })
  if (answer.outcome !== 'ok') return null
  return { minimumDollars: answer.data.minSumInsured, maximumDollars: answer.data.maxSumInsured }
}
