/**
 * Repeats the bind call until its result is known, so that no customer is asked to pay twice. The server's
 * idempotency key leads every retry to the same policy.
 */

import type { ReplyOf } from '#contract/endpoints.ts'
import { pathOfStep } from '#journey/steps.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { reverifyOwnerPath } from '#web/features/quote-access/failure-action.ts'
import { bindRequest } from '#web/features/quote-requests/bind-request.ts'
import { today } from '#web/lib/server-clock.ts'

export type BindResult =
  | { readonly outcome: 'bound'; readonly policyNumber: string }
  /** `isOutdated`: the shown quote is not for sale any more, so that another try would fail too. */
  | { readonly outcome: 'failed'; readonly isOutdated?: true }
  /** The captcha check did not finish: the server did nothing. */
  | { readonly outcome: 'unchecked' }
  /** Nothing was done, and the page shows why: the server is too busy, or the session is over. */
  | { readonly outcome: 'told' }
  | { readonly outcome: 'leave'; readonly path: string }

const pollIntervalMs = 5000
const giveUpMs = 60_000

export interface BindDependencies {
  bind(): Promise<ApiResult<ReplyOf<'quoteBind'>>>
  /** The page of the identity check, if that is why the call was refused. */
  ownerPath(answer: ApiResult<unknown>): Promise<string | null>
  wait(ms: number): Promise<void>
  /** Called once when the outcome is not known yet. */
  onPending(): void
}

/** `unsaid`: the connection or the server failed, and the order may have been accepted. */
type Known = BindResult | 'pending' | 'unsaid'

function known(answer: ApiResult<ReplyOf<'quoteBind'>>, isOrdered: boolean, isUnsaid: boolean): Known {
  if (answer.outcome === 'ok') return { outcome: 'bound', policyNumber: answer.data.policyNumber }
  // After the order was accepted, a failed retry does not mean that the order failed.
  if (answer.outcome === 'captcha-unavailable') return isOrdered ? 'pending' : { outcome: 'unchecked' }
  if (answer.outcome === 'unreachable') return isOrdered ? 'pending' : 'unsaid'
  if (answer.outcome === 'empty') return { outcome: 'failed' }
  switch (answer.problem.code) {
    case 'BIND_PENDING':
      return 'pending'
    case 'OVERLOADED':
      if (isOrdered) return 'pending'
      // Nothing was done by this call, but an earlier one may have been accepted.
      return isUnsaid ? 'unsaid' : { outcome: 'told' }
    case 'NOT_LOGGED_IN':
      return { outcome: 'told' }
    case 'QUOTE_CONVERTED':
      return { outcome: 'leave', path: '/converted' }
    case 'QUOTE_EXPIRED':
      return { outcome: 'leave', path: '/expired' }
    case 'STALE':
    case 'NOT_READY':
      return { outcome: 'failed', isOutdated: true }
    case 'REJECTED':
      return { outcome: 'failed' }
    default:
      if (isOrdered && answer.status !== 400) return 'pending'
      return answer.status >= 500 ? 'unsaid' : { outcome: 'failed' }
  }
}

export async function pollBind({ bind, ownerPath, wait, onPending }: BindDependencies): Promise<BindResult> {
  let isOrdered = false
  let isUnsaid = false
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const heard = await bind()
    const answer = known(heard, isOrdered, isUnsaid)
    if (typeof answer === 'object') {
      const path = await ownerPath(heard)
      return path ? { outcome: 'leave', path } : answer
    }
    if (answer === 'pending' && !isOrdered) {
      isOrdered = true
      onPending()
    }
    isUnsaid ||= answer === 'unsaid'
    // Asking once more tells whether the order was accepted.
    if (waitedMs >= (isOrdered ? giveUpMs : pollIntervalMs)) return { outcome: 'failed' }
    await wait(pollIntervalMs)
  }
}

/** Binds the current answers. If some are missing, step 4 shows which. */
export async function bindByBank(api: Api, draft: Draft, onPending: () => void): Promise<BindResult> {
  const body = bindRequest(draft.answers(), draft.state(), today())
  if (!body) return { outcome: 'leave', path: pathOfStep('policyholder') }
  return pollBind({
    bind: () => api.call('quoteBind', { body }),
    ownerPath: answer => reverifyOwnerPath(answer, api, draft),
    wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
    onPending,
  })
}
