/**
 * The calls that save step 4 and open the payment page, and what their responses mean. They charge
 * nothing.
 */

import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import { errorPath } from '#web/app/navigation.tsx'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { failureActionOf, reverifyOwnerPath } from '#web/features/quote-access/failure-action.ts'
import { cardPaymentRequest, isWebAddress } from '#web/features/quote-requests/card-payment-request.ts'
import { policyholdersRequest } from '#web/features/quote-requests/policyholders-request.ts'
import { today } from '#web/lib/server-clock.ts'

/** Pressing again helps nobody there. */
interface NotReady {
  /** The quote has to be looked at again first: nobody agreed to its declaration, its start has passed, or another tab changed it. */
  readonly outcome: 'not-ready'
}

export type SaveResult =
  | { readonly outcome: 'saved' }
  | NotReady
  /** The captcha check did not finish. */
  | { readonly outcome: 'unchecked' }
  /** The frame says it. */
  | { readonly outcome: 'told' }
  | { readonly outcome: 'leave'; readonly path: string }

export async function savePolicyholders(api: Api, draft: Draft): Promise<SaveResult> {
  const body = policyholdersRequest(draft.answers(), draft.state(), today())
  if (!body) return { outcome: 'leave', path: errorPath }
  const answer = await api.call('quoteCreate', { body })
  if (answer.outcome === 'ok' || answer.outcome === 'empty') return { outcome: 'saved' }
  const path = await reverifyOwnerPath(answer, api, draft)
  if (path) return { outcome: 'leave', path }
  if (isToLookAt(answer)) return { outcome: 'not-ready' }
  const refusal = failureActionOf(answer)
  if (refusal.kind === 'unchecked' || refusal.kind === 'told') return { outcome: refusal.kind }
  return { outcome: 'leave', path: refusal.kind === 'leave' ? refusal.path : errorPath }
}

const isToLookAt = (answer: ApiResult<unknown>): boolean =>
  answer.outcome === 'refused' && ['NOT_READY', 'STALE'].includes(answer.problem.code)

export type PaymentPageResult =
  | { readonly outcome: 'open'; readonly url: string }
  | { readonly outcome: 'unchecked' }
  | { readonly outcome: 'told' }
  /** No address, or one that is no web page: the visitor is told and may press again. */
  | { readonly outcome: 'none' }
  | NotReady
  | { readonly outcome: 'leave'; readonly path: string }

export async function openPaymentPage(
  api: Api,
  origin: string,
  draftState: Parameters<typeof cardPaymentRequest>[1] & Pick<DraftState, 'needsDeclaration'>,
): Promise<PaymentPageResult> {
  // The server takes an order of a client that knows no declaration (decision 0012).
  if (draftState.needsDeclaration) return { outcome: 'not-ready' }
  const answer = await api.call('paymentCreate', { body: cardPaymentRequest(origin, draftState) })
  if (answer.outcome === 'empty') return { outcome: 'none' }
  if (answer.outcome === 'ok') {
    const url = answer.data.data?.attributes?.url
    return url && isWebAddress(url) ? { outcome: 'open', url } : { outcome: 'none' }
  }
  if (isToLookAt(answer)) return { outcome: 'not-ready' }
  const refusal = failureActionOf(answer)
  if (refusal.kind === 'unchecked' || refusal.kind === 'told') return { outcome: refusal.kind }
  return refusal.kind === 'leave' ? { outcome: 'leave', path: refusal.path } : { outcome: 'none' }
}
