/**
 * The 'Proceed to payment' button, which opens the card page again. Used by the failure page, and by the
 * success page if the payment cannot be shown.
 */
import { type ReactNode, useState } from 'react'
import {
  cardReturnPaths,
  convertedPath,
  errorPath,
  expiredPath,
  type StatusPath,
} from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { repeatingText } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { isWebAddress } from '#web/features/quote-requests/card-payment-request.ts'
import { useNavigation } from '#web/lib/navigation.ts'
import { usePageRestored } from '#web/lib/use-page-restored.ts'

const words = statusPagesText.cardFailure
const pages: Readonly<Record<string, StatusPath>> = {
  QUOTE_CONVERTED: convertedPath,
  QUOTE_EXPIRED: expiredPath,
}

/** The status line below the buttons. */
const statusTexts = {
  idle: null,
  busy: words.opening,
  repeating: repeatingText,
  'no-page': words.noPage,
  'quote-first': words.quoteFirst,
}

/** The URL of the page that shows a successful payment, or polls for it. */
export const paymentResultPath = (id: string): string =>
  `${cardReturnPaths.approved}?id=${encodeURIComponent(id)}`

export interface CardRetryButtonProps {
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
    const known = await api.call('policyRetrieve', { query: { uuid: id } })
    if (known.outcome === 'ok' && (known.data.policyId || known.data.paymentSentBack))
      return location.assign(paymentResultPath(id))
    const onRepeat = (isRepeating: boolean) => setState(isRepeating ? 'repeating' : 'busy')
    const answer = await api.call('paymentRetry', { body: { uuid: id } }, { onRepeat })
    if (answer.outcome === 'unreachable') return navigateTo(errorPath)
    const url = answer.outcome === 'ok' ? answer.data.data?.attributes?.url : undefined
    if (url && isWebAddress(url)) {
      track('payment_started', { paymentMethod: 'Credit_Card' })
      return location.assign(url)
    }
    const refused = answer.outcome === 'refused' ? answer.code : ''
    const page = refused === 'BIND_PENDING' ? paymentResultPath(id) : pages[refused]
    if (page) return location.assign(page)
    // The quote needs a review, so a repeat would not open the page.
    if (refused === 'NOT_READY') return setState('quote-first')
    // As on step 4: a closed security check does not count as a missing page.
    if (answer.outcome === 'ok' || answer.outcome === 'empty') track('payment_page_missing')
    setState('no-page')
  }

  return (
    <>
      <div className="buttons no-print">
        {before}
        <Button kind={kind} busy={state === 'busy' || state === 'repeating'} onPress={() => void retry()}>
          {words.proceed}
        </Button>
        {after}
      </div>
      <p role="status">{statusTexts[state]}</p>
    </>
  )
}
