/**
 * The page /cc-payment-failure: the payment's state from the server, a retry of the card, and a link back
 * to the quote.
 */

import { useEffect, useState } from 'react'
import { resumePath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { usePageSettings } from '#web/app/page-settings.ts'
import { Button } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { CardRetry, settledPath } from './card-retry.tsx'
import styles from './status-page-layout.module.css'
import { StatusPageLayout } from './status-page-layout.tsx'
import { queryValue, quoteInAddress, stripToken } from './status-page-urls.ts'

const words = statusPagesText.cardFailure

/**
 * An old tab or a reload may come after the card was charged at last: then this is the wrong page. Without its session a
 * browser learns nothing, so only what the server says in so many words is taken for unpaid.
 */
function useIsUnpaid(id: string): boolean {
  const api = useApi()
  const [isUnpaid, setUnpaid] = useState(false)
  useEffect(() => {
    let isGone = false
    void (async () => {
      const answer = await api.call('policyRetrieve', { query: { uuid: id } })
      if (isGone) return
      // The success page says it all, of money that goes back as well.
      if (answer.outcome === 'ok' && (answer.data.policyId || answer.data.paymentSentBack))
        location.replace(settledPath(id))
      else setUnpaid(answer.outcome === 'ok' && answer.data.unpaid === true)
    })()
    return () => {
      isGone = true
    }
  }, [api, id])
  return isUnpaid
}

/** The code of the way back, as the card page's address brought it; a reload has it from the history entry. */
const readCode = (): string =>
  queryValue('token') || String((typeof history !== 'undefined' && history.state?.returnCode) || '')

/** Read once: the code leaves the address bar before a script of others can read it there (T14). */
function useWayBack(): { readonly id: string; readonly code: string } {
  const [way] = useState(() => ({ id: quoteInAddress(), code: readCode() }))
  useEffect(() => stripToken({ ...history.state, returnCode: way.code }), [way])
  return way
}

export function CardPaymentFailedPage() {
  const { id, code } = useWayBack()
  const { brand } = usePageSettings()
  const isUnpaid = useIsUnpaid(id)
  const backToQuote = () => location.assign(resumePath(id, code))

  return (
    <StatusPageLayout title={words.title} text={words.text} sign="detour">
      {/* What holds in any case stands there with the page, so that nothing moves when more is known. */}
      <p className={styles.charged} role="status">
        {isUnpaid ? words.notCharged : words.perhapsCharged}
      </p>
      <CardRetry
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
