/**
 * Where the visitor stands and how they move: the journey's table turned into addresses and screens, and the moves that
 * use-router.ts makes. Steps move by it and know nothing of addresses (SHELL-02, PAY-12).
 */
import { createContext } from 'react'
import {
  type Move,
  pathOfStep,
  reachable,
  type Step,
  stepOf,
  stepOfPath,
  steps,
  type View,
} from '#journey/steps.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

/** What the page shows: the entry screen, one of the journey's views, or a page outside it by its path. */
export type Screen =
  | { readonly kind: 'entry' }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'outcome'; readonly path: string }

/** Its moves are those of one screen: once that was left they do nothing, whatever answer is still to come. */
export interface Navigation {
  readonly view: View
  /** Shows a view; every move made by code is allowed and remembered as reached. */
  goTo(view: View): void
  /** Shows a step to change an answer of it; Next then leads back to the view one is on now. */
  editStep(step: Step): void
  next(): void
  back(): void
  move(move: Move): void
  /**
   * Leaves the steps for another page of ours: '/error-occurred', '/paymentsuccess?id=…'. `replace` leaves no way back;
   * `evenIfLeft` is for who has a policy by now, wherever they are.
   */
  navigateTo(path: string, options?: { readonly replace?: boolean; readonly evenIfLeft?: boolean }): void
  /** False once the screen was left: an answer that comes then is no longer wanted. */
  isCurrent(): boolean
  /** True once the visitor has moved inside this page load: then a new screen takes the focus to its h1. */
  readonly hasNavigated: boolean
}

export const NavigationContext = createContext<Navigation | null>(null)

export const useNavigation = (): Navigation => useRequiredContext(NavigationContext, 'wizard')

/** The furthest of two steps; a step counts as furthest once shown. */
export const laterStep = (one: Step, other: Step | undefined): Step =>
  other && steps.indexOf(other) > steps.indexOf(one) ? other : one

/** Of whatever nobody can mend on the page at hand (section 8 of the specification). */
export const errorPath = '/error-occurred'

/** What an address shows, given how far the visitor may go. Pure: the server asks with `furthest` unknown. */
export function screenOfPath(path: string, furthest: Step | undefined): Screen {
  if (path === '/vehicle' || path === '/') return { kind: 'entry' }
  const step = stepOfPath(path)
  if (step) return { kind: 'view', view: reachable(step, furthest ?? 'car') }
  return { kind: 'outcome', path }
}

/** Where Back leads from the page of a policy: the steps before it have nothing left to show (A11). */
export const policyPathAfterPurchase = (
  path: string,
  { quoteId, policyNumber }: { readonly quoteId?: string; readonly policyNumber?: string },
): string | null =>
  quoteId && policyNumber && stepOfPath(path)
    ? `${pathOfView('confirmation')}?id=${encodeURIComponent(quoteId)}`
    : null

/** The address of a view: confirmation has a page of its own, a failed payment stays at the payment's address. */
export const pathOfView = (view: View): string => {
  const step = stepOf(view)
  return step === null ? '/paymentsuccess' : pathOfStep(step)
}
