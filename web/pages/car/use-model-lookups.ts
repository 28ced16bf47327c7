/** The hook of step 1 (car) that looks up the models of a plate and the value band of the chosen model. */
import type { PageDeclineReason } from '#contract/browser-events-and-declines.ts'
import type { ResponseOf } from '#contract/endpoints.ts'
import { errorPath } from '#journey/page-paths.ts'
import { normalizePlate, transmissions } from '#journey/plate-and-car-value.ts'
import { type CarErrorCode, isBandTooHigh } from '#journey/questions/car.ts'
import { useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import type { FormHandle } from '#web/components/use-form.ts'
import { carText } from '#web/content/car.ts'
import { reportDecline } from '#web/features/analytics/analytics.ts'
import { type FoundModels, modelsOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
import { useValueBand } from '#web/features/lookups/value-band.ts'
import { failedCallAction } from '#web/features/quote-access/failed-call-action.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'

type Models = Pick<FoundModels, 'models' | 'notInsurable'>

/**
 * The models, or why there are none. 'failed': no usable response, so the error page opens. 'shown': a message is on the
 * page already (security check failed, server busy, session over). A partner's outage counts as 'no models': the message
 * fits, and the customer may look again.
 */
export function parseModels(
  result: ApiResult<ResponseOf<'vehicleLookup'>>,
): Models | 'too-many' | 'failed' | 'shown' {
  if (result.outcome === 'ok') return { models: result.data.results }
  if (result.outcome === 'no-content') return { models: [] }
  if (result.outcome === 'error') {
    if (result.code === 'NOT_INSURABLE') return { models: [], notInsurable: true }
    if (result.code === 'PARTNER_UNAVAILABLE') return { models: [] }
    if (result.code === 'TOO_MANY_REQUESTS') return 'too-many'
  }
  return failedCallAction(result).kind === 'leave' ? 'failed' : 'shown'
}

/** @param onDecline called for a car that cannot be insured */
export function useModelLookups(
  form: Pick<FormHandle<CarErrorCode>, 'addError' | 'showError'>,
  onDecline: (reason: PageDeclineReason) => void,
) {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const announce = useAnnounce()
  const { navigateTo } = useNavigation()
  const hasModels = useDraftSelector(({ car }, state) => modelsOf(car, state) !== null)
  const registeredPlate = useDraftState(draftState => draftState.registeredPlate)
  const plate = normalizePlate(useAnswer('car.plate'))
  const chosen = useAnswer('car.transmission')
  const transmission = transmissions.find(known => known === chosen)
  const request =
    plate !== '' && transmission && !hasModels ? { registrationOrVin: plate, transmission } : null
  const openErrorPage = () => navigateTo(errorPath)
  const storeModels = (found: Models) => {
    draft.setState({ foundModels: { plate, transmission: chosen, ...found } })
    if (found.notInsurable) onDecline('VEHICLE_NOT_INSURABLE')
    // The page itself shows that there is none.
    else if (found.models.length > 0) announce(carText.modelsFound(found.models.length))
  }

  const models = useKeyedLookup(request && `${plate} ${transmission}`, {
    isReady: () => draft.state().registeredPlate === plate && session.token() !== null,
    ask: (_key, call) => api.call('vehicleLookup', { ...(request && { body: request }) }, call),
    onResult(result) {
      const found = parseModels(result)
      if (found === 'failed') return openErrorPage()
      if (typeof found === 'object') return storeModels(found)
      // Chosen again, the transmission starts a new look-up.
      draft.setAnswer('car.transmission', '')
      if (found === 'too-many') form.addError({ field: 'car.plate', code: 'PLATES_TOO_MANY' })
    },
  })
  const band = useValueBand({
    isEnabled: registeredPlate === plate,
    onBand(values) {
      if (!isBandTooHigh(values)) return
      reportDecline(draft.state().quoteId, 'VALUE_TOO_HIGH')
      form.showError('car.carValue')
    },
    onNetworkError: openErrorPage,
  })
  return {
    isFinding: request !== null,
    isRetryingModels: models.isRetrying,
    isRetryingBand: band.isRetrying,
    /** Loads the band of the chosen model if it is missing; false if our server did not answer. */
    async ensureBand(): Promise<boolean> {
      const isRegistered = draft.state().registeredPlate === normalizePlate(draft.answers().car.plate)
      return !isRegistered || band.ensureBand()
    },
  }
}
