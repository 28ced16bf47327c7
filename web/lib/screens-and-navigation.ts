/** Which screen a URL shows, and the Navigation context, through which pages navigate by the name of a step. */
import { policyPath, policyPathOf, startPath } from '#journey/page-paths.ts'
import {
  type Move,
  nearestReachableStep,
  pathOfStep,
  type Step,
  stepOf,
  stepOfPath,
  steps,
  type View,
} from '#journey/steps.ts'
import { createRequiredContext } from './required-context.ts'

/** The start page, one of the journey's views, or a status page (any page outside the journey) by its path. */
export type Screen =
  | { readonly kind: 'entry' }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'status'; readonly path: string }

export interface NavigateOptions {
  readonly replace?: boolean
  /** Navigates even after the screen was left: the policy is already bought. */
  readonly force?: boolean
}

/** Navigation of one screen. After that screen was left its functions do nothing: a late response cannot navigate. */
export interface Navigation {
  readonly view: View
  /** Shows a view. Navigation by code is always allowed, and the view counts as reached. */
  goTo(view: View): void
  /** Shows a step to change one of its answers; Next then leads back to the current view. */
  editStep(step: Step): void
  next(): void
  back(): void
  move(move: Move): void
  /** Leaves the steps for another page of the site: the error page, '/paymentsuccess?id=…'. */
  navigateTo(path: string, options?: NavigateOptions): void
  /**
   * Prepares for a navigation at the end of a call; returns a function for when the call has ended. WebKit's Back skips
   * history entries that are added long after the last click, so a slow call's entry is added while it runs.
   */
  prepareForCall(): () => void
  /** False after the screen was left: a late response is then ignored. */
  isCurrent(): boolean
  /** True after the first navigation within this page load: a new screen then moves the focus to its h1. */
  readonly hasNavigated: boolean
}

export const [NavigationContext, useNavigation] = createRequiredContext<Navigation>('navigation')

export const laterStep = (one: Step, other: Step | undefined): Step =>
  other && steps.indexOf(other) > steps.indexOf(one) ? other : one

/** The screen of an address, at most the furthest reachable step; the server passes undefined. */
export function screenOfPath(path: string, furthest: Step | undefined): Screen {
  if (path === startPath || path === '/') return { kind: 'entry' }
  const step = stepOfPath(path)
  if (step) return { kind: 'view', view: nearestReachableStep(step, furthest ?? 'car') }
  return { kind: 'status', path }
}

/** After a purchase Back leads to the policy page, because the steps have no answers any more. */
export const policyPathAfterPurchase = (
  path: string,
  { quoteId, policyNumber }: { readonly quoteId?: string; readonly policyNumber?: string },
): string | null => (quoteId && policyNumber && stepOfPath(path) ? policyPathOf(quoteId) : null)

/** The URL of a view. Confirmation has a separate URL; a failed payment keeps the URL of step 5 (payment). */
export const pathOfView = (view: View): string => {
  const step = stepOf(view)
  return step === null ? policyPath : pathOfStep(step)
}
