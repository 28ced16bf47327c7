/** Looks up the plate of step 1 (car) in the vehicle register, creates a quote for that car, and logs in to it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/endpoints.ts'
import { errorPath } from '#journey/page-paths.ts'
import { isPlate, normalizePlate } from '#journey/plate-and-car-value.ts'
import { clearedModelAnswers, type PlateLookupError } from '#journey/questions/car.ts'
import { type Api, useApi } from '#web/api/client.ts'
import { type ApiResult, isRateLimited } from '#web/api/request-and-response.ts'
import { fieldId } from '#web/components/field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { createLookup, type LookupCallOptions } from '#web/features/lookups/use-lookup.ts'
import { loginFailedPath } from '#web/features/quote-access/open-quote.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'

/** Id and token in the url of a registration; null when it has no id or no token. */
export function parseLoginLink(url: string): { readonly id: string; readonly token: string } | null {
  const query = new URLSearchParams(url.split(/[?#]/)[1])
  const id = query.get('id')
  const token = query.get('token')
  return id && token ? { id, token } : null
}

interface PlateLookupDependencies {
  readonly api: Api
  readonly draft: Draft
  /** The prospect is registered for this brand, unless a partner gave another source. */
  readonly brandKey: string
  /** True while the field has the focus. A plate from elsewhere (reload, link) counts as left at once. */
  isTyping(): boolean
  readonly form: Pick<FormHandle<PlateLookupError>, 'addError' | 'clearError'>
  /** Our server did not answer, or it rejected the login. */
  onFailed(path: string): void
  onRetry(isRetrying: boolean): void
}

/** A response for a plate that has changed since is dropped. */
export function createPlateLookup(dependencies: PlateLookupDependencies) {
  const { api, draft, brandKey, isTyping, form, onFailed, onRetry } = dependencies
  /** The normalised plate on the page; '' while the field is empty. */
  let plate = ''
  /** `isFinal`: the same plate is not asked about again. */
  let refusal: { readonly code: PlateLookupError; readonly isFinal: boolean } | null = null

  const clear = () => {
    refusal = null
    form.clearError('car.plate')
  }
  const refuse = (code: PlateLookupError, isFinal = false) => {
    refusal = { code, isFinal }
    form.addError({ field: 'car.plate', code })
  }

  /** Shows why the register has no car for the plate, or clears the last refusal. True if it has one. */
  function acceptDetails(details: ApiResult<unknown>): boolean {
    // A chosen transmission would wait for ever: chosen again, it registers the plate again.
    if (details.outcome === 'captcha-failed') clearCar(draft)
    else if (details.outcome === 'network-error') onFailed(errorPath)
    else if (isRateLimited(details)) refuse('PLATES_TOO_MANY')
    // An outage gets the same message as an unknown plate, but proves nothing: it may be asked again.
    else if (details.outcome !== 'ok') refuse('PLATE_INVALID', 'code' in details && details.status === 404)
    else clear()
    return details.outcome === 'ok'
  }

  /** The link of the new prospect; without one, shows why. */
  function linkOrShowError(registration: ApiResult<ResponseOf<'registration'>>) {
    const link = registration.outcome === 'ok' ? parseLoginLink(registration.data.url) : null
    if (registration.outcome === 'captcha-failed') clearCar(draft)
    else if (isRateLimited(registration)) refuse('PLATES_TOO_MANY')
    else if (!link) onFailed(errorPath)
    return link
  }

  async function register(requested: string, call: LookupCallOptions): Promise<void> {
    const details = await api.call('vehicleDetails', { params: { regNumber: requested } }, call)
    call.signal.throwIfAborted()
    if (!acceptDetails(details)) return

    const { partnerId, source = brandKey } = draft.state()
    const body = { registrationNumber: requested, source, ...(partnerId && { partnerId }) }
    const registration = await api.call('registration', { body }, call)
    call.signal.throwIfAborted()
    const link = linkOrShowError(registration)
    if (!link) return

    const isLoggedIn = await api.login(link.id, link.token, {
      isWanted: () => !call.signal.aborted,
      onRetry: call.onRetry,
    })
    call.signal.throwIfAborted()
    if (isLoggedIn) storeProspect(draft, requested, link.id)
    else onFailed(isLoggedIn === null ? errorPath : loginFailedPath(null, brandKey))
  }

  const lookup = createLookup({ ask: register, onResult() {} }, ({ isRetrying }) => onRetry(isRetrying))

  /** Registers the plate unless that is done or running: the field was left, or an answer needs the plate. */
  function onLeave(): void {
    // A plate registered before (reload, Back, a corrected typo) is not registered again.
    if (plate === '' || plate === draft.state().registeredPlate || refusal?.isFinal) return
    // A text that is not a plate sends no request.
    if (!isPlate(plate)) refuse('PLATE_INVALID', true)
    else void draft.pendingLookups.track('car.plate', lookup.start(plate))
  }

  function onAnswersChanged(): void {
    const answer = normalizePlate(draft.answers().car.plate)
    if (answer === plate) return
    const isChanged = plate !== ''
    plate = answer
    lookup.cancel()
    clear()
    if (isChanged) clearCar(draft)
    if (!isTyping()) onLeave()
  }

  const unsubscribe = draft.subscribe(onAnswersChanged)
  onAnswersChanged()
  return {
    onLeave,
    refusal: (): PlateLookupError | null => refusal?.code ?? null,
    /** Late responses are ignored from then on. */
    stop() {
      unsubscribe()
      lookup.cancel()
    },
  }
}

/** Clears what depends on the plate: the transmission, the model, and the quote made for the old plate. */
function clearCar(draft: Draft): void {
  draft.setState({ foundModels: undefined, quote: undefined, isReferred: undefined, furthestStep: 'car' })
  draft.setAnswers({ car: clearedModelAnswers })
}

/** A new prospect has no people to confirm, no saved step 4, no policy and no cancelled payment. */
function storeProspect(draft: Draft, plate: string, quoteId: string): void {
  draft.setState({
    registeredPlate: plate,
    quoteId,
    quoteNumber: undefined,
    policyNumber: undefined,
    acceptedIncidents: undefined,
    // The quote of the plate before may have saved step 4.
    arePolicyholdersUnsaved: Boolean(draft.state().quoteId) || undefined,
    needsIdentityCheck: undefined,
    isPaymentCancelled: undefined,
  })
}

export type PlateLookupHandle = ReturnType<typeof usePlateLookup>

export function usePlateLookup({ addError, clearError }: PlateLookupDependencies['form']) {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const { brand } = usePageSettings()
  const lookup = useRef<ReturnType<typeof createPlateLookup>>(null)
  const [isRetrying, setIsRetrying] = useState(false)
  const onFailed = useEffectEvent((path: string) => navigation.navigateTo(path))

  useEffect(() => {
    const created = createPlateLookup({
      api,
      draft,
      brandKey: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('car.plate'),
      form: { addError, clearError },
      onFailed,
      onRetry: setIsRetrying,
    })
    lookup.current = created
    return created.stop
  }, [api, draft, brand.key, addError, clearError])

  return {
    onLeave: () => lookup.current?.onLeave(),
    refusal: () => lookup.current?.refusal() ?? null,
    isRetrying,
  }
}
