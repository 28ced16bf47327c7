/** Keeps address bar, history and screen together: one history entry a step, and no step before its turn (SHELL-02). */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { paymentMethodOf } from '#journey/questions/payment-method.ts'
import { nextAfterEdit, stepOf, type View, viewAfter, views } from '#journey/steps.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { expireSession } from '#web/features/session/session-phase.ts'
import {
  laterStep,
  type Navigation,
  pathOfView,
  policyPathAfterPurchase,
  type Screen,
  screenOfPath,
} from './navigation.tsx'
import { type PreloadedPages, preloadPages } from './routes.tsx'

/** What a history entry carries. */
interface HistoryEntry {
  /** Set where the address alone does not tell the view: a failed payment. */
  readonly view?: View | undefined
  /** The view one came from: then Back in the page is Back of the browser. */
  readonly from?: View | undefined
  /** The view one means to come back to: an answer is being changed from there. */
  readonly until?: View | undefined
}

interface Place {
  readonly screen: Screen
  /** Counts the moves of this page load; 0 on arrival. */
  readonly visit: number
  readonly from: View | null
}

export interface RouterState {
  readonly screen: Screen
  readonly navigation: Navigation
  /** False until the tab's draft has been restored: the server cannot know it. */
  readonly ready: boolean
  readonly navigationCount: number
  /** The screens drawn whole whose files have come. */
  readonly loaded: PreloadedPages
  /** Fetches such a screen's file ahead of need. */
  readonly preload: (kind: Screen['kind']) => Promise<void>
}

const historyEntryOf = (state: unknown): HistoryEntry => {
  if (typeof state !== 'object' || state === null) return {}
  const { view, from, until } = state as Record<string, unknown>
  const known = (name: unknown) => views.find(candidate => candidate === name)
  return { view: known(view), from: known(from), until: known(until) }
}

/** This load of the page is the browser's Back or Forward: from the card page, say. */
const cameBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(entry => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward')

/** Before the draft is restored the furthest step is unknown: the address is taken at its word, and only a frame shows. */
const unrestored = (path: string): Screen => screenOfPath(path, 'payment')

/** A step once shown may be shown again, until an answer before it is changed. True where it might be shown already. */
function reach(draft: Draft, view: View): boolean {
  const step = stepOf(view)
  const { furthestStep } = draft.state()
  if (!step || laterStep(step, furthestStep) === furthestStep) return true
  draft.setState({ furthestStep: step })
  return false
}

export function useRouter(path: string, whole: PreloadedPages): RouterState {
  const draft = useDraft()
  const session = useSession()
  const [place, setPlace] = useState<Place>({ screen: unrestored(path), visit: 0, from: null })
  const [ready, setReady] = useState(false)
  const [loaded, setLoaded] = useState(whole)
  const current = useRef(place)
  current.current = place

  /** Shows what the address bar says now; `byAddress` when no code of ours moved there. */
  const show = useCallback(
    (visit: number, byAddress: boolean, isBack = false) => {
      const policy = isBack ? policyPathAfterPurchase(location.pathname, draft.state()) : null
      if (policy) history.replaceState({}, '', policy)
      const entry = historyEntryOf(history.state)
      const { furthestStep } = draft.state()
      let screen: Screen = screenOfPath(location.pathname, byAddress ? furthestStep : 'payment')
      if (screen.kind === 'view') {
        const asked = location.pathname
        if (pathOfView(screen.view) !== asked) history.replaceState({}, '', pathOfView(screen.view))
        else if (visit > 0 && entry.view) screen = { kind: 'view', view: entry.view }
        reach(draft, screen.view)
      }
      setPlace({ screen, visit, from: entry.from ?? null })
    },
    [draft],
  )

  useEffect(() => {
    // Typed a moment ago, before the script came.
    const early = draft.answers()
    draft.restore()
    const { kind } = screenOfPath(location.pathname, 'payment')
    // Over while no page was awake to see it: what this tab stored is nobody's any more. Whoever comes back from the card
    // page has a way of their own, and whoever has bought has no car here.
    const isOver = draft.state().quoteId && !session.token() && 'plate' in draft.answers()
    if (isOver && kind === 'view') return expireSession(draft, session)
    if (isOver && kind === 'entry') {
      draft.clear()
      draft.setAnswers(early)
    }
    // The frame is there already: a whole screen is drawn bit by bit, so that nobody's first tap waits for all of it.
    startTransition(() => {
      show(0, true, cameBack())
      setReady(true)
    })
    const onPop = () => show(current.current.visit + 1, true, true)
    // A page that the browser had kept whole does not know what was bought since.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      // Asked in any case: without a quote of its own the page has the session of what it takes in below.
      const token = session.token()
      // The tab may have gone on with another quote: whose answers are kept anew here, their session is too.
      if (token && draft.state().quoteId) session.setToken(token)
      draft.restore()
      if (policyPathAfterPurchase(location.pathname, draft.state())) onPop()
    }
    const listening = new AbortController()
    window.addEventListener('popstate', onPop, listening)
    window.addEventListener('pageshow', onShow, listening)
    return () => listening.abort()
  }, [draft, session, show])

  const { kind } = place.screen
  const preload = useCallback(async (wanted: Screen['kind']) => {
    const more = await preloadPages(wanted)
    setLoaded(before => ({ ...before, ...more }))
  }, [])
  const missing = (kind === 'entry' && !loaded.entry) || (kind === 'outcome' && !loaded.outcomes)
  useEffect(() => {
    // The server draws the address whole, from files that it has: one load, since a page just drawn misses none.
    if (missing) preload(kind).catch(() => location.reload())
  }, [kind, missing, preload])

  const navigation = useMemo((): Navigation => {
    // The entry screen and the pages outside count as the first: their moves, the shortcut of 1 + 3 say, lead from there.
    const view = place.screen.kind === 'view' ? place.screen.view : 'car'
    const onStep = place.screen.kind === 'view'
    // What is known only after the screen was left moves nobody.
    const isCurrent = () => current.current.visit === place.visit
    const to = (address: string, entry: HistoryEntry, replace?: boolean, evenIfLeft?: boolean) => {
      if (!evenIfLeft && !isCurrent()) return
      if (replace) history.replaceState(entry, '', address)
      else history.pushState(entry, '', address)
      show(current.current.visit + 1, false)
    }
    const goFor = (target: View, until: View | undefined) =>
      to(pathOfView(target), {
        view: target,
        from: onStep ? view : undefined,
        until: until === target ? undefined : until,
      })
    const go = (target: View, until?: View) => {
      if (!isCurrent()) return
      const wasOpen = reach(draft, target)
      const isBehind = onStep && place.from === target && location.pathname !== pathOfView(target)
      // Closed when the browser last led there, its entry may have become one of the step that had to come first.
      if (isBehind && wasOpen) return history.back()
      goFor(target, until)
    }
    const next = () => {
      const { until } = historyEntryOf(history.state)
      const isPaidByBank = paymentMethodOf(draft.answers()) === 'BANK_TRANSFER'
      go(nextAfterEdit(view, until, isPaidByBank), until)
    }
    return {
      view,
      hasNavigated: place.visit > 0,
      goTo: target => go(target),
      editStep: step => goFor(step, view),
      next,
      back: () => (view === 'car' ? to('/vehicle', {}) : go(viewAfter(view, 'back'))),
      move: by => go(viewAfter(view, by)),
      isCurrent,
      navigateTo: (address, how) => to(address, {}, how?.replace, how?.evenIfLeft),
    }
  }, [place, show, draft])

  return { screen: place.screen, navigation, ready, navigationCount: place.visit, loaded, preload }
}
