/** The pages of a quote that cannot be opened: bought already, expired, not found, or any other address. */
import { type ReactNode, useEffect } from 'react'
import { quoteConvertedPath, quoteExpiredPath } from '#journey/page-paths.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { closedQuoteText } from '#web/content/closed-quote.ts'
import type { DraftStatePatch } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { usePageTitle } from '#web/layout/page-title.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { today } from '#web/lib/server-clock.ts'
import { addUtmParameters } from '#web/pages/status/status-page-parameters.ts'
import { ClosingPage } from '#web/pages/status/status-pages.tsx'

const { converted, expired, notFound } = closedQuoteText

function closedQuotePageOf(path: string): { readonly title: string; readonly page: ReactNode } {
  if (path === quoteConvertedPath) return { title: converted.title, page: <ConvertedPage /> }
  if (path === quoteExpiredPath) return { title: expired.title, page: <ExpiredPage /> }
  return { title: notFound.pageTitle, page: <ClosingPage words={notFound} sign="detour" /> }
}

export const closedQuotePageTitle = (path: string): string => closedQuotePageOf(path).title

export function ClosedQuotePage({ path }: { path: string }) {
  const { title, page } = closedQuotePageOf(path)
  usePageTitle(title)
  return page
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
