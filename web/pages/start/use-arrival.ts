/** The hook of the start page that acts on the URL a customer arrives with: a link, a partner, or none. */
import { useEffect, useEffectEvent, useState } from 'react'
import { cancelledFragment, errorPath } from '#journey/page-paths.ts'
import { parseReferrerId } from '#journey/referrer-id.ts'
import { useApi } from '#web/api/client.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { findQuoteByLink, loginFailedPath, openQuote } from '#web/features/quote-access/open-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'

export interface QuoteLink {
  readonly id: string
  readonly token: string
  readonly partnerId: string | null
  /** back=yes: the customer returns from the card page to the policyholder step. */
  readonly back: boolean
  /** The token of the login; not stored while the tab has another quote in progress. */
  readonly sessionToken?: string | undefined
}

type Arrival =
  | { readonly kind: 'link'; readonly link: QuoteLink }
  | { readonly kind: 'no-token' }
  /** A partner's link without a quote: the form then does not say 'Welcome Back'. */
  | { readonly kind: 'partner'; readonly partnerId: string }
  | { readonly kind: 'no-link'; readonly back: boolean }

/** @param search the query of the address, with or without its question mark */
export function parseArrivalUrl(search: string): Arrival {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  const token = query.get('token')
  const back = query.get('back') === 'yes'
  const named = query.get('partnerId')
  const partnerId = named ? parseReferrerId(named) : null
  if (!id) return partnerId && !back ? { kind: 'partner', partnerId } : { kind: 'no-link', back }
  if (!token) return { kind: 'no-token' }
  return { kind: 'link', link: { id, token, partnerId, back } }
}

/** The URL without what opens a quote: it must not stay in the history, a screenshot or a referrer. */
export function removeLinkParameters(address: string): string {
  const url = new URL(address)
  for (const name of ['id', 'token', 'partnerId', 'back']) url.searchParams.delete(name)
  return `${url.pathname}${url.search}${url.hash === cancelledFragment ? '' : url.hash}`
}

/** True if the form can be filled without asking for the quote number. */
export const opensImmediately = (link: QuoteLink, knownQuoteNumber: string | null): boolean =>
  link.partnerId !== null || link.back || knownQuoteNumber !== null

type ArrivalState =
  | { readonly kind: 'newcomer' | 'opening' }
  /** Logged in by link; only the quote number is missing. */
  | { readonly kind: 'by-link'; readonly link: QuoteLink; readonly notFound: boolean }

/** The address of the latest arrival, with its link. After Back from the error page it is used again. */
let arrivalUrl = ''

export function useArrival(): ArrivalState {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const navigation = useNavigation()
  const { brand, isByLink } = usePageSettings()
  const [arrived, setArrived] = useState<ArrivalState>({
    kind: isByLink && !navigation.hasNavigated ? 'opening' : 'newcomer',
  })

  /** Logs in by a link. The token is not stored while the tab has another quote in progress. */
  async function logIn(link: QuoteLink) {
    let sessionToken: string | undefined
    const isLoggedIn = await api.login(link.id, link.token, {
      isWanted: navigation.isCurrent,
      keep(token) {
        if (draft.state().quoteId) sessionToken = token
        else session.setToken(token)
      },
      partnerId: link.partnerId,
    })
    return { isLoggedIn, link: { ...link, sessionToken } }
  }

  async function open(arrivedBy: QuoteLink): Promise<void> {
    const { isLoggedIn, link } = await logIn(arrivedBy)
    // The answers were cleared, or another quote was started, during the request.
    if (!navigation.isCurrent()) return
    if (isLoggedIn === null) return leave(errorPath)
    // The card page's link back works once; a tab that opens it again may still have its session.
    const isSameTab = session.token() !== null && draft.state().quoteId === link.id
    if (!isLoggedIn && !link.back && !isSameTab) return leave(loginFailedPath(link.partnerId, brand.key))
    if (opensImmediately(link, session.quoteNumber())) await retrieveAndOpen(link, isLoggedIn)
    else setArrived({ kind: 'by-link', link, notFound: false })
  }

  async function retrieveAndOpen(link: QuoteLink, isLoggedIn: boolean): Promise<void> {
    const found = await findQuoteByLink(api, link)
    if (!found && !isLoggedIn) return leave(loginFailedPath(link.partnerId, brand.key))
    if (!found || found === 'captcha-failed')
      return setArrived({ kind: 'by-link', link, notFound: found === null })
    const resumed = await openQuote({ ...found, draft, session, isWanted: navigation.isCurrent })
    if (resumed?.kind === 'over') leave(resumed.path)
    else if (resumed) showQuote(link.back)
  }

  /**
   * Opens a page instead of the quote. The link is still valid: Back from the error page tries it again. It waits in a
   * variable, because a foreign script may read the address and the history entry (T14).
   */
  function leave(path: string): void {
    const isError = path === errorPath
    if (isError) history.replaceState({ ...history.state, isTried: true }, '')
    navigation.navigateTo(path, { replace: !isError })
  }

  function showQuote(back: boolean): void {
    // Step 4 says that the payment was cancelled, whatever payment method it shows.
    if (arrivalUrl.endsWith(cancelledFragment)) draft.setState({ isPaymentCancelled: true })
    if (back) navigation.move('policyholder-shortcut')
    else navigation.goTo('car')
  }

  function start(arrival: Arrival): void {
    if (arrival.kind === 'link') void open(arrival.link)
    else if (arrival.kind === 'no-token') navigation.navigateTo(errorPath, { replace: true })
    else if (arrival.kind === 'partner') startForPartner(arrival.partnerId)
    else if (arrival.back && draft.state().quote) showQuote(true)
  }

  function startForPartner(partnerId: string): void {
    // Answers of a bought policy are cleared; answers of a quote that is not bought yet stay.
    if (draft.state().policyNumber) draft.clear()
    draft.setState({ partnerId, source: undefined })
    navigation.goTo('car')
  }

  const arrive = useEffectEvent(() => {
    const { isTried, ...entry } = history.state ?? {}
    if (!isTried || !arrivalUrl) arrivalUrl = location.href
    const arrival = parseArrivalUrl(new URL(arrivalUrl).search)
    history.replaceState(entry, '', removeLinkParameters(location.href))
    // An effect of a parent component restores the draft; it runs after this one.
    queueMicrotask(() => start(arrival))
  })
  useEffect(() => arrive(), [])

  return arrived
}
