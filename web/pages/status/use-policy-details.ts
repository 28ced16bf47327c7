/** The hook of the success pages: logs in with the e-mail's link and polls for the payment's result. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/endpoints.ts'
import { isProductionHost } from '#contract/production-host.ts'
import { formatDay } from '#journey/dates.ts'
import { cardReturnPaths, errorPath, policyPath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { type ApiResult, isRateLimited } from '#web/api/request-and-response.ts'
import { startTagManager, track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { loginFailedPath } from '#web/features/quote-access/open-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { delay } from '#web/lib/delay.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { getQueryParameter, readQuoteId, removeTokenFromUrl } from './status-page-parameters.ts'

type Reply = ResponseOf<'policyRetrieve'>

type RequiredField = 'policyId' | 'paymentFrequency' | 'cover' | 'amountCovered'
/** A response that shows a policy. With `refundDueOrDone` the customer also paid a card page that did not buy it. */
export type PolicyDetails = Reply & { readonly [Field in RequiredField]: NonNullable<Reply[Field]> }

/** All four values or none: an incomplete policy would look as if it did not exist. */
export const hasPolicyDetails = (reply: Reply): reply is PolicyDetails =>
  Boolean(reply.policyId && reply.paymentFrequency && reply.cover) && reply.amountCovered !== undefined

/** `missing`: there is no policy, or the payment's outcome was still unknown after a minute. */
type NoPolicy = 'missing' | 'unpaid' | 'refunded'

type PolicyResult =
  | { readonly outcome: 'bought'; readonly details: PolicyDetails }
  | { readonly outcome: NoPolicy | 'failed' }

const pollMs = 2000
const giveUpMs = 60_000

/** The outcome of a response; null to ask again. A paying customer never gets an error for polling too often. */
function settledResult(result: ApiResult<Reply>): PolicyResult | null {
  if (result.outcome === 'no-content') return result.status === 204 ? { outcome: 'missing' } : null
  if (result.outcome !== 'ok') return isRateLimited(result) ? null : { outcome: 'failed' }
  const { data } = result
  if (hasPolicyDetails(data)) return { outcome: 'bought', details: data }
  if (data.refundDueOrDone) return { outcome: 'refunded' }
  return { outcome: data.unpaid ? 'unpaid' : 'missing' }
}

/** Polls every 2 s while the payment is not settled, or later after a 429. It gives up after 60 s in total. */
export async function pollPolicyDetails(
  retrieve: (signal: AbortSignal) => Promise<ApiResult<Reply>>,
  pageLeft: AbortSignal,
): Promise<PolicyResult> {
  const deadline = new AbortController()
  const deadlinePassed = delay(giveUpMs).then(() => deadline.abort())
  while (!deadline.signal.aborted && !pageLeft.aborted) {
    const result = await Promise.race([retrieve(deadline.signal), deadlinePassed])
    // The minute is over.
    if (!result) break
    const settled = settledResult(result)
    if (settled) return settled
    const retryAfterMs = 'retryAfterMs' in result ? result.retryAfterMs : pollMs
    await Promise.race([delay(Math.max(pollMs, retryAfterMs)), deadlinePassed])
  }
  return { outcome: 'missing' }
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

  /** Logs in if the address is the e-mail's link; false if that failed and another page opens. */
  async function logIn(id: string, stop: AbortSignal): Promise<boolean> {
    const address = location.href
    const token = getQueryParameter('token')
    if (!token) return true
    removeTokenFromUrl()
    const isLoggedIn = await api.login(id, token, {
      isWanted: () => !stop.aborted,
      keep(sessionToken) {
        if (draft.state().quoteId) linkToken.current = sessionToken
        else session.setToken(sessionToken)
      },
    })
    // The customer left this page: the URL now belongs to another page.
    if (stop.aborted) return false
    if (isLoggedIn === false) location.replace(loginFailedPath(null, brand.key))
    if (isLoggedIn === null) {
      // The link is still valid: Back from the error page tries it again.
      history.replaceState(history.state, '', address)
      navigateTo(errorPath)
    }
    return isLoggedIn === true
  }

  function showPolicy(quoteId: string, details: PolicyDetails): void {
    if (linkToken.current) session.setToken(linkToken.current)
    finishPurchase(draft, { path: location.pathname, quoteId, policyId: details.policyId })
    setResult({ outcome: 'bought', details, quoteId })
    // The tag manager must not run at a URL with the quote's id. Its scripts do not read the history entry.
    if (tagManager && isProductionHost(location.href)) {
      history.replaceState({ ...history.state, quoteId }, '', policyPath)
      startTagManager(tagManager)
    }
  }

  const load = useEffectEvent(async (stop: AbortSignal): Promise<void> => {
    const id = readQuoteId() || draft.state().quoteId
    if (!id) return setResult({ outcome: 'missing' })
    if (!(await logIn(id, stop))) return
    const retrieve = (signal: AbortSignal) => api.call('policyRetrieve', { query: { uuid: id } }, { signal })
    const found = await pollPolicyDetails(retrieve, stop)
    if (stop.aborted) return
    if (found.outcome === 'bought') return showPolicy(id, found.details)
    if (found.outcome !== 'failed') return setResult({ outcome: found.outcome })
    track('policy_not_retrieved')
    // Back starts polling again, so that a paying customer always gets a result.
    navigateTo(errorPath)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const stop = new AbortController()
    void load(stop.signal)
    return () => stop.abort()
  }, [attempt])

  const retry = () => {
    setResult(null)
    setAttempt(attempt + 1)
  }
  return { result, retry }
}
