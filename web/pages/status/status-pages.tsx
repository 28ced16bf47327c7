/** The success, session and error pages by path, with their titles. Rarer pages are in lazy/. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import {
  cardReturnPaths,
  errorPath,
  policyPath,
  policyPathOf,
  sessionExpiredPath,
  startPath,
} from '#journey/page-paths.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import type { StatusIllustrationName } from '#web/layout/illustrations.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { usePageTitle } from '#web/layout/page-title.ts'
import { pathOfView } from '#web/lib/screens-and-navigation.ts'
import { PaymentSuccessPage } from './payment-success-page.tsx'
import { StatusPageLayout } from './status-page-layout.tsx'
import { paymentResultPath } from './status-page-parameters.ts'

const { success, sessionExpired, error } = statusPagesText

// No title reports success before the result is known.
const paymentPage = { title: success.loadingTitle, page: <PaymentSuccessPage /> }

const errorPage = { title: error.pageTitle, page: <ErrorPage /> }

const statusPages: Readonly<Record<string, { readonly title: string; readonly page: ReactNode }>> = {
  [policyPath]: paymentPage,
  [cardReturnPaths.approved]: paymentPage,
  [sessionExpiredPath]: { title: sessionExpired.title, page: <SessionExpiredPage /> },
  [errorPath]: errorPage,
}

const statusPageOf = (path: string) => statusPages[path] ?? errorPage

export const statusPageTitle = (path: string): string => statusPageOf(path).title

export function StatusPage({ path }: { path: string }) {
  const { title, page } = statusPageOf(path)
  usePageTitle(title)
  return page
}

interface ClosingPageProps {
  readonly words: Readonly<{ title: string; text: string; detail?: string; link?: string }>
  readonly sign?: StatusIllustrationName
  readonly children?: ReactNode
}

export function ClosingPage({ words, sign = 'closed', children }: ClosingPageProps) {
  return (
    <StatusPageLayout title={words.title} text={words.text} sign={sign}>
      {words.detail && <p>{words.detail}</p>}
      <div className="buttons no-print">
        {words.link && <ButtonLink href={startPath}>{words.link}</ButtonLink>}
        {children}
      </div>
    </StatusPageLayout>
  )
}

function SessionExpiredPage() {
  useEffect(() => track('session_expired'), [])
  return (
    <ClosingPage words={sessionExpired}>
      <Button onPress={() => location.assign(startPath)}>{sessionExpired.button}</Button>
    </ClosingPage>
  )
}

/** The page of this tab's policy or open card payment, so that a customer is not led to pay twice; null if it has none. */
function boughtPath({ quoteId, policyNumber, cardPageQuoteId }: DraftState): string | null {
  if (!quoteId) return null
  if (policyNumber) return policyPathOf(quoteId)
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
  const again = bought ?? (furthest ? pathOfView(furthest) : startPath)
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
