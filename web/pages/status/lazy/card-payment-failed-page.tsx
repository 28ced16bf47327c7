/** The page /cc-payment-failure, and its retry button, which the success page of a card payment uses too. */
import { type ReactNode, useEffect, useState } from 'react'
import type { ResponseOf } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { errorPath, resumePath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { type ApiResult, paymentPageUrl } from '#web/api/request-and-response.ts'
import { Button } from '#web/components/button.tsx'
import { cardFailureText as words } from '#web/content/card-failure.ts'
import { retryingText } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
import { closedQuotePathByProblem } from '#web/features/quote-access/failed-call-action.ts'
import { usePageTitle } from '#web/layout/page-title.ts'
import { usePageRestored } from '#web/lib/page-lifecycle.tsx'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import '#web/pages/status/status-page-layout.css'
import { StatusPageLayout } from '#web/pages/status/status-page-layout.tsx'
import {
  getHistoryText,
  getQueryParameter,
  paymentResultPath,
  readQuoteId,
  removeTokenFromUrl,
} from '#web/pages/status/status-page-parameters.ts'

/** True if the policy was bought, or another payment is refunded: the success page then says so. */
const isForSuccessPage = (answer: ApiResult<ResponseOf<'policyRetrieve'>>): boolean =>
  answer.outcome === 'ok' && Boolean(answer.data.policyId || answer.data.refundDueOrDone)

/**
 * True if the server says that the payment is unpaid; without a session it says nothing. If the card was charged since, as
 * after a reload or in an old tab, the success page opens instead.
 */
function useIsUnpaid(id: string): boolean {
  const api = useApi()
  const [isUnpaid, setUnpaid] = useState(false)
  useKeyedLookup(id, {
    ask: (uuid, { signal }) => api.call('policyRetrieve', { query: { uuid } }, { signal }),
    onResult(answer) {
      if (isForSuccessPage(answer)) location.replace(paymentResultPath(id))
      else setUnpaid(answer.outcome === 'ok' && answer.data.unpaid === true)
    },
  })
  return isUnpaid
}

/**
 * Reads the card page's redirect once: the quote, and the code that leads back to it. Moves the code from the address to the
 * history entry before a foreign script can read it there (T14).
 */
function useCardRedirect() {
  const [redirect] = useState(() => ({
    id: readQuoteId(),
    code: getQueryParameter('token') || getHistoryText('returnCode'),
  }))
  useEffect(() => removeTokenFromUrl({ ...history.state, returnCode: redirect.code }), [redirect])
  return redirect
}

export function CardPaymentFailedPage() {
  const { id, code } = useCardRedirect()
  const { brand } = usePageSettings()
  const isUnpaid = useIsUnpaid(id)
  usePageTitle(words.pageTitle)
  const backToQuote = () => location.assign(resumePath(id, code))

  return (
    <StatusPageLayout title={words.title} text={words.text} sign="detour">
      {/* A text from the start, so that nothing moves when the server has answered. */}
      <p className="status-page-layout-charged" role="status">
        {isUnpaid ? statusPagesText.notCharged : words.perhapsCharged}
      </p>
      <CardRetryButton
        id={id}
        after={
          <Button kind="secondary" onPress={backToQuote}>
            {words.backToQuote}
          </Button>
        }
      />
      <p>{words.signature(brand.name)}</p>
    </StatusPageLayout>
  )
}

const statusTexts = {
  idle: null,
  busy: words.opening,
  retrying: retryingText,
  'no-page': words.noPage,
  'quote-first': words.quoteFirst,
}

interface CardRetryButtonProps {
  readonly id: string
  readonly kind?: 'primary' | 'secondary'
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** The button among others, with a status line below. It first asks the server, so that a bought policy is not paid twice. */
export function CardRetryButton({ id, kind = 'primary', before, after }: CardRetryButtonProps) {
  const api = useApi()
  const { navigateTo } = useNavigation()
  const [state, setState] = useState<keyof typeof statusTexts>('idle')

  usePageRestored(() => setState('idle'))

  const retry = async () => {
    setState('busy')
    const onRetry = (isRetrying: boolean) => setState(isRetrying ? 'retrying' : 'busy')
    const known = await api.call('policyRetrieve', { query: { uuid: id } }, { onRetry })
    if (known.outcome === 'network-error') return navigateTo(errorPath)
    if (isForSuccessPage(known)) return location.assign(paymentResultPath(id))
    await openCardPage(onRetry)
  }
  const openCardPage = async (onRetry: (isRetrying: boolean) => void) => {
    const result = await api.call('paymentRetry', { body: { uuid: id } }, { onRetry })
    if (result.outcome === 'network-error') return navigateTo(errorPath)
    if (result.outcome === 'error') return showRefusal(result.code)
    const url = paymentPageUrl(result)
    if (url) {
      track('payment_started', { paymentMethod: 'Credit_Card' })
      return location.assign(url)
    }
    // As on step 4: a closed security check does not count as a missing page.
    if (result.outcome !== 'captcha-failed') track('payment_page_missing')
    setState('no-page')
  }
  const showRefusal = (code: ProblemCode) => {
    const page = code === 'BIND_PENDING' ? paymentResultPath(id) : closedQuotePathByProblem[code]
    if (page) location.assign(page)
    // The quote needs a review, so a retry would not open the page.
    else setState(code === 'NOT_READY' ? 'quote-first' : 'no-page')
  }

  return (
    <>
      <div className="buttons no-print">
        {before}
        <Button kind={kind} busy={state === 'busy' || state === 'retrying'} onPress={() => void retry()}>
          {words.proceed}
        </Button>
        {after}
      </div>
      <p role="status">{statusTexts[state]}</p>
    </>
  )
}
