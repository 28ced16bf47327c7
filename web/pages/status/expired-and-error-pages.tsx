/** The pages where nothing goes on but the way out: session or quote expired, converted, not found, error (PAY-10). */
import { useEffect, useSyncExternalStore } from 'react'
import { pathOfView } from '#web/app/navigation.tsx'
import { usePage } from '#web/app/page-settings.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { outcomeWords } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { Facts, FactsPatch } from '#web/features/draft/draft-state.ts'
import { useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'
import styles from './status-page-layout.module.css'
import { OutcomePage } from './status-page-layout.tsx'
import { withUtm } from './status-page-urls.ts'

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

/** What binds the answers to a quote: without it the first step asks for a new one, and the answers stay. */
const ofNoQuote: FactsPatch = {
  quoteId: undefined,
  quoteNumber: undefined,
  registeredPlate: undefined,
  quote: undefined,
  takenIncidents: undefined,
  isUnamended: undefined,
  isQuoteOutdated: undefined,
  cardPageOf: undefined,
  quoteEmailed: undefined,
  confirmPerson: undefined,
  undeclared: undefined,
  furthest: 'car',
}

export function Expired() {
  const words = outcomeWords.expired
  const draft = useDraft()
  // A link that is over may have been opened beside a quote of this tab that is not.
  const validUntil = useFromFacts(facts => facts.quote?.validUntil)
  useEffect(() => {
    if (validUntil && validUntil < today()) draft.setFacts(ofNoQuote)
  }, [draft, validUntil])
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

/** Where a policy of this tab is shown, or what became of its card page: nobody is led to pay once more. */
function boughtPath({ quoteId, policyNumber, cardPageOf }: Facts): string | null {
  if (!quoteId) return null
  if (policyNumber) return `/paymentsuccess?id=${quoteId}`
  return cardPageOf === quoteId ? `/cc-payment-success?id=${quoteId}` : null
}

export function ErrorOccurred() {
  const words = outcomeWords.error
  const quoteNumber = useFromFacts(facts => facts.quoteNumber)
  // The screen before the first step begins with a way to forget what was answered.
  const furthest = useFromFacts(facts => facts.furthest)
  const bought = useFromFacts(boughtPath)
  const session = useSession()
  const isOver = useSyncExternalStore(
    session.subscribe,
    () => session.state().phase === 'expired' && session.token() === null,
    () => false,
  )
  const announce = useAnnounce()
  useEffect(() => {
    if (isOver) announce(words.over)
  }, [announce, isOver])
  const mayHavePaid = furthest === 'policyholder' || furthest === 'payment'
  return (
    <OutcomePage title={words.title} text={words.text} sign="detour">
      <p>{isOver ? words.over : mayHavePaid ? words.keptPaying : words.kept}</p>
      {quoteNumber && <p>{words.quoteNumber(quoteNumber)}</p>}
      <div className={styles.actions}>
        <ButtonLink href={bought ?? (furthest ? pathOfView(furthest) : newQuote)}>{words.link}</ButtonLink>
      </div>
    </OutcomePage>
  )
}
