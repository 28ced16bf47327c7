/**
 * Looks up the plate of step 1 in the vehicle register, creates a prospect and logs the customer in. A response for a
 * plate that has changed is dropped.
 */

import { isPlate, normalizePlate } from '#journey/plate.ts'
import { withoutModel } from '#journey/questions/car.ts'
import type { PlateLookupError } from '#journey/questions/car-errors.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'

/** Id and token of the link that a registration returns. */
export interface LoginLink {
  readonly id: string
  readonly token: string
}

/** The link in the url of a registration; null when it has no id or no token. */
export function parseLoginLink(url: string): LoginLink | null {
  const query = new URLSearchParams(url.split(/[?#]/)[1])
  const id = query.get('id')
  const token = query.get('token')
  return id && token ? { id, token } : null
}

/** Why the page has to be left: our server did not answer, or it refused the login. */
export type PlateFailure = 'error' | 'login-refused'

export type PlateResult =
  | { readonly outcome: 'registered'; readonly quoteId: string }
  /** `isFinal`: the same plate is not asked about again. */
  | { readonly outcome: 'refused'; readonly code: PlateLookupError; readonly isFinal: boolean }
  | { readonly outcome: 'failed'; readonly failure: PlateFailure }
  /** The security check did not finish: nothing was asked. */
  | { readonly outcome: 'not-asked' }

export interface PlateRequest {
  readonly api: Api
  readonly signal: AbortSignal
  /** The brand, or the partner's source, that the prospect is registered for. */
  readonly source: string
  readonly partnerId: string | undefined
  /** The register knows the plate. */
  onKnown(): void
  /** A call without a response is being retried. */
  onRepeat(isRepeating: boolean): void
}

/** Null when the request was aborted. */
async function registerPlate(plate: string, request: PlateRequest): Promise<PlateResult | null> {
  const { api, signal, source, partnerId, onRepeat } = request
  const failed = (failure: PlateFailure): PlateResult => ({ outcome: 'failed', failure })

  const details = await api.call('vehicleDetails', { params: { regNumber: plate } }, { signal, onRepeat })
  if (signal.aborted) return null
  if (details.outcome === 'captcha-unavailable') return { outcome: 'not-asked' }
  if (details.outcome === 'unreachable') return failed('error')
  // An outage gets the same message as an unknown plate, but proves nothing: it may be asked again.
  if (details.outcome !== 'ok')
    return {
      outcome: 'refused',
      code: 'PLATE_INVALID',
      isFinal: details.outcome === 'refused' && details.status === 404,
    }
  request.onKnown()

  const body = { registrationNumber: plate, source, ...(partnerId && { partnerId }) }
  const registration = await api.call('registration', { body }, { signal, onRepeat })
  if (signal.aborted) return null
  if (registration.outcome === 'captcha-unavailable') return { outcome: 'not-asked' }
  if (registration.outcome === 'refused' && registration.status === 429)
    return { outcome: 'refused', code: 'PLATES_TOO_MANY', isFinal: false }
  const link = registration.outcome === 'ok' ? parseLoginLink(registration.data.url) : null
  if (!link) return failed('error')

  const isLoggedIn = await api.login(link.id, link.token, () => !signal.aborted)
  if (signal.aborted) return null
  if (isLoggedIn) return { outcome: 'registered', quoteId: link.id }
  return failed(isLoggedIn === null ? 'error' : 'login-refused')
}

/** Forgets what depends on the plate: the transmission, the model, and the quote made for the old plate. */
function forgetCar(draft: Draft): void {
  draft.setState({ foundModels: undefined, quote: undefined, offline: undefined, furthestStep: 'car' })
  draft.setAnswers({ car: withoutModel })
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

export interface PlateRegistrationDependencies {
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

export function createPlateRegistration(dependencies: PlateRegistrationDependencies): PlateRegistration {
  const { api, draft, source, isTyping, onRefused, onCleared, onFailed, onRepeat } = dependencies
  /** The normalised plate on the page; '' while the field is empty. */
  let plate = ''
  let status: 'idle' | 'running' | 'registered' | 'refused' = 'idle'
  let refusal: PlateLookupError | null = null
  /** Aborted when the plate changes. */
  let running = new AbortController()

  const clear = () => {
    refusal = null
    onCleared()
  }
  const refuse = (code: PlateLookupError, isFinal: boolean) => {
    status = isFinal ? 'refused' : 'idle'
    refusal = code
    onRefused(code)
  }

  async function register(signal: AbortSignal): Promise<void> {
    const { partnerId, source: partnerSource = source } = draft.state()
    const request = { api, signal, source: partnerSource, partnerId, onKnown: clear, onRepeat }
    const asked = plate
    const result = await registerPlate(asked, request)
    if (!result || signal.aborted) return
    if (result.outcome === 'refused') return refuse(result.code, result.isFinal)
    if (result.outcome === 'registered') {
      status = 'registered'
      return storeProspect(draft, asked, result.quoteId)
    }
    status = 'idle'
    if (result.outcome === 'failed') onFailed(result.failure)
    // A chosen transmission would wait for ever: chosen again, it registers the plate again.
    else forgetCar(draft)
  }

  function left(): void {
    if (running.signal.aborted || status !== 'idle' || plate === '') return
    // A text that is not a plate sends no request.
    if (!isPlate(plate)) refuse('PLATE_INVALID', true)
    else {
      status = 'running'
      void draft.pendingLookups.track('car.plate', register(running.signal))
    }
  }

  /** Follows the answer. A plate registered before (reload, Back, a corrected typo) is not registered again. */
  function follow(): void {
    const answer = normalizePlate(draft.answers().car.plate)
    if (answer === plate) return
    const isChanged = plate !== ''
    plate = answer
    status = plate !== '' && plate === draft.state().registeredPlate ? 'registered' : 'idle'
    running.abort()
    running = new AbortController()
    clear()
    if (isChanged) forgetCar(draft)
    if (!isTyping()) left()
  }

  const unsubscribe = draft.subscribe(follow)
  follow()
  return {
    left,
    refusal: () => refusal,
    stop() {
      unsubscribe()
      running.abort()
    },
  }
}
