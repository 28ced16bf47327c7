/** The router hook: shows the screen of the current URL, but never a step that the customer has not reached. */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { startPath } from '#journey/page-paths.ts'
import { paymentMethodOf } from '#journey/questions/form-answers.ts'
import { nextAfterEdit, stepOf, type View, viewAfter, views } from '#journey/steps.ts'
import { reloadForTagManager } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { endExpiredSession, useSession } from '#web/features/session/session.ts'
import {
  laterStep,
  type NavigateOptions,
  type Navigation,
  pathOfView,
  policyPathAfterPurchase,
  type Screen,
  screenOfPath,
} from '#web/lib/screens-and-navigation.ts'

interface HistoryEntry {
  /** Set when the address alone does not identify the view: a failed payment. */
  readonly view?: View | undefined
  /** The previous view: if it is set, Back on the page is the browser's Back. */
  readonly from?: View | undefined
  /** The view to return to after an answer is changed. */
  readonly until?: View | undefined
}

interface ShownScreen {
  readonly screen: Screen
  /** Number of navigations since this page load; 0 on arrival. */
  readonly count: number
}

/** For ten seconds after the last press WebKit treats a new history entry as created by the customer. */
const addEntryAfterMs = 8_000

const historyEntryOf = (state: unknown): HistoryEntry => {
  if (typeof state !== 'object' || state === null) return {}
  const { view, from, until } = state as Record<string, unknown>
  const known = (name: unknown) => views.find(candidate => candidate === name)
  return { view: known(view), from: known(from), until: known(until) }
}

/** True if this page load came from the browser's Back or Forward, for example from the card page. */
const cameBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(entry => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward')

/** Before the draft is restored any step's address is accepted, and only its layout shows. */
const unrestored = (path: string): Screen => screenOfPath(path, 'payment')

/** Marks a step as reached until an earlier answer changes. True if it was reachable already. */
function markReached(draft: Draft, view: View): boolean {
  const step = stepOf(view)
  const { furthestStep } = draft.state()
  if (!step || laterStep(step, furthestStep) === furthestStep) return true
  draft.setState({ furthestStep: step })
  return false
}

export function useRouter(path: string) {
  const draft = useDraft()
  const session = useSession()
  const [shown, setShown] = useState<ShownScreen>({ screen: unrestored(path), count: 0 })
  /** False until the tab's draft is restored; the server does not have the draft. */
  const [ready, setReady] = useState(false)
  /** Number of the latest navigation; a response of an earlier screen must not navigate. */
  const navigations = useRef(0)
  /** True while the current history entry repeats the one before it, for a call that may navigate. */
  const hasSpareEntry = useRef(false)

  /** Shows the address bar's current screen. `byAddress` is true when the browser navigated, not our code. */
  const show = useCallback(
    (count: number, byAddress: boolean, isBack = false) => {
      const policy = isBack ? policyPathAfterPurchase(location.pathname, draft.state()) : null
      if (policy) history.replaceState({}, '', policy)
      const entry = historyEntryOf(history.state)
      const { furthestStep } = draft.state()
      let screen: Screen = screenOfPath(location.pathname, byAddress ? furthestStep : 'payment')
      if (screen.kind === 'view') {
        const address = pathOfView(screen.view)
        if (address !== location.pathname) history.replaceState({ ...entry, view: undefined }, '', address)
        else if (count > 0 && entry.view) screen = { kind: 'view', view: entry.view }
        markReached(draft, screen.view)
      }
      navigations.current = count
      if (reloadForTagManager()) return
      setShown({ screen, count })
    },
    [draft],
  )

  useEffect(() => {
    // Answers typed before hydration.
    const early = draft.answers()
    draft.restore()
    const { kind } = screenOfPath(location.pathname, 'payment')
    // The session expired while no page was open: discard the stored draft. A return from the card page is
    // handled elsewhere, and after a purchase the draft has no car.
    const isOver = draft.state().quoteId && !session.token() && draft.answers().car.plate !== ''
    if (isOver && kind === 'view') {
      endExpiredSession(draft, session)
      return
    }
    if (isOver && kind === 'entry') {
      draft.clear()
      draft.setAnswers({ owner: early.owner })
    }
    // A transition renders the screen in slices, so that a first tap does not wait for all of it.
    startTransition(() => {
      show(0, true, cameBack())
      setReady(true)
    })
    const onPop = () => {
      hasSpareEntry.current = false
      show(navigations.current + 1, true, true)
    }
    // A page restored from the back/forward cache does not know of a purchase made since.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      // The draft of this page was cleared when its session expired: a load shows the step that is open now.
      if (session.state().phase === 'expired') return location.reload()
      // Always read: a page without a quote uses the session of the draft that it restores below.
      const token = session.token()
      // The tab may have another quote since: with its own answers this page restores their session too.
      if (token && draft.state().quoteId) session.setToken(token)
      draft.restore()
      if (policyPathAfterPurchase(location.pathname, draft.state())) onPop()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('popstate', onPop, { signal })
    window.addEventListener('pageshow', onShow, { signal })
    return () => listening.abort()
  }, [draft, session, show])

  const navigation = useMemo((): Navigation => {
    // The start page and the pages outside the steps navigate as from 'car', for example by the shortcut to step 3.
    const onStep = shown.screen.kind === 'view'
    const view = shown.screen.kind === 'view' ? shown.screen.view : 'car'
    const isCurrent = () => navigations.current === shown.count
    const to = (address: string, entry: HistoryEntry, options: NavigateOptions = {}) => {
      if (!options.force && !isCurrent()) return
      if (options.replace || hasSpareEntry.current) history.replaceState(entry, '', address)
      else history.pushState(entry, '', address)
      hasSpareEntry.current = false
      show(navigations.current + 1, false)
    }
    const goFor = (target: View, until: View | undefined) =>
      to(pathOfView(target), {
        view: target,
        from: onStep ? view : undefined,
        until: until === target ? undefined : until,
      })
    const go = (target: View, until?: View) => {
      if (!isCurrent()) return
      const wasOpen = markReached(draft, target)
      const { from } = historyEntryOf(history.state)
      const isBehind = onStep && from === target && location.pathname !== pathOfView(target)
      // A step that was not open yet may have a history entry that shows an earlier step.
      if (isBehind && wasOpen) return history.go(hasSpareEntry.current ? -2 : -1)
      goFor(target, until)
    }
    return {
      view,
      hasNavigated: shown.count > 0,
      goTo: target => go(target),
      editStep: step => goFor(step, view),
      next() {
        const { until } = historyEntryOf(history.state)
        const isPaidByBank = paymentMethodOf(draft.answers()) === 'BANK_TRANSFER'
        go(nextAfterEdit(view, until, isPaidByBank), until)
      },
      back: () => (view === 'car' ? to(startPath, {}) : go(viewAfter(view, 'back'))),
      move: by => go(viewAfter(view, by)),
      prepareForCall() {
        const timer = setTimeout(() => {
          if (!isCurrent() || hasSpareEntry.current) return
          history.pushState(history.state, '')
          hasSpareEntry.current = true
        }, addEntryAfterMs)
        return () => clearTimeout(timer)
      },
      isCurrent,
      navigateTo: (address, options) => to(address, {}, options),
    }
  }, [shown, show, draft])

  return { screen: shown.screen, navigation, ready, navigationCount: shown.count }
}
