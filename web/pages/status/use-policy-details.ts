/**
 * The hook of the success pages that loads the policy: it first logs in with the link of the e-mail, then
 * polls.
 */

import { useCallback, useEffect, useRef, useState } from 'react'
import { isProductionHost } from '#contract/production-host.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { usePageSettings } from '#web/app/page-settings.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { startTagManager } from '#web/features/analytics/tag-manager.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { loginFailedPath } from '#web/features/quote-access/find-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { type PolicyDetails, pollPolicyDetails } from './poll-policy-details.ts'
import { rememberPurchase } from './remember-purchase.ts'
import { hideQuoteInHistoryEntry, queryValue, quoteInAddress, stripToken } from './status-page-urls.ts'

export type PolicyState =
  | { readonly phase: 'loading'; readonly isLong: boolean }
  | { readonly phase: 'missing' | 'unpaid' | 'unsettled' }
  | { readonly phase: 'sentBack' }
  | { readonly phase: 'shown'; readonly details: PolicyDetails; readonly id: string }

/** After this time the loading message says that it takes longer than expected. */
const longMs = 10_000

export function usePolicyDetails(): { state: PolicyState; again: () => void } {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const { brand, tagManager } = usePageSettings()
  const { navigateTo } = useNavigation()
  const [state, setState] = useState<PolicyState>({ phase: 'loading', isLong: false })
  const [attempt, setAttempt] = useState(0)
  /** Of the link that logged in: the policy is asked for by the cookie, and the tab may be half way through another quote. */
  const keptBack = useRef('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    let isStopped = false
    const id = quoteInAddress() || (draft.state().quoteId ?? '')
    const token = queryValue('token')
    const timer = setTimeout(
      () => setState(now => (now.phase === 'loading' ? { phase: 'loading', isLong: true } : now)),
      longMs,
    )
    const run = async () => {
      if (token) {
        const address = location.href
        stripToken()
        const isLoggedIn = await api.login(
          id,
          token,
          () => !isStopped,
          sessionToken => {
            if (draft.state().quoteId) keptBack.current = sessionToken
            else session.setToken(sessionToken)
          },
        )
        // The customer left this page: the URL now belongs to another page.
        if (isStopped) return
        if (isLoggedIn === null) {
          // The link is still valid: Back from the error page tries it again.
          history.replaceState(history.state, '', address)
          return navigateTo('/error-occurred')
        }
        if (!isLoggedIn) return location.replace(loginFailedPath(null, brand.key))
      }
      const settled = await pollPolicyDetails({
        retrieve: signal => api.call('policyRetrieve', { query: { uuid: id } }, { signal }),
        isStopped: () => isStopped,
      })
      if (isStopped) return
      if (settled.outcome === 'failed') {
        track('policy_not_retrieved')
        // Back starts polling again, so that a paying customer always gets a result.
        return navigateTo('/error-occurred')
      }
      if (settled.outcome !== 'details') return setState({ phase: settled.outcome })
      if (keptBack.current) session.setToken(keptBack.current)
      rememberPurchase(draft, { path: location.pathname, quoteId: id, details: settled.details }, track)
      setState({ phase: 'shown', details: settled.details, id })
      // It may not run at an address with the quote's id.
      if (tagManager && isProductionHost(location.href)) {
        hideQuoteInHistoryEntry(id)
        startTagManager(tagManager)
      }
    }
    if (id) void run()
    else setState({ phase: 'missing' })
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [api, draft, session, attempt])

  const again = useCallback(() => {
    setState({ phase: 'loading', isLong: false })
    setAttempt(count => count + 1)
  }, [])
  return { state, again }
}
