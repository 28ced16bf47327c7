/** The pages where nothing goes on but the way out: session or quote expired, converted, not found, error (PAY-10). */
import { useEffect } from 'react'
import { track } from '#web/analytics.ts'
import { useFromFacts } from '#web/draft.ts'
import { Button, ButtonLink } from '#web/form/button.tsx'
import { usePage } from '#web/page.ts'
import { pathOfView } from '#web/wizard.tsx'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'
import { OutcomePage } from './outcome-page.tsx'
import { withUtm } from './query.ts'

const newQuote = '/vehicle'

export function SessionExpired() {
  const words = outcomeWords.sessionExpired
  useEffect(() => track('session_expired'), [])
  return (
    <OutcomePage title={words.title} text={words.text} sign="closed">
      <p>{words.kept}</p>
      <div className={styles.actions}>
        <Button onPress={() => location.assign(newQuote)}>{words.button}</Button>
      </div>
    </OutcomePage>
  )
}

export function Converted() {
  const words = outcomeWords.converted
  const { brand, mechanicalBreakdownUrl } = usePage()
  return (
    <OutcomePage title={words.title} text={words.text} sign="closed">
      <div className={styles.actions}>
        <ButtonLink href={newQuote}>{words.link}</ButtonLink>
        {mechanicalBreakdownUrl && (
          <ButtonLink kind="secondary" href={withUtm(mechanicalBreakdownUrl, brand.utm)}>
            {words.mechanicalBreakdown}
          </ButtonLink>
        )}
      </div>
    </OutcomePage>
  )
}

export function Expired() {
  const words = outcomeWords.expired
  return (
    <OutcomePage title={words.title} text={words.text} sign="closed">
      <p>{words.detail}</p>
      <div className={styles.actions}>
        <ButtonLink href={newQuote}>{words.link}</ButtonLink>
      </div>
    </OutcomePage>
  )
}

export function NotFound() {
  const words = outcomeWords.notFound
  return (
    <OutcomePage title={words.title} text={words.text} sign="detour">
      <p>{words.detail}</p>
      <div className={styles.actions}>
        <ButtonLink href={newQuote}>{words.link}</ButtonLink>
      </div>
    </OutcomePage>
  )
}

export function ErrorOccurred() {
  const words = outcomeWords.error
  const quoteNumber = useFromFacts(facts => facts.quoteNumber)
  // The screen before the first step begins with a way to forget what was answered.
  const furthest = useFromFacts(facts => facts.furthest)
  return (
    <OutcomePage title={words.title} text={words.text} sign="detour">
      <p>{words.kept}</p>
      {quoteNumber && <p>{words.quoteNumber(quoteNumber)}</p>}
      <div className={styles.actions}>
        <ButtonLink href={furthest ? pathOfView(furthest) : newQuote}>{words.link}</ButtonLink>
      </div>
    </OutcomePage>
  )
}
