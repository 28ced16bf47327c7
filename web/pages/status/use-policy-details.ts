/** The hook of the success pages: logs in with the e-mail's link and polls for the payment's result. */
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/endpoints.ts'
import { isProductionHost } from '#contract/production-host.ts'
import { formatDay } from '#journey/dates.ts'
import { cardReturnPaths, errorPath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { type ApiResult, isRateLimited } from '#web/api/request-and-response.ts'
import { startTagManager, track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { loginFailedPath } from '#web/features/quote-access/open-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { delay } from '#web/lib/delay.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import {
  getQueryParameter,
  moveQuoteIdToHistoryState,
  readQuoteId,
  removeTokenFromUrl,
} from './status-page-parameters.ts'

type Reply = ResponseOf<'policyRetrieve'>

type RequiredField = 'policyId' | 'paymentFrequency' | 'cover' | 'amountCovered'
/** A response that shows a policy. With `refundDueOrDone` the customer also paid a card page that did not buy it. */
export type PolicyDetails = Reply & { readonly [Field in RequiredField]: NonNullable<Reply[Field]> }

/** All four values or none: an incomplete policy would look as if it did not exist. */
export const hasPolicyDetails = (reply: Reply): reply is PolicyDetails =>
  Boolean(reply.policyId && reply.paymentFrequency && reply.cover) && reply.amountCovered !== undefined

/** `unsettled`: the payment's outcome was still unknown after a minute. */
type NoPolicy = 'missing' | 'unpaid' | 'unsettled' | 'refunded'

type PolicyResult =
  | { readonly outcome: 'bought'; readonly details: PolicyDetails }
  | { readonly outcome: NoPolicy | 'failed' }

const pollMs = 2000
const giveUpMs = 60_000

/**
 * Milliseconds until the next request; null to stop. A 429 only delays the next request: a paying customer
 * never gets an error for polling too often.
 */
function pauseMs(result: ApiResult<Reply>): number | null {
  if (result.outcome === 'no-content') return pollMs
  return result.outcome === 'error' && isRateLimited(result)
    ? Math.max(pollMs, result.retryAfterMs ?? 0)
    : null
}

/** Polls every 2 s while the response is empty, or later after a 429. It gives up after 60 s in total. */
export async function pollPolicyDetails(
  retrieve: (signal: AbortSignal) => Promise<ApiResult<Reply>>,
  isStopped: () => boolean,
): Promise<PolicyResult> {
  const late = new AbortController()
  const over = delay(giveUpMs).then(() => late.abort())
  while (!late.signal.aborted && !isStopped()) {
    const result = await Promise.race([retrieve(late.signal), over])
    if (!result) break
    if (result.outcome === 'ok') {
      const { data } = result
      if (hasPolicyDetails(data)) return { outcome: 'bought', details: data }
      if (data.refundDueOrDone) return { outcome: 'refunded' }
      return { outcome: data.unpaid ? 'unpaid' : 'missing' }
    }
    if (result.outcome === 'no-content' && result.status === 204) return { outcome: 'missing' }
    const ms = pauseMs(result)
    if (ms === null) return { outcome: 'failed' }
    await Promise.race([delay(ms), over])
  }
  return { outcome: 'unsettled' }
}

/**
 * Reports a card purchase to analytics once, when the page shows its policy, and clears every answer that the
 * page does not need. A purchase by direct debit was reported when the policy was bound.
 */
export function finishPurchase(
  draft: Draft,
  { path, quoteId, policyId }: { readonly path: string; readonly quoteId: string; readonly policyId: string },
): void {
  const before = draft.state()
  // A tab without this quote has not bought it: it opened the address a second time.
  if (path === cardReturnPaths.approved && before.quoteId === quoteId && before.policyNumber === undefined)
    track('policy_bought', { paymentMethod: 'Credit_Card' })
  const typed = draft.answers().cover.startDate
  // The priced day, because a day typed before midnight may have passed since.
  const priced = before.quote?.policyInceptionDate
  draft.clear()
  draft.setState({ quoteId, policyNumber: policyId })
  const start = priced ? formatDay(priced) : typed
  if (start && before.quoteId === quoteId) draft.setAnswer('cover.startDate', start)
}

type ShownResult =
  | { readonly outcome: 'bought'; readonly details: PolicyDetails; readonly quoteId: string }
  | { readonly outcome: NoPolicy }

export function usePolicyDetails() {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const { brand, tagManager } = usePageSettings()
  const { navigateTo } = useNavigation()
  const [result, setResult] = useState<ShownResult | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** The link's session token, stored only when the policy is shown: the tab may have another quote in progress. */
  const linkToken = useRef('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    let isStopped = false
    const id = readQuoteId() || (draft.state().quoteId ?? '')
    const token = getQueryParameter('token')
    const run = async () => {
      if (token) {
        const address = location.href
        removeTokenFromUrl()
        const isLoggedIn = await api.login(id, token, {
          isWanted: () => !isStopped,
          keep(sessionToken) {
            if (draft.state().quoteId) linkToken.current = sessionToken
            else session.setToken(sessionToken)
          },
        })
        // The customer left this page: the URL now belongs to another page.
        if (isStopped) return
        if (isLoggedIn === null) {
          // The link is still valid: Back from the error page tries it again.
          history.replaceState(history.state, '', address)
          return navigateTo(errorPath)
        }
        if (!isLoggedIn) return location.replace(loginFailedPath(null, brand.key))
      }
      const found = await pollPolicyDetails(
        signal => api.call('policyRetrieve', { query: { uuid: id } }, { signal }),
        () => isStopped,
      )
      if (isStopped) return
      if (found.outcome === 'failed') {
        track('policy_not_retrieved')
        // Back starts polling again, so that a paying customer always gets a result.
        return navigateTo(errorPath)
      }
      if (found.outcome !== 'bought') return setResult({ outcome: found.outcome })
      if (linkToken.current) session.setToken(linkToken.current)
      finishPurchase(draft, { path: location.pathname, quoteId: id, policyId: found.details.policyId })
      setResult({ ...found, quoteId: id })
      // It may not run at an address with the quote's id.
      if (tagManager && isProductionHost(location.href)) {
        moveQuoteIdToHistoryState(id)
        startTagManager(tagManager)
      }
    }
    if (id) void run()
    else setResult({ outcome: 'missing' })
    return () => {
      isStopped = true
    }
  }, [api, draft, session, attempt])

  const retry = () => {
    setResult(null)
    setAttempt(attempt + 1)
  }
  return { result, retry }
}
