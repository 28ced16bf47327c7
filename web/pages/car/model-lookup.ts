/** Looks up the models of step 1's plate and transmission, and the value band of the chosen model. */

import type { ReplyOf } from '#contract/endpoints.ts'
import { transmissions } from '#journey/car-value.ts'
import { normalizePlate } from '#journey/plate.ts'
import { bandIsTooHigh } from '#journey/questions/car.ts'
import { useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import { bandOf, type CarModel, modelsOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
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
export function modelsFrom(
  answer: ApiResult<ReplyOf<'vehicleLookup'>>,
): readonly CarModel[] | 'not-insurable' | 'too-many' | 'unreachable' | null {
  if (answer.outcome === 'ok') return answer.data.results
  if (answer.outcome === 'unreachable') return 'unreachable'
  if (answer.outcome === 'captcha-unavailable') return null
  switch (answer.outcome === 'refused' && answer.problem.code) {
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
  const hasBand = useDraftSelector(({ car }, state) => bandOf(car, state) !== null)
  const registeredPlate = useDraftState(draftState => draftState.registeredPlate)
  const plate = normalizePlate(useAnswer('car.plate'))
  const chosen = useAnswer('car.transmission')
  const vehicleKey = useAnswer('car.vehicleKey')
  const transmission = transmissions.find(known => known === chosen)
  const wanted =
    plate !== '' && transmission && !hasModels ? { registrationOrVin: plate, transmission } : null

  const models = useKeyedLookup(wanted && `${plate} ${transmission}`, {
    isReady: () => draft.state().registeredPlate === plate && session.token() !== null,
    ask: (_key, call) => api.call('vehicleLookup', { ...(wanted && { body: wanted }) }, call),
    onResult(answer) {
      const found = modelsFrom(answer)
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
  const wantsBand = vehicleKey !== '' && registeredPlate === plate && !hasBand
  const band = useKeyedLookup(wantsBand ? vehicleKey : null, {
    ask: (model, call) => api.call('sumInsured', { body: { vehicleKey: model } }, call),
    onResult(answer, model) {
      if (draft.answers().car.vehicleKey !== model) return
      if (answer.outcome === 'unreachable') return callbacks.onUnreachable()
      // The server can find the band by itself.
      if (answer.outcome !== 'ok') return
      const { minSumInsured: minimumDollars, maxSumInsured: maximumDollars } = answer.data
      draft.setState({ valueBand: { vehicleKey: model, minimumDollars, maximumDollars } })
      if (bandIsTooHigh({ minimumDollars, maximumDollars })) callbacks.onBandTooHigh()
    },
  })

  return {
    isFinding: wanted !== null,
    repeated: models.isRepeating ? 'models' : band.isRepeating ? 'band' : null,
    async ensureBand() {
      const { car } = draft.answers()
      const isMissing =
        !bandOf(car, draft.state()) && draft.state().registeredPlate === normalizePlate(car.plate)
      return !isMissing || (await band.start(car.vehicleKey))?.outcome !== 'unreachable'
    },
  }
}
