/** The status pages by path, with their titles, for the application and server rendering; the page of a failed card payment has a file of its own. */

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import {
  cardReturnPaths,
  errorPath,
  notFoundPath,
  policyPath,
  quoteConvertedPath,
  quoteExpiredPath,
  type StatusPath,
  sessionExpiredPath,
} from '#journey/page-paths.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { pageTitle } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { DraftState, DraftStatePatch } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import type { StatusIllustrationName } from '#web/layout/status-illustrations.tsx'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { pathOfView } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { PaymentSuccessPage } from './payment-success-page.tsx'
import { StatusPageLayout } from './status-page-layout.tsx'
import { addUtmParameters, paymentResultPath } from './status-page-parameters.ts'

const { success, sessionExpired, converted, expired, notFound, error } = statusPagesText

interface StatusPageEntry {
  readonly title: string
  readonly page: ReactNode
}

// No title reports success before the result is known.
const paymentPage = { title: success.loadingTitle, page: <PaymentSuccessPage /> }
const notFoundPage = { title: notFound.pageTitle, page: <ClosingPage words={notFound} sign="detour" /> }

const statusPages: Readonly<Record<Exclude<StatusPath, typeof cardReturnPaths.declined>, StatusPageEntry>> = {
  [policyPath]: paymentPage,
  [cardReturnPaths.approved]: paymentPage,
  [sessionExpiredPath]: { title: sessionExpired.title, page: <SessionExpiredPage /> },
  [quoteConvertedPath]: { title: converted.title, page: <ConvertedPage /> },
  [quoteExpiredPath]: { title: expired.title, page: <ExpiredPage /> },
  [notFoundPath]: notFoundPage,
  '/turners/page-not-found': notFoundPage,
  [errorPath]: { title: error.pageTitle, page: <ErrorPage /> },
}

const statusPageOf = (path: string): StatusPageEntry =>
  Object.entries(statusPages).find(([known]) => known === path)?.[1] ?? notFoundPage

export const statusPageTitle = (path: string): string => statusPageOf(path).title

export function StatusPage({ path }: { path: string }) {
  const { brand } = usePageSettings()
  const { title, page } = statusPageOf(path)
  useEffect(() => {
    document.title = pageTitle(title, brand.name)
  }, [title, brand.name])
  return page
}

const newQuote = '/vehicle'

interface ClosingPageProps {
  readonly words: {
    readonly title: string
    readonly text: string
    readonly detail?: string
    /** The link that starts a new quote. */
    readonly link?: string
  }
  readonly sign?: StatusIllustrationName
  /** More buttons and links. */
  readonly children?: ReactNode
}

function ClosingPage({ words, sign = 'closed', children }: ClosingPageProps) {
  return (
    <StatusPageLayout title={words.title} text={words.text} sign={sign}>
      {words.detail && <p>{words.detail}</p>}
      <div className="buttons no-print">
        {words.link && <ButtonLink href={newQuote}>{words.link}</ButtonLink>}
        {children}
      </div>
    </StatusPageLayout>
  )
}

function SessionExpiredPage() {
  useEffect(() => track('session_expired'), [])
  return (
    <ClosingPage words={sessionExpired}>
      <Button onPress={() => location.assign(newQuote)}>{sessionExpired.button}</Button>
    </ClosingPage>
  )
}

function ConvertedPage() {
  const { brand, mechanicalBreakdownUrl } = usePageSettings()
  return (
    <ClosingPage words={converted}>
      {mechanicalBreakdownUrl && (
        <ButtonLink kind="secondary" href={addUtmParameters(mechanicalBreakdownUrl, brand.utm)}>
          {converted.mechanicalBreakdown}
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

function ExpiredPage() {
  const draft = useDraft()
  // The expired link may belong to another quote than this tab's.
  const validUntil = useDraftState(draftState => draftState.quote?.validUntil)
  useEffect(() => {
    if (validUntil && validUntil < today()) draft.setState(withoutQuote)
  }, [draft, validUntil])
  return <ClosingPage words={expired} />
}

/** The page of this tab's policy or open card payment, so that a customer is not led to pay twice; null if it has none. */
function boughtPath({ quoteId, policyNumber, cardPageQuoteId }: DraftState): string | null {
  if (!quoteId) return null
  if (policyNumber) return `${policyPath}?id=${quoteId}`
  return cardPageQuoteId === quoteId ? paymentResultPath(quoteId) : null
}

function ErrorPage() {
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
    if (isOver) announce(error.over)
  }, [announce, isOver])
  const again = bought ?? (furthest ? pathOfView(furthest) : newQuote)
  const mayHavePaid = furthest === 'policyholder' || furthest === 'payment'
  return (
    <StatusPageLayout title={error.title} text={error.text} sign="detour">
      <p>{isOver ? error.over : mayHavePaid ? error.keptPaying : error.kept}</p>
      {quoteNumber && <p>{error.quoteNumber(quoteNumber)}</p>}
      <div className="buttons no-print">
        <ButtonLink href={again}>{error.link}</ButtonLink>
      </div>
    </StatusPageLayout>
  )
}
