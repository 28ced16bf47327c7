/**
 * The reducer of a plate, from typing to a logged-in prospect: an event gives the next state and the
 * effects. Each plate is requested once; a response for a plate that changed is ignored.
 */

import { isPlate } from '#journey/plate.ts'
import type { PlateLookupError } from '#journey/questions/car.ts'

export type PlateStage = 'idle' | 'asking' | 'registering' | 'loggingIn' | 'ready' | 'refused'

export interface PlateState {
  readonly stage: PlateStage
  /** The normalised plate; '' while the field is empty. */
  readonly plate: string
  /** Incremented with every change of the plate, so that a response can be matched to its request. */
  readonly run: number
}

export type PlateEvent =
  /** `isRegistered`: there is a prospect of ours for exactly this plate. */
  | { readonly type: 'changed'; readonly plate: string; readonly isRegistered: boolean }
  | { readonly type: 'left' }
  /** `isKnown`: null when the register gave no clear result. */
  | { readonly type: 'registerAnswered'; readonly run: number; readonly isKnown: boolean | null }
  /** Our server answered neither of two calls, so nothing is known of the plate. */
  | { readonly type: 'unreachable'; readonly run: number }
  | { readonly type: 'registered'; readonly run: number; readonly link: PlateLink | null }
  /** `isIn`: null where nobody said; the link may be good. */
  | { readonly type: 'loggedIn'; readonly run: number; readonly isIn: boolean | null }
  /** This browser has reached the limit of registrations for now. */
  | { readonly type: 'tooMany'; readonly run: number }
  /** A call was given up before it said anything; leaving the field once more asks again. */
  | { readonly type: 'givenUp'; readonly run: number }

/** Id and token of the url a registration answers with. */
export interface PlateLink {
  readonly id: string
  readonly token: string
}

export type PlateAction =
  | { readonly do: 'forgetCar' }
  | { readonly do: 'cancel' }
  | { readonly do: 'clearMessage' }
  | { readonly do: 'askRegister'; readonly plate: string; readonly run: number }
  | { readonly do: 'refuse'; readonly code: PlateLookupError }
  | { readonly do: 'register'; readonly plate: string; readonly run: number }
  | { readonly do: 'login'; readonly link: PlateLink; readonly plate: string; readonly run: number }
  | { readonly do: 'fail'; readonly what: 'register' | 'registration' | 'login' }

export interface PlateTransition {
  readonly state: PlateState
  readonly actions: readonly PlateAction[]
}

export const initialPlateState: PlateState = { stage: 'idle', plate: '', run: 0 }

const stay = (state: PlateState): PlateTransition => ({ state, actions: [] })

/** A plate registered before (reload, Back, a link, a slip of the finger put right) is not asked about again. */
function changed(state: PlateState, plate: string, isRegistered: boolean): PlateTransition {
  if (plate === state.plate) return stay(state)
  const forget: readonly PlateAction[] = state.plate === '' ? [] : [{ do: 'forgetCar' }]
  return {
    state: { stage: isRegistered && plate !== '' ? 'ready' : 'idle', plate, run: state.run + 1 },
    actions: [{ do: 'cancel' }, { do: 'clearMessage' }, ...forget],
  }
}

function left(state: PlateState): PlateTransition {
  if (state.stage !== 'idle' || state.plate === '') return stay(state)
  const { plate, run } = state
  // A text that is not a plate sends no request.
  if (!isPlate(plate))
    return { state: { ...state, stage: 'refused' }, actions: [{ do: 'refuse', code: 'PLATE_INVALID' }] }
  return { state: { ...state, stage: 'asking' }, actions: [{ do: 'askRegister', plate, run }] }
}

/** The link of the address a registration answers with; null when it holds no id or no token. */
export function parsePlateLink(url: string): PlateLink | null {
  const query = new URLSearchParams(url.split(/[?#]/)[1])
  const id = query.get('id')
  const token = query.get('token')
  return id && token ? { id, token } : null
}

export function plateReducer(state: PlateState, event: PlateEvent): PlateTransition {
  if (event.type === 'changed') return changed(state, event.plate, event.isRegistered)
  if (event.type === 'left') return left(state)
  if (event.run !== state.run) return stay(state)
  const { plate, run } = state
  const to = (stage: PlateStage, ...actions: readonly PlateAction[]): PlateTransition => ({
    state: { ...state, stage },
    actions,
  })
  switch (event.type) {
    case 'registerAnswered':
      if (state.stage !== 'asking') return stay(state)
      // Asked before, it may have been refused for want of an answer.
      if (event.isKnown) return to('registering', { do: 'clearMessage' }, { do: 'register', plate, run })
      // The message is the same, but an outage proves nothing: the next blur or Next sends the request
      // again.
      return to(event.isKnown === null ? 'idle' : 'refused', { do: 'refuse', code: 'PLATE_INVALID' })
    case 'unreachable':
      return to('idle', { do: 'fail', what: 'register' })
    case 'registered':
      if (state.stage !== 'registering') return stay(state)
      return event.link
        ? to('loggingIn', { do: 'login', link: event.link, plate, run })
        : to('idle', { do: 'fail', what: 'registration' })
    case 'loggedIn':
      if (state.stage !== 'loggingIn') return stay(state)
      if (event.isIn) return to('ready')
      // A link that nobody refused leads where a registration that failed does: to the error page.
      return to('idle', { do: 'fail', what: event.isIn === null ? 'registration' : 'login' })
    case 'tooMany':
      return to('idle', { do: 'refuse', code: 'PLATES_TOO_MANY' })
    case 'givenUp':
      // A transmission chosen meanwhile would wait for ever: chosen again, it has the plate asked about again.
      return to('idle', { do: 'forgetCar' })
  }
}
