/**
 * Runs the effects of the plate's reducer: the three calls that register a plate and log in, and the
 * resets after a change.
 */

import { normalizePlate } from '#journey/plate.ts'
import { type PlateLookupError, withoutModel } from '#journey/questions/car.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import {
  initialPlateState,
  type PlateAction,
  type PlateEvent,
  type PlateLink,
  parsePlateLink,
  plateReducer,
} from './plate-reducer.ts'

export interface PlateRegistrationDependencies {
  readonly api: Api
  readonly draft: Draft
  /** The brand that the prospect is registered for. */
  readonly source: string
  /** Is somebody in the field? A plate that comes from elsewhere (reload, a link) counts as left at once. */
  isTyping(): boolean
  onRefused(code: PlateLookupError): void
  /** The plate changed, or is known after all: whatever was said about it goes. */
  onCleared(): void
  onFailed(what: 'register' | 'registration' | 'login'): void
  /** A call without a response is being retried. */
  onRepeat(isRepeating: boolean): void
}

export interface PlateRegistration {
  /** The field was left, or something is asked for that needs the plate. */
  left(): void
  /** After this call, late responses are ignored. */
  stop(): void
}

/** A call that was never sent; the visitor may leave the field once more. */
const wasGivenUp = (answer: ApiResult<unknown>): boolean => answer.outcome === 'captcha-unavailable'

/** The register has no such plate; whatever else goes wrong is not said of the plate. */
const isNo = (answer: ApiResult<unknown>): boolean => answer.outcome === 'refused' && answer.status === 404

/** Forgets what depends on the plate: the transmission, the model, and the quote made for the old plate. */
function forgetCar(draft: Draft): void {
  draft.setState({
    foundModels: undefined,
    quote: undefined,
    offline: undefined,
    furthestStep: 'car',
  })
  draft.setAnswers({ car: withoutModel })
}

export function createPlateRegistration({
  api,
  draft,
  source,
  ...tell
}: PlateRegistrationDependencies): PlateRegistration {
  let state = initialPlateState
  let underWay = new AbortController()
  let stopped = false

  function send(event: PlateEvent): void {
    if (stopped) return
    const move = plateReducer(state, event)
    state = move.state
    for (const action of move.actions) perform(action)
  }

  async function askRegister(plate: string, run: number): Promise<void> {
    const { signal } = underWay
    const { onRepeat } = tell
    const answer = await api.call('vehicleDetails', { params: { regNumber: plate } }, { signal, onRepeat })
    if (wasGivenUp(answer)) send({ type: 'givenUp', run })
    else if (answer.outcome === 'unreachable') send({ type: 'unreachable', run })
    else
      send({
        type: 'registerAnswered',
        run,
        isKnown: answer.outcome === 'ok' || (isNo(answer) ? false : null),
      })
  }

  async function register(plate: string, run: number): Promise<void> {
    const { signal } = underWay
    const { onRepeat } = tell
    // Whoever sent the visitor has sent them for this car as well.
    const { partnerId, source: given = source } = draft.state()
    const body = { registrationNumber: plate, source: given, ...(partnerId && { partnerId }) }
    const answer = await api.call('registration', { body }, { signal, onRepeat })
    if (wasGivenUp(answer)) send({ type: 'givenUp', run })
    else if (answer.outcome === 'refused' && answer.status === 429) send({ type: 'tooMany', run })
    else
      send({
        type: 'registered',
        run,
        link: answer.outcome === 'ok' ? parsePlateLink(answer.data.url) : null,
      })
  }

  async function login(plate: string, run: number, link: PlateLink): Promise<void> {
    const { signal } = underWay
    const isIn = await api.login(link.id, link.token, () => !signal.aborted)
    if (isIn) {
      // A new prospect: it holds nobody to be confirmed, nobody has bought it, and no payment for it was broken off.
      draft.setState({
        registeredPlate: plate,
        quoteId: link.id,
        quoteNumber: undefined,
        policyNumber: undefined,
        acceptedIncidents: undefined,
        needsIdentityCheck: undefined,
        isPaymentCancelled: undefined,
      })
    }
    send({ type: 'loggedIn', run, isIn })
  }

  const findingOut = (work: Promise<void>) => void draft.pendingLookups.track('car.plate', work)

  function perform(action: PlateAction): void {
    switch (action.do) {
      case 'cancel':
        underWay.abort()
        underWay = new AbortController()
        return
      case 'forgetCar':
        forgetCar(draft)
        return
      case 'clearMessage':
        tell.onCleared()
        return
      case 'askRegister':
        findingOut(askRegister(action.plate, action.run))
        return
      case 'refuse':
        tell.onRefused(action.code)
        return
      case 'register':
        findingOut(register(action.plate, action.run))
        return
      case 'login':
        findingOut(login(action.plate, action.run, action.link))
        return
      case 'fail':
        tell.onFailed(action.what)
    }
  }

  function look(): void {
    const plate = normalizePlate(draft.answers().car.plate)
    if (plate === state.plate) return
    send({ type: 'changed', plate, isRegistered: plate === draft.state().registeredPlate })
    if (!tell.isTyping()) send({ type: 'left' })
  }

  const unsubscribe = draft.subscribe(look)
  look()
  return {
    left: () => send({ type: 'left' }),
    stop() {
      stopped = true
      unsubscribe()
      underWay.abort()
    },
  }
}
