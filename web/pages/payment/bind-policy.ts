/** Buys the policy in step 5 (payment): polls the bind call until its result is known. */
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { policyPathOf } from '#journey/page-paths.ts'
import { emptyBank } from '#journey/questions/form-answers.ts'
import { pathOfStep } from '#journey/steps.ts'
import { useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { captchaFailedText } from '#web/content/messages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { closedQuotePathByProblem, reverifyOwnerPath } from '#web/features/quote-access/failed-call-action.ts'
import { bindRequestBody } from '#web/features/quote-requests/bind-request-body.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { delay } from '#web/lib/delay.ts'
import { nextPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'

type BindOutcome =
  | { readonly outcome: 'bound'; readonly policyNumber: string }
  /** `isOutdated`: the shown quote is not for sale any more, so that another try would fail too. */
  | { readonly outcome: 'failed'; readonly isOutdated?: true }
  /** The captcha check did not finish: the server did nothing. */
  | { readonly outcome: 'captcha-failed' }
  /** Nothing was done, and the page shows why: the server is too busy, or the session is over. */
  | { readonly outcome: 'not-started' }
  | { readonly outcome: 'leave'; readonly path: string }

const pollIntervalMs = 5000

export interface BindDependencies {
  bind(): Promise<ApiResult<ResponseOf<'quoteBind'>>>
  /** The page of the identity check, if that is why the call was rejected. */
  ownerPath(result: ApiResult<unknown>): Promise<string | null>
  wait(ms: number): Promise<void>
  /** Called once when the outcome is not known yet. */
  onPending(): void
}

/** `pending`: the order was accepted. `unknown`: the connection or the server failed, and it may have been accepted. */
type Progress = 'pending' | 'unknown'

const statusByProblem: { readonly [Code in ProblemCode]?: BindOutcome | Progress } = {
  BIND_PENDING: 'pending',
  NOT_LOGGED_IN: { outcome: 'not-started' },
  STALE: { outcome: 'failed', isOutdated: true },
  NOT_READY: { outcome: 'failed', isOutdated: true },
  REJECTED: { outcome: 'failed' },
  MALFORMED: { outcome: 'failed' },
}

/** The status of the order after a rejection; undefined if it depends on earlier calls. */
function problemStatus(code: ProblemCode): BindOutcome | Progress | undefined {
  const path = closedQuotePathByProblem[code]
  return path ? { outcome: 'leave', path } : statusByProblem[code]
}

/** @param before what earlier calls told of the order; null if nothing */
function bindStatus(
  result: ApiResult<ResponseOf<'quoteBind'>>,
  before: Progress | null,
): BindOutcome | Progress {
  if (result.outcome === 'ok') return { outcome: 'bound', policyNumber: result.data.policyNumber }
  if (result.outcome === 'no-content') return { outcome: 'failed' }
  const known = result.outcome === 'error' ? problemStatus(result.code) : undefined
  if (known) return known
  // After the order was accepted, a failed retry does not mean that the order failed.
  if (before === 'pending') return 'pending'
  if (result.outcome === 'network-error') return 'unknown'
  // Nothing was done by this call, but an earlier one may have been accepted.
  if (result.outcome === 'captcha-failed') return before ?? result
  if (result.code === 'OVERLOADED') return before ?? { outcome: 'not-started' }
  return result.status >= 500 ? 'unknown' : { outcome: 'failed' }
}

/** When the page stops asking. After an unknown result, asking once more tells whether the order was accepted. */
const giveUpAfterMs = { unknown: pollIntervalMs, pending: 60_000 }

/** Because of the server's idempotency key, a retry never buys a second policy. */
export async function pollBind({ bind, ownerPath, wait, onPending }: BindDependencies): Promise<BindOutcome> {
  let progress: Progress | null = null
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const result = await bind()
    const status = bindStatus(result, progress)
    // An outcome ends the polling.
    if (typeof status === 'object') {
      const path = await ownerPath(result)
      return path ? { outcome: 'leave', path } : status
    }
    if (status === 'pending' && progress !== 'pending') onPending()
    progress = status
    if (waitedMs >= giveUpAfterMs[progress]) return { outcome: 'failed' }
    await wait(pollIntervalMs)
  }
}

export function clearBankDetails(draft: Draft): void {
  draft.setAnswers({ payment: { bank: emptyBank } })
}

/**
 * The page shows the form ('captcha-failed': with the message that the captcha did not finish), the dialog with the
 * terms, the running call, or the wait for the insurer.
 */
type BindPhase = 'form' | 'captcha-failed' | 'terms' | 'binding' | 'confirming'

export function useBind() {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const announce = useAnnounce()
  const [phase, setPhase] = useState<BindPhase>('form')

  const finish = (result: BindOutcome, quoteId = '') => {
    setPhase(result.outcome === 'captcha-failed' ? 'captcha-failed' : 'form')
    if (result.outcome === 'captcha-failed') announce(captchaFailedText)
    else if (result.outcome === 'bound') {
      track('policy_bought', { paymentMethod: 'BANK_TRANSFER' })
      draft.setState({ policyNumber: result.policyNumber })
      clearBankDetails(draft)
      navigation.navigateTo(policyPathOf(quoteId), { replace: true, force: true })
    } else if (result.outcome === 'leave') navigation.navigateTo(result.path)
    else if (result.outcome === 'failed') {
      track('payment_failed', { paymentMethod: 'BANK_TRANSFER' })
      draft.setState({ isQuoteOutdated: result.isOutdated })
      navigation.move('payment-failed')
    }
  }
  return {
    phase,
    showTerms: () => setPhase('terms'),
    close: () => setPhase('form'),
    /** Binds the current answers. If some are missing, step 4 shows which. */
    async bind(): Promise<void> {
      const { quoteId } = draft.state()
      setPhase('binding')
      await nextPaint()
      const body = bindRequestBody(draft.answers(), draft.state(), today())
      if (!body) return finish({ outcome: 'leave', path: pathOfStep('policyholder') })
      const result = await pollBind({
        bind: () => api.call('quoteBind', { body }),
        ownerPath: rejected => reverifyOwnerPath(rejected, api, draft),
        wait: delay,
        onPending: () => setPhase('confirming'),
      })
      finish(result, quoteId)
    },
  }
}
