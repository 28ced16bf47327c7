/**
 * The page /cc-payment-failure: the state of the card payment, a button to try again, and a link back to the
 * quote.
 */
import { useEffect, useState } from 'react'
import { resumePath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { CardRetryButton, paymentResultPath } from './card-retry-button.tsx'
import styles from './status-page-layout.module.css'
import { StatusPageLayout } from './status-page-layout.tsx'
import { getQueryParameter, quoteIdFromUrl, removeTokenFromUrl } from './status-page-urls.ts'

const words = statusPagesText.cardFailure

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
      // The success page also reports a refund.
      if (answer.outcome === 'ok' && (answer.data.policyId || answer.data.paymentSentBack))
        location.replace(paymentResultPath(id))
      else setUnpaid(answer.outcome === 'ok' && answer.data.unpaid === true)
    },
  })
  return isUnpaid
}

/** The code that leads back to the quote, from the card page's redirect; after a reload from the history entry. */
const readCode = (): string =>
  getQueryParameter('token') || String((typeof history !== 'undefined' && history.state?.returnCode) || '')

/** Reads the redirect once, and removes the code from the address before a foreign script can read it there (T14). */
function useCardRedirect(): { readonly id: string; readonly code: string } {
  const [redirect] = useState(() => ({ id: quoteIdFromUrl(), code: readCode() }))
  useEffect(() => removeTokenFromUrl({ ...history.state, returnCode: redirect.code }), [redirect])
  return redirect
}

export function CardPaymentFailedPage() {
  const { id, code } = useCardRedirect()
  const { brand } = usePageSettings()
  const isUnpaid = useIsUnpaid(id)
  const backToQuote = () => location.assign(resumePath(id, code))

  return (
    <StatusPageLayout title={words.title} text={words.text} sign="detour">
      {/* A text from the start, so that nothing moves when the server has answered. */}
      <p className={styles.charged} role="status">
        {isUnpaid ? words.notCharged : words.perhapsCharged}
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
