/** /cc-payment-failure: try the card again, or back to the quote (PAY-08). */
import { useEffect, useState } from 'react'
import { useApi } from '#web/api.ts'
import { Button } from '#web/form/button.tsx'
import { usePage } from '#web/page.ts'
import { isWebAddress } from '#web/requests/payment.ts'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'
import { OutcomePage } from './outcome-page.tsx'
import { queryValue, wizardPath } from './query.ts'

const words = outcomeWords.cardFailure
const pages: Readonly<Record<string, string>> = { QUOTE_CONVERTED: '/converted', QUOTE_EXPIRED: '/expired' }

export function CardFailure() {
  const api = useApi()
  const { brand } = usePage()
  const [state, setState] = useState<'idle' | 'busy' | 'no-page'>('idle')

  // The browser's Back from the payment page brings this page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setState('idle')
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const retry = async () => {
    setState('busy')
    const answer = await api.call('paymentRetry', { body: { uuid: queryValue('uuid') || queryValue('id') } })
    const url = answer.outcome === 'ok' ? answer.data.data?.attributes?.url : undefined
    if (url && isWebAddress(url)) return location.assign(url)
    const page = answer.outcome === 'refused' ? pages[answer.problem.code] : undefined
    if (page) return location.assign(page)
    setState('no-page')
  }
  const backToQuote = () =>
    location.assign(wizardPath(queryValue('uuid') || queryValue('id'), queryValue('token')))

  return (
    <OutcomePage title={words.title} text={words.text} sign="detour">
      <p>{words.notCharged}</p>
      <div className={styles.actions}>
        <Button busy={state === 'busy'} onPress={() => void retry()}>
          {words.proceed}
        </Button>
        <Button kind="secondary" onPress={backToQuote}>
          {words.backToQuote}
        </Button>
      </div>
      <p role="status">
        {state === 'busy' && words.opening}
        {state === 'no-page' && words.noPage}
      </p>
      <p>{words.signature(brand.name)}</p>
    </OutcomePage>
  )
}
