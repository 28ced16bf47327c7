/**
 * The 'Proceed to payment' button that reopens the card page. The failure page uses it, and so does the success
 * page when the payment cannot be shown.
 */

import { type ReactNode, useEffect, useState } from 'react'
import { cardReturnPaths, type OutcomePath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { errorPath, useNavigation } from '#web/app/navigation.tsx'
import { Button } from '#web/components/button.tsx'
import { repeatingLine } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { isWebAddress } from '#web/features/quote-requests/card-payment-request.ts'
import styles from './status-page-layout.module.css'

const words = statusPagesText.cardFailure
const pages: Readonly<Record<string, OutcomePath>> = {
  QUOTE_CONVERTED: '/converted',
  QUOTE_EXPIRED: '/expired',
}

/** What is said below the buttons. */
const said = {
  idle: null,
  busy: words.opening,
  repeating: repeatingLine,
  'no-page': words.noPage,
  'quote-first': words.quoteFirst,
}

/** Where a payment that was not lost after all is told of, or asked about until it is. */
export const settledPath = (id: string): string => `${cardReturnPaths.approved}?id=${encodeURIComponent(id)}`

export interface CardRetryProps {
  readonly id: string
  readonly kind?: 'primary' | 'secondary'
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/**
 * The button among others, and below them what came of it. What may have been paid since is asked first: nobody is led to pay
 * for what they have bought.
 */
export function CardRetry({ id, kind = 'primary', before, after }: CardRetryProps) {
  const api = useApi()
  const { navigateTo } = useNavigation()
  const [state, setState] = useState<keyof typeof said>('idle')

  // Back from the payment page may restore this page from bfcache.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setState('idle')
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const retry = async () => {
    setState('busy')
    const known = await api.call('policyRetrieve', { query: { uuid: id } })
    if (known.outcome === 'ok' && (known.data.policyId || known.data.paymentSentBack))
      return location.assign(settledPath(id))
    const onRepeat = (isRepeating: boolean) => setState(isRepeating ? 'repeating' : 'busy')
    const answer = await api.call('paymentRetry', { body: { uuid: id } }, { onRepeat })
    if (answer.outcome === 'unreachable') return navigateTo(errorPath)
    const url = answer.outcome === 'ok' ? answer.data.data?.attributes?.url : undefined
    if (url && isWebAddress(url)) {
      track('payment_started', { paymentMethod: 'Credit_Card' })
      return location.assign(url)
    }
    const refused = answer.outcome === 'refused' ? answer.problem.code : ''
    const page = refused === 'BIND_PENDING' ? settledPath(id) : pages[refused]
    if (page) return location.assign(page)
    // The quote is to be looked at again: no repeat of this opens a page.
    if (refused === 'NOT_READY') return setState('quote-first')
    // As on step 4: of a check that was closed no page is missing.
    if (answer.outcome === 'ok' || answer.outcome === 'empty') track('payment_page_missing')
    setState('no-page')
  }

  return (
    <>
      <div className={styles.actions}>
        {before}
        <Button kind={kind} busy={state === 'busy' || state === 'repeating'} onPress={() => void retry()}>
          {words.proceed}
        </Button>
        {after}
      </div>
      <p role="status">{said[state]}</p>
    </>
  )
}
