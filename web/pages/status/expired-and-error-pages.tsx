/**
 * The status pages that end a visit: session expired, quote expired, quote already bought (converted), page not found,
 * error.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { DraftState, DraftStatePatch } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import type { StatusIllustrationName } from '#web/layout/status-illustrations.tsx'
import { pathOfView } from '#web/lib/navigation.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { today } from '#web/lib/server-clock.ts'
import { StatusPageLayout } from './status-page-layout.tsx'
import { addUtmParameters } from './status-page-urls.ts'

const newQuote = '/vehicle'

interface ClosingPageProps {
  readonly words: { readonly title: string; readonly text: string }
  readonly sign?: StatusIllustrationName
  readonly detail?: ReactNode
  /** The buttons and links. */
  readonly children: ReactNode
}

function ClosingPage({ words, sign = 'closed', detail, children }: ClosingPageProps) {
  return (
    <StatusPageLayout title={words.title} text={words.text} sign={sign}>
      {detail && <p>{detail}</p>}
      <div className="buttons no-print">{children}</div>
    </StatusPageLayout>
  )
}

const NewQuoteLink = ({ children }: { children: ReactNode }) => (
  <ButtonLink href={newQuote}>{children}</ButtonLink>
)

export function SessionExpiredPage() {
  const words = statusPagesText.sessionExpired
  useEffect(() => track('session_expired'), [])
  return (
    <ClosingPage words={words} detail={words.kept}>
      <Button onPress={() => location.assign(newQuote)}>{words.button}</Button>
    </ClosingPage>
  )
}

export function ConvertedPage() {
  const words = statusPagesText.converted
  const { brand, mechanicalBreakdownUrl } = usePageSettings()
  return (
    <ClosingPage words={words}>
      <NewQuoteLink>{words.link}</NewQuoteLink>
      {mechanicalBreakdownUrl && (
        <ButtonLink kind="secondary" href={addUtmParameters(mechanicalBreakdownUrl, brand.utm)}>
          {words.mechanicalBreakdown}
        </ButtonLink>
      )}
    </ClosingPage>
  )
}

/** Removes the quote from the draft: the answers stay, and the first step requests a new quote. */
const withoutQuote: DraftStatePatch = {
  quoteId: undefined,
  quoteNumber: undefined,
  registeredPlate: undefined,
  quote: undefined,
  acceptedIncidents: undefined,
  needsAmend: undefined,
  isQuoteOutdated: undefined,
  cardPageQuoteId: undefined,
  quoteEmailed: undefined,
  needsIdentityCheck: undefined,
  needsDeclaration: undefined,
  furthestStep: 'car',
}

export function ExpiredPage() {
  const words = statusPagesText.expired
  const draft = useDraft()
  // The expired link may belong to another quote than this tab's.
  const validUntil = useDraftState(draftState => draftState.quote?.validUntil)
  useEffect(() => {
    if (validUntil && validUntil < today()) draft.setState(withoutQuote)
  }, [draft, validUntil])
  return (
    <ClosingPage words={words} detail={words.detail}>
      <NewQuoteLink>{words.link}</NewQuoteLink>
    </ClosingPage>
  )
}

export function NotFoundPage() {
  const words = statusPagesText.notFound
  return (
    <ClosingPage words={words} sign="detour" detail={words.detail}>
      <NewQuoteLink>{words.link}</NewQuoteLink>
    </ClosingPage>
  )
}

/** The page of this tab's policy or open card payment, so that a customer is not led to pay twice; null if it has none. */
function boughtPath({ quoteId, policyNumber, cardPageQuoteId }: DraftState): string | null {
  if (!quoteId) return null
  if (policyNumber) return `/paymentsuccess?id=${quoteId}`
  return cardPageQuoteId === quoteId ? `/cc-payment-success?id=${quoteId}` : null
}

export function ErrorPage() {
  const words = statusPagesText.error
  const quoteNumber = useDraftState(draftState => draftState.quoteNumber)
  // Not the start page, which offers to start a new quote without the answers.
  const furthest = useDraftState(draftState => draftState.furthestStep)
  const bought = useDraftState(boughtPath)
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
    <StatusPageLayout title={words.title} text={words.text} sign="detour">
      <p>{isOver ? words.over : mayHavePaid ? words.keptPaying : words.kept}</p>
      {quoteNumber && <p>{words.quoteNumber(quoteNumber)}</p>}
      <div className="buttons no-print">
        <ButtonLink href={bought ?? (furthest ? pathOfView(furthest) : newQuote)}>{words.link}</ButtonLink>
      </div>
    </StatusPageLayout>
  )
}
