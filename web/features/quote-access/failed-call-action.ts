/** Decides what a page does after a failed call: show a message, or open the page of a closed quote or of an error. */
import type { ResponseOf } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import {
  errorPath,
  policyPath,
  policyPathOf,
  quoteConvertedPath,
  quoteExpiredPath,
} from '#journey/page-paths.ts'
import { pathOfStep } from '#journey/steps.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'

export type FailedCallAction =
  | { readonly kind: 'leave'; readonly path: string }
  | { readonly kind: 'not-insurable' }
  /** The security check did not finish: it was not ready, or the customer closed it. */
  | { readonly kind: 'captcha-failed' }
  /** The layout says that the server is busy, or the client leads to the page of an ended session. */
  | { readonly kind: 'shown' }

/** The page of a quote that can no longer be changed or bought, by the code of the refusal. */
export const closedQuotePathByProblem: { readonly [Code in ProblemCode]?: string } = {
  QUOTE_CONVERTED: quoteConvertedPath,
  QUOTE_EXPIRED: quoteExpiredPath,
}

export type ApiFailure = Exclude<ApiResult<unknown>, { outcome: 'ok' } | { outcome: 'no-content' }>

export function failedCallAction(result: ApiFailure): FailedCallAction {
  if (result.outcome === 'captcha-failed') return { kind: 'captcha-failed' }
  if (result.outcome === 'network-error') return { kind: 'leave', path: errorPath }
  switch (result.code) {
    case 'NOT_INSURABLE':
      return { kind: 'not-insurable' }
    // The quote was bought in another tab: its page polls until the insurer has answered.
    case 'BIND_PENDING':
      return { kind: 'leave', path: policyPath }
    case 'NOT_LOGGED_IN':
    case 'OVERLOADED':
      return { kind: 'shown' }
    default:
      return { kind: 'leave', path: closedQuotePathByProblem[result.code] ?? errorPath }
  }
}

/** The page of a quote that can no longer be changed; null for one that can. */
export function closedQuotePath({ status, quoteId }: Pick<ResponseOf<'prospectCar'>, 'status' | 'quoteId'>) {
  // While BINDING, the success page polls until the insurer has responded.
  if (status === 'BINDING') return policyPathOf(quoteId)
  if (status === 'CONVERTED') return quoteConvertedPath
  return status === 'EXPIRED' ? quoteExpiredPath : null
}

/** After another device changed the quote: the path that asks for the identity, or says that the quote is closed; else null. */
export async function reverifyOwnerPath(result: ApiResult<unknown>, api: Api, draft: Draft) {
  if (result.outcome !== 'error' || result.code !== 'NOT_READY') return null
  const { quoteId } = draft.state()
  const answer = await api.call('prospectCar', { query: { id: quoteId } })
  // The answers were cleared during the request, or belong to another car now.
  if (answer.outcome !== 'ok' || draft.state().quoteId !== quoteId) return null
  // A closed quote shows its people to no one, so there is no identity to confirm.
  const closed = closedQuotePath(answer.data)
  if (closed) return closed
  const { needsIdentityCheck, quoteNumber } = answer.data
  // Without a quote number the customer cannot confirm that the quote is theirs.
  if (!needsIdentityCheck || !quoteNumber) return null
  draft.setState({ needsIdentityCheck, quoteNumber, furthestStep: 'car' })
  return pathOfStep('car')
}
