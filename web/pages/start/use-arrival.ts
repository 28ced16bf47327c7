/** Acts on the address a visitor arrives with: logs a link in, fills the draft, or says that the screen is to ask (ENTRY-03 to ENTRY-08). */
import { useEffect, useRef, useState } from 'react'
import { cancelledMark } from '#journey/cancelled-card-page.ts'
import { useApi } from '#web/api/client.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { usePage } from '#web/app/page-settings.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { openProspect, prospectByLink } from '#web/features/quote-access/find-quote.ts'
import { loginFailedPath } from '#web/features/quote-access/partner-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { type Link, opensAtOnce, readArrival, withoutLink } from './arrival.ts'

export interface OpenedLink extends Link {
  /** Kept back, because the tab may be half way through another quote. */
  readonly sessionToken?: string | undefined
}

export type Arrived =
  | { readonly kind: 'newcomer' }
  | { readonly kind: 'opening' }
  /** Logged in by link; only the quote number is missing. */
  | { readonly kind: 'by-link'; readonly link: OpenedLink; readonly notFound: boolean }

export function useArrival(): Arrived {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const wizard = useWizard()
  const { brand, opens } = usePage()
  const [arrived, setArrived] = useState<Arrived>({
    kind: opens && !wizard.hasMoved ? 'opening' : 'newcomer',
  })
  const latest = useRef(wizard)
  useEffect(() => {
    latest.current = wizard
  })

  /** @param address with the link, which was taken out of it */
  async function open(arrivedBy: Link, address: string): Promise<void> {
    let link: OpenedLink = arrivedBy
    const failedPath = loginFailedPath(link.partnerId, brand.key)
    const leave = (path: string) => latest.current.leave(path, { replace: true })
    const isHere = () => latest.current.isHere()
    const isLoggedIn = await api.login(
      link.id,
      link.token,
      isHere,
      sessionToken => {
        if (draft.facts().quoteId) link = { ...link, sessionToken }
        else session.setToken(sessionToken)
      },
      link.partnerId,
    )
    // The answers were cleared, or another quote was begun, meanwhile.
    if (!isHere()) return
    // The link is as good as before: Back of the error page tries it again.
    const fail = () => {
      history.replaceState(history.state, '', address)
      latest.current.leave('/error-occurred')
    }
    if (isLoggedIn === null) return fail()
    // The card page's way back holds a code that works once; whoever takes it again may still have the session it was for.
    const isSameTab = session.token() !== null && draft.facts().quoteId === link.id
    if (!isLoggedIn && !link.back && !isSameTab) return leave(failedPath)
    if (!opensAtOnce(link, session.quoteNumber()))
      return setArrived({ kind: 'by-link', link, notFound: false })
    const found = await prospectByLink(api, link)
    if (!found && !isLoggedIn) return leave(failedPath)
    if (!found || found === 'not-asked')
      return setArrived({ kind: 'by-link', link, notFound: found === null })
    const resumed = await openProspect({ ...found, draft, session, isWanted: isHere })
    if (resumed?.kind === 'over') {
      if (resumed.path === '/error-occurred') fail()
      else leave(resumed.path)
    } else if (resumed) {
      // How they pay is filled in as chosen: of a year nobody was asked (HOLDER-07).
      if (address.endsWith(cancelledMark)) draft.setAnswer('paymentCancelled', 'YES')
      if (link.back) latest.current.move('policyholder-shortcut')
      else latest.current.go('car')
    }
  }

  const started = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is arrived at once
  useEffect(() => {
    if (started.current) return
    started.current = true
    const address = location.href
    const arrival = readArrival(location.search)
    history.replaceState(history.state, '', withoutLink(location.href))
    // The tab's draft is restored by an effect further out, which runs after this one.
    queueMicrotask(() => {
      if (arrival.kind === 'link') void open(arrival.link, address)
      else if (arrival.kind === 'no-token') latest.current.leave('/error-occurred', { replace: true })
      else if (arrival.kind === 'partner') {
        // Whose policy it was is over with; answers of a quote that is not bought yet are kept.
        if (draft.facts().policyNumber) draft.clear()
        draft.setFacts({ partnerId: arrival.partnerId, source: undefined })
        latest.current.go('car')
      } else if (arrival.back && draft.facts().quote) {
        if (address.endsWith(cancelledMark)) draft.setAnswer('paymentCancelled', 'YES')
        latest.current.move('policyholder-shortcut')
      }
    })
  }, [])

  return arrived
}
