/**
 * Registers the plate of step 1 (car): looks it up in the vehicle register, creates a quote on the server and
 * logs in to it. A response for a plate that has changed since is dropped.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPlate, normalizePlate } from '#journey/car.ts'
import { errorPath } from '#journey/page-paths.ts'
import { clearedModelAnswers, type PlateLookupError } from '#journey/questions/car.ts'
import { type Api, useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { fieldId } from '#web/components/field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { createLookup, type LookupCall } from '#web/features/lookups/use-lookup.ts'
import { loginFailedPath } from '#web/features/quote-access/find-quote.ts'
import { useNavigation } from '#web/lib/navigation.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'

/** Id and token in the url of a registration; null when it has no id or no token. */
export function parseLoginLink(url: string): { readonly id: string; readonly token: string } | null {
  const query = new URLSearchParams(url.split(/[?#]/)[1])
  const id = query.get('id')
  const token = query.get('token')
  return id && token ? { id, token } : null
}

/** Why the page has to be left: our server did not answer, or it rejected the login. */
type PlateFailure = 'error' | 'login-refused'

type PlateResult =
  | { readonly outcome: 'registered'; readonly quoteId: string }
  /** `isFinal`: the same plate is not asked about again. */
  | { readonly outcome: 'refused'; readonly code: PlateLookupError; readonly isFinal: boolean }
  | { readonly outcome: 'failed'; readonly failure: PlateFailure }
  /** The security check did not finish: nothing was asked. */
  | { readonly outcome: 'unchecked' }

const tooManyPlates: PlateResult = { outcome: 'refused', code: 'PLATES_TOO_MANY', isFinal: false }

const isOverLimit = (answer: ApiResult<unknown>): boolean =>
  answer.outcome === 'refused' && answer.status === 429

interface PlateLookupDependencies {
  readonly api: Api
  readonly draft: Draft
  /** The brand that the prospect is registered for, unless a partner gave another source. */
  readonly source: string
  /** True while the field has the focus. A plate from elsewhere (reload, link) counts as left at once. */
  isTyping(): boolean
  onRefused(code: PlateLookupError): void
  /** The plate changed or is known after all: its message goes. */
  onCleared(): void
  onFailed(failure: PlateFailure): void
  onRepeat(isRepeating: boolean): void
}

export interface PlateRegistration {
  /** Registers the plate unless that is done or running: the field was left, or an answer needs the plate. */
  left(): void
  /** What was found out about exactly this plate. */
  refusal(): PlateLookupError | null
  /** Late responses are ignored from then on. */
  stop(): void
}

export function createPlateRegistration(dependencies: PlateLookupDependencies): PlateRegistration {
  const { api, draft, source, isTyping, onRefused, onCleared, onFailed, onRepeat } = dependencies
  /** The normalised plate on the page; '' while the field is empty. */
  let plate = ''
  let refusal: { readonly code: PlateLookupError; readonly isFinal: boolean } | null = null

  const clear = () => {
    refusal = null
    onCleared()
  }
  const refuse = (code: PlateLookupError, isFinal: boolean) => {
    refusal = { code, isFinal }
    onRefused(code)
  }

  async function register(requested: string, call: LookupCall): Promise<PlateResult> {
    const details = await api.call('vehicleDetails', { params: { regNumber: requested } }, call)
    call.signal.throwIfAborted()
    if (details.outcome === 'captcha-unavailable') return { outcome: 'unchecked' }
    if (details.outcome === 'unreachable') return { outcome: 'failed', failure: 'error' }
    if (isOverLimit(details)) return tooManyPlates
    // An outage gets the same message as an unknown plate, but proves nothing: it may be asked again.
    if (details.outcome !== 'ok')
      return {
        outcome: 'refused',
        code: 'PLATE_INVALID',
        isFinal: details.outcome === 'refused' && details.status === 404,
      }
    clear()

    const { partnerId, source: partnerSource = source } = draft.state()
    const body = { registrationNumber: requested, source: partnerSource, ...(partnerId && { partnerId }) }
    const registration = await api.call('registration', { body }, call)
    call.signal.throwIfAborted()
    if (registration.outcome === 'captcha-unavailable') return { outcome: 'unchecked' }
    if (isOverLimit(registration)) return tooManyPlates
    const link = registration.outcome === 'ok' ? parseLoginLink(registration.data.url) : null
    if (!link) return { outcome: 'failed', failure: 'error' }

    const isLoggedIn = await api.login(link.id, link.token, () => !call.signal.aborted)
    if (isLoggedIn) return { outcome: 'registered', quoteId: link.id }
    return { outcome: 'failed', failure: isLoggedIn === null ? 'error' : 'login-refused' }
  }

  const lookup = createLookup<PlateResult>(
    {
      ask: register,
      onResult(result, requested) {
        if (result.outcome === 'refused') refuse(result.code, result.isFinal)
        else if (result.outcome === 'registered') storeProspect(draft, requested, result.quoteId)
        else if (result.outcome === 'failed') onFailed(result.failure)
        // A chosen transmission would wait for ever: chosen again, it registers the plate again.
        else forgetCar(draft)
      },
    },
    ({ isRepeating }) => onRepeat(isRepeating),
  )

  function left(): void {
    // A plate registered before (reload, Back, a corrected typo) is not registered again.
    if (plate === '' || plate === draft.state().registeredPlate || refusal?.isFinal) return
    // A text that is not a plate sends no request.
    if (!isPlate(plate)) refuse('PLATE_INVALID', true)
    else void draft.pendingLookups.track('car.plate', lookup.start(plate))
  }

  function follow(): void {
    const answer = normalizePlate(draft.answers().car.plate)
    if (answer === plate) return
    const isChanged = plate !== ''
    plate = answer
    lookup.cancel()
    clear()
    if (isChanged) forgetCar(draft)
    if (!isTyping()) left()
  }

  const unsubscribe = draft.subscribe(follow)
  follow()
  return {
    left,
    refusal: () => refusal?.code ?? null,
    stop() {
      unsubscribe()
      lookup.cancel()
    },
  }
}

/** Forgets what depends on the plate: the transmission, the model, and the quote made for the old plate. */
function forgetCar(draft: Draft): void {
  draft.setState({ foundModels: undefined, quote: undefined, offline: undefined, furthestStep: 'car' })
  draft.setAnswers({ car: clearedModelAnswers })
}

/** A new prospect has no people to confirm, no policy and no cancelled payment. */
function storeProspect(draft: Draft, plate: string, quoteId: string): void {
  draft.setState({
    registeredPlate: plate,
    quoteId,
    quoteNumber: undefined,
    policyNumber: undefined,
    acceptedIncidents: undefined,
    needsIdentityCheck: undefined,
    isPaymentCancelled: undefined,
  })
}

export interface PlateRegistrationHandle extends Pick<PlateRegistration, 'left' | 'refusal'> {
  /** A call without a response is being retried. */
  readonly isRepeating: boolean
}

export function usePlateRegistration({
  addError,
  clearError,
}: Pick<FormHandle<PlateLookupError>, 'addError' | 'clearError'>): PlateRegistrationHandle {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const { brand } = usePageSettings()
  const lookup = useRef<PlateRegistration | null>(null)
  const [isRepeating, setIsRepeating] = useState(false)
  const onFailed = useEffectEvent((failure: PlateFailure) =>
    navigation.navigateTo(failure === 'login-refused' ? loginFailedPath(null, brand.key) : errorPath),
  )

  useEffect(() => {
    const created = createPlateRegistration({
      api,
      draft,
      source: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('car.plate'),
      onRefused: code => addError({ field: 'car.plate', code }),
      onCleared: () => clearError('car.plate'),
      onFailed,
      onRepeat: setIsRepeating,
    })
    lookup.current = created
    return () => created.stop()
  }, [api, draft, brand.key, addError, clearError])

  return {
    left: () => lookup.current?.left(),
    refusal: () => lookup.current?.refusal() ?? null,
    isRepeating,
  }
}
