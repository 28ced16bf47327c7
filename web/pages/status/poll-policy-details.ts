/**
 * Polls for the policy's details until the payment is settled, and reports when they cannot be shown. Both
 * success pages use it.
 */

import type { ReplyOf } from '#contract/endpoints.ts'
import type { CoverType, Frequency } from '#journey/cover.ts'
import type { ApiResult } from '#web/api/http.ts'

type Reply = ReplyOf<'policyRetrieve'>

export interface PolicyDetails {
  readonly policyId: string
  readonly paymentFrequency: Frequency
  readonly cover: CoverType
  /** Whole dollars; 0 where the cover does not insure the car. */
  readonly amountCovered: number
}

/** All four values or none: an incomplete policy would look as if it did not exist. */
export function completeDetails(reply: Reply): PolicyDetails | null {
  const { policyId, paymentFrequency, cover, amountCovered } = reply
  if (!policyId || !paymentFrequency || !cover || amountCovered === undefined) return null
  return { policyId, paymentFrequency, cover, amountCovered }
}

export type PolicyPollResult =
  | { readonly outcome: 'details'; readonly details: PolicyDetails }
  /** `unsettled`: asked for a minute, and nobody knew by then what comes of the payment. */
  | { readonly outcome: 'missing' | 'unpaid' | 'unsettled' }
  | { readonly outcome: 'sentBack' }
  | { readonly outcome: 'failed' }

const pollMs = 2000
const giveUpMs = 60_000
const tooManyRequests = 429

export interface PolicyPollDependencies {
  retrieve(signal: AbortSignal): Promise<ApiResult<Reply>>
  isStopped(): boolean
}

/**
 * Milliseconds until the next request; null to stop. A 429 only delays the next request: a paying customer
 * never gets an error for polling too often.
 */
function pauseMs(answer: ApiResult<Reply>): number | null {
  if (answer.outcome === 'empty') return pollMs
  return answer.outcome === 'refused' && answer.status === tooManyRequests
    ? Math.max(pollMs, answer.retryAfterMs ?? 0)
    : null
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Polls every 2 s while the response is empty, or later after a 429. It gives up after 60 s in total. */
export async function pollPolicyDetails({
  retrieve,
  isStopped,
}: PolicyPollDependencies): Promise<PolicyPollResult> {
  const late = new AbortController()
  const over = wait(giveUpMs).then(() => late.abort())
  while (!late.signal.aborted && !isStopped()) {
    const answer = await Promise.race([retrieve(late.signal), over])
    if (!answer) break
    if (answer.outcome === 'ok') {
      if (answer.data.paymentSentBack) return { outcome: 'sentBack' }
      if (answer.data.unpaid) return { outcome: 'unpaid' }
      const details = completeDetails(answer.data)
      return details ? { outcome: 'details', details } : { outcome: 'missing' }
    }
    if (answer.outcome === 'empty' && answer.status === 204) return { outcome: 'missing' }
    const ms = pauseMs(answer)
    if (ms === null) return { outcome: 'failed' }
    await Promise.race([wait(ms), over])
  }
  return { outcome: 'unsettled' }
}
