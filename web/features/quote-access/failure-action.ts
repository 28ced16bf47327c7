/**
 * The action after a failed call, shared by all steps: stay, leave for a closed quote's page, or show the
 * error page.
 */

import { successPath } from '#journey/page-paths.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import { errorPath } from '#web/app/navigation.tsx'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { identityCheckPath } from './reverify-owner.ts'

export type FailureAction =
  | { readonly kind: 'leave'; readonly path: string }
  | { readonly kind: 'not-insurable' }
  /** The security check did not finish: it was not ready, or the visitor closed it. */
  | { readonly kind: 'unchecked' }
  /** Shown already: the layout says that the server is busy, or the client leads to the page for an ended session. */
  | { readonly kind: 'told' }

export type ApiFailure = Exclude<ApiResult<unknown>, { outcome: 'ok' } | { outcome: 'empty' }>

export function failureActionOf(answer: ApiFailure): FailureAction {
  if (answer.outcome === 'captcha-unavailable') return { kind: 'unchecked' }
  if (answer.outcome === 'unreachable') return { kind: 'leave', path: errorPath }
  switch (answer.problem.code) {
    case 'NOT_INSURABLE':
      return { kind: 'not-insurable' }
    // The quote was bought in another tab: its page polls until the insurer has answered.
    case 'BIND_PENDING':
      return { kind: 'leave', path: successPath }
    case 'QUOTE_CONVERTED':
      return { kind: 'leave', path: '/converted' }
    case 'QUOTE_EXPIRED':
      return { kind: 'leave', path: '/expired' }
    case 'NOT_LOGGED_IN':
    case 'OVERLOADED':
      return { kind: 'told' }
    default:
      return { kind: 'leave', path: errorPath }
  }
}

/** The page that asks for the identity if the call was refused for that reason; null if not, or if it is not known. */
export const reverifyOwnerPath = async (
  answer: ApiResult<unknown>,
  api: Api,
  draft: Draft,
): Promise<string | null> =>
  answer.outcome === 'refused' && answer.problem.code === 'NOT_READY' ? identityCheckPath(api, draft) : null
