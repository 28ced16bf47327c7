/**
 * Hooks of step 1 (car) that look up the models of a plate and transmission, and the value band of the chosen
 * model.
 */
import type { ResponseOf } from '#contract/endpoints.ts'
import { normalizePlate, transmissions } from '#journey/car.ts'
import { isBandTooHigh } from '#journey/questions/car.ts'
import { useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { type CarModel, modelsOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
import { useValueBand } from '#web/features/lookups/value-band.ts'
import { useSession } from '#web/features/session/session.ts'

export interface ModelLookupCallbacks {
  /** At least one model was found; the page itself shows that there is none. */
  onModels(count: number): void
  onNotInsurable(): void
  /** Cars of this value are not insured. */
  onBandTooHigh(): void
  /** The limit of look-ups is reached, for this session or address. */
  onTooMany(): void
  /** Our server did not answer. */
  onUnreachable(): void
}

export interface ModelLookups {
  /** Models are needed and have not been found yet. */
  readonly isFinding: boolean
  /** The look-up whose call is being retried. */
  readonly repeated: 'models' | 'band' | null
  /** Loads the band of the chosen model if it is missing; false if our server did not answer. */
  ensureBand(): Promise<boolean>
}

/**
 * The models, or why there are none; null if the response says nothing about the car. A partner's outage counts
 * as 'no models': the message fits, and the customer may look again.
 */
export function parseModels(
  answer: ApiResult<ResponseOf<'vehicleLookup'>>,
): readonly CarModel[] | 'not-insurable' | 'too-many' | 'unreachable' | null {
  if (answer.outcome === 'ok') return answer.data.results
  if (answer.outcome === 'unreachable') return 'unreachable'
  if (answer.outcome === 'captcha-unavailable') return null
  switch (answer.outcome === 'refused' && answer.code) {
    case 'NOT_INSURABLE':
      return 'not-insurable'
    case 'TOO_MANY_REQUESTS':
      return 'too-many'
    // The page shows the reason already.
    case 'OVERLOADED':
    case 'NOT_LOGGED_IN':
      return null
    default:
      return []
  }
}

export function useModelLookups(callbacks: ModelLookupCallbacks): ModelLookups {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const hasModels = useDraftSelector(({ car }, state) => modelsOf(car, state) !== null)
  const registeredPlate = useDraftState(draftState => draftState.registeredPlate)
  const plate = normalizePlate(useAnswer('car.plate'))
  const chosen = useAnswer('car.transmission')
  const transmission = transmissions.find(known => known === chosen)
  const request =
    plate !== '' && transmission && !hasModels ? { registrationOrVin: plate, transmission } : null

  const models = useKeyedLookup(request && `${plate} ${transmission}`, {
    isReady: () => draft.state().registeredPlate === plate && session.token() !== null,
    ask: (_key, call) => api.call('vehicleLookup', { ...(request && { body: request }) }, call),
    onResult(answer) {
      const found = parseModels(answer)
      if (found === 'unreachable') return callbacks.onUnreachable()
      if (found === null || found === 'too-many') {
        // Chosen again, the transmission starts a new look-up.
        draft.setAnswer('car.transmission', '')
        if (found === 'too-many') callbacks.onTooMany()
        return
      }
      const notInsurable = found === 'not-insurable'
      draft.setState({
        foundModels: { plate, transmission: chosen, models: notInsurable ? [] : found, notInsurable },
      })
      if (notInsurable) callbacks.onNotInsurable()
      else if (found.length > 0) callbacks.onModels(found.length)
    },
  })
  const band = useValueBand({
    isEnabled: registeredPlate === plate,
    onBand(values) {
      if (isBandTooHigh(values)) callbacks.onBandTooHigh()
    },
    onUnreachable: callbacks.onUnreachable,
  })
  return {
    isFinding: request !== null,
    repeated: models.isRepeating ? 'models' : band.isRepeating ? 'band' : null,
    async ensureBand() {
      const isRegistered = draft.state().registeredPlate === normalizePlate(draft.answers().car.plate)
      return !isRegistered || band.ensureBand()
    },
  }
}
