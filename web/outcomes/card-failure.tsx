/** /cc-payment-failure: what the server knows of the payment by now, try the card again, or back to the quote (PAY-08). */
import { useEffect, useState } from 'react'
import type { OutcomePath } from '#journey/page-paths.ts'
import { wizardPath } from '#journey/wizard-path.ts'
import { track } from '#web/analytics.ts'
import { useApi } from '#web/api.ts'
import { Button } from '#web/form/button.tsx'
import { usePage } from '#web/page.ts'
import { isWebAddress } from '#web/requests/payment.ts'
import { errorPath, useWizard } from '#web/wizard.tsx'
import { repeatingLine } from '#web/words/notices.ts'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'
import { OutcomePage } from './outcome-page.tsx'
import { queryValue, quoteInAddress, stripToken } from './query.ts'

const words = outcomeWords.cardFailure
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
const settledPath = (id: string): string => `/cc-payment-success?id=${encodeURIComponent(id)}`

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

export function CardFailure() {
  const { id, code } = useWayBack()
  const api = useApi()
  const { brand } = usePage()
  const { leave } = useWizard()
  const [state, setState] = useState<keyof typeof said>('idle')

  // The browser's Back from the payment page brings this page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setState('idle')
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const isUnpaid = useIsUnpaid(id)
  const retry = async () => {
    setState('busy')
    const onRepeat = (isRepeating: boolean) => setState(isRepeating ? 'repeating' : 'busy')
    const answer = await api.call('paymentRetry', { body: { uuid: id } }, { onRepeat })
    if (answer.outcome === 'unreachable') return leave(errorPath)
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
  const backToQuote = () => location.assign(wizardPath(id, code))

  return (
    <OutcomePage title={words.title} text={words.text} sign="detour">
      {/* What holds in any case stands there with the page, so that nothing moves when more is known. */}
      <p className={styles.charged} role="status">
        {isUnpaid ? words.notCharged : words.perhapsCharged}
      </p>
      <div className={styles.actions}>
        <Button busy={state === 'busy' || state === 'repeating'} onPress={() => void retry()}>
          {words.proceed}
        </Button>
        <Button kind="secondary" onPress={backToQuote}>
          {words.backToQuote}
        </Button>
      </div>
      <p role="status">{said[state]}</p>
      <p>{words.signature(brand.name)}</p>
    </OutcomePage>
  )
}
