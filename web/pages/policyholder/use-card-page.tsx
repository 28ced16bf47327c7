/** The hook of step 4 (policyholder) that opens the card page, and the message if it did not open. */
import { useState } from 'react'
import { type Api, useApi } from '#web/api/client.ts'
import { paymentPageUrl } from '#web/api/request-and-response.ts'
import { FocusedMessage } from '#web/components/call-messages.tsx'
import { captchaFailedText } from '#web/content/messages.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { failedCallAction } from '#web/features/quote-access/failed-call-action.ts'
import { cardPaymentRequestBody } from '#web/features/quote-requests/policyholder-step-request-bodies.ts'
import { usePageRestored } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'

/**
 * Why the card page did not open. `no-page`: there is no usable URL, and the customer may try again.
 * `not-ready`: the customer must go back to step 3 (quote), because the declaration is missing, the start date has
 * passed, or another tab changed the quote. `captcha-failed`: the security check did not finish.
 */
export type CardPageError = 'no-page' | 'not-ready' | 'captcha-failed'

/** The URL of the card page, or the page to open instead, or the problem; null if the page shows the reason already. */
export type CardPageResult =
  | { readonly url: string }
  | { readonly path: string }
  | { readonly problem: CardPageError | null }

export async function requestCardPage(
  api: Api,
  origin: string,
  draftState: Parameters<typeof cardPaymentRequestBody>[1] & Pick<DraftState, 'needsDeclaration'>,
): Promise<CardPageResult> {
  // Also checked here, because the server accepts orders of clients that know no declaration.
  if (draftState.needsDeclaration) return { problem: 'not-ready' }
  const result = await api.call('paymentCreate', { body: cardPaymentRequestBody(origin, draftState) })
  if (result.outcome === 'ok' || result.outcome === 'no-content') {
    const url = paymentPageUrl(result)
    return url ? { url } : { problem: 'no-page' }
  }
  if (result.outcome === 'error' && ['NOT_READY', 'STALE'].includes(result.code))
    return { problem: 'not-ready' }
  const action = failedCallAction(result)
  if (action.kind === 'leave') return { path: action.path }
  if (action.kind === 'shown') return { problem: null }
  return { problem: action.kind === 'captcha-failed' ? 'captcha-failed' : 'no-page' }
}

/** True while no payment page was opened for this quote: only then may step 4 say that nothing was charged. */
export const useIsCardPageUnopened = (): boolean =>
  useDraftState(
    ({ cardPageQuoteId, quoteId }) => cardPageQuoteId === undefined || cardPageQuoteId !== quoteId,
  )

export function useCardPage() {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const [isLeaving, setIsLeaving] = useState(false)

  usePageRestored(() => setIsLeaving(false))

  return {
    isLeaving,
    async open(): Promise<CardPageError | null> {
      setIsLeaving(true)
      const page = await requestCardPage(api, location.origin, draft.state())
      // The customer pressed Back: they must not pay for the answers that they are changing now.
      if (!navigation.isCurrent()) return null
      if ('url' in page) {
        track('payment_started', { paymentMethod: 'Credit_Card' })
        draft.setState({ cardPageQuoteId: draft.state().quoteId })
        location.assign(page.url)
        return null
      }
      if ('path' in page) {
        navigation.navigateTo(page.path)
        return null
      }
      if (page.problem === 'no-page') track('payment_page_missing')
      setIsLeaving(false)
      return page.problem
    },
  }
}

export function CardPageErrorMessage({ problem }: { problem: CardPageError | null }) {
  const isCardPageUnopened = useIsCardPageUnopened()
  if (!problem) return null
  const texts: Record<CardPageError, string> = {
    'no-page': isCardPageUnopened ? words.noPaymentPage : words.noPaymentPageAgain,
    'not-ready': words.quoteFirst,
    'captcha-failed': captchaFailedText,
  }
  return <FocusedMessage key={problem}>{texts[problem]}</FocusedMessage>
}
