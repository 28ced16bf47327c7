/**
 * The hook of the start page that acts on the arrival URL: it logs a link in, fills the draft, or lets the
 * page ask.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import { cancelledParameter } from '#journey/cancelled-card-page.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { usePageSettings } from '#web/app/page-settings.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { findQuoteByLink, loginFailedPath, openQuote } from '#web/features/quote-access/find-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { opensAtOnce, type QuoteLink, readArrival, withoutLink } from './arrival.ts'

export interface OpenedLink extends QuoteLink {
  /** Not stored yet, because the tab may hold another quote in progress. */
  readonly sessionToken?: string | undefined
}

export type ArrivalState =
  | { readonly kind: 'newcomer' }
  | { readonly kind: 'opening' }
  /** Logged in by link; only the quote number is missing. */
  | { readonly kind: 'by-link'; readonly link: OpenedLink; readonly notFound: boolean }

export function useArrival(): ArrivalState {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const navigation = useNavigation()
  const { brand, opens } = usePageSettings()
  const [arrived, setArrived] = useState<ArrivalState>({
    kind: opens && !navigation.hasNavigated ? 'opening' : 'newcomer',
  })

  /** @param address with the link, which was taken out of it */
  async function open(arrivedBy: QuoteLink, address: string): Promise<void> {
    let link: OpenedLink = arrivedBy
    const failedPath = loginFailedPath(link.partnerId, brand.key)
    const leave = (path: string) => navigation.navigateTo(path, { replace: true })
    const isHere = () => navigation.isCurrent()
    const isLoggedIn = await api.login(
      link.id,
      link.token,
      isHere,
      sessionToken => {
        if (draft.state().quoteId) link = { ...link, sessionToken }
        else session.setToken(sessionToken)
      },
      link.partnerId,
    )
    // The answers were cleared, or another quote was started, during the request.
    if (!isHere()) return
    // The link is still valid: Back from the error page tries it again.
    const fail = () => {
      history.replaceState(history.state, '', address)
      navigation.navigateTo('/error-occurred')
    }
    if (isLoggedIn === null) return fail()
    // The card page's way back holds a code that works once; whoever takes it again may still have the session it was for.
    const isSameTab = session.token() !== null && draft.state().quoteId === link.id
    if (!isLoggedIn && !link.back && !isSameTab) return leave(failedPath)
    if (!opensAtOnce(link, session.quoteNumber()))
      return setArrived({ kind: 'by-link', link, notFound: false })
    const found = await findQuoteByLink(api, link)
    if (!found && !isLoggedIn) return leave(failedPath)
    if (!found || found === 'not-asked')
      return setArrived({ kind: 'by-link', link, notFound: found === null })
    const resumed = await openQuote({ ...found, draft, session, isWanted: isHere })
    if (resumed?.kind === 'over') {
      if (resumed.path === '/error-occurred') fail()
      else leave(resumed.path)
    } else if (resumed) {
      // How they pay is filled in as chosen: of a year nobody was asked (HOLDER-07).
      if (address.endsWith(cancelledParameter)) draft.setState({ isPaymentCancelled: true })
      if (link.back) navigation.move('policyholder-shortcut')
      else navigation.goTo('car')
    }
  }

  const arrive = useEffectEvent(() => {
    const address = location.href
    const arrival = readArrival(location.search)
    history.replaceState(history.state, '', withoutLink(location.href))
    // An effect of a parent component restores the draft; it runs after this one.
    queueMicrotask(() => {
      if (arrival.kind === 'link') void open(arrival.link, address)
      else if (arrival.kind === 'no-token') navigation.navigateTo('/error-occurred', { replace: true })
      else if (arrival.kind === 'partner') {
        // Whose policy it was is over with; answers of a quote that is not bought yet are kept.
        if (draft.state().policyNumber) draft.clear()
        draft.setState({ partnerId: arrival.partnerId, source: undefined })
        navigation.goTo('car')
      } else if (arrival.back && draft.state().quote) {
        if (address.endsWith(cancelledParameter)) draft.setState({ isPaymentCancelled: true })
        navigation.move('policyholder-shortcut')
      }
    })
  })
  useEffect(() => arrive(), [])

  return arrived
}
