/** The router hook: shows the screen of the current URL, but never a step that the customer has not reached. */
import { startTransition, useEffect, useMemo, useState } from 'react'
import { startPath } from '#journey/page-paths.ts'
import { paymentMethodOf } from '#journey/questions/form-answers.ts'
import { nextAfterEdit, stepOf, type View, viewAfter, views } from '#journey/steps.ts'
import { tagManagerRules } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { endExpiredSession, type Session, useSession } from '#web/features/session/session.ts'
import { usePageRestored } from '#web/lib/page-lifecycle.tsx'
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
  /** The view that our code opened. The address alone does not identify a failed payment, which has that of step 5. */
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
  /** False until the tab's draft is restored; the server does not have the draft. */
  readonly ready: boolean
}

/** For ten seconds after the last press WebKit treats a new history entry as created by the customer. */
const addEntryAfterMs = 8_000

/** Without an unknown view, which a browser extension or another release may have left. */
function historyEntry(): HistoryEntry {
  const entry: HistoryEntry = history.state ?? {}
  return entry.view && !views.includes(entry.view) ? { ...entry, view: undefined } : entry
}

/** True if this page load came from the browser's Back or Forward, for example from the card page. */
const cameBack = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

/** Marks a step as reached until an earlier answer changes. True if it was reachable already. */
function markReached(draft: Draft, view: View): boolean {
  const step = stepOf(view)
  const { furthestStep } = draft.state()
  if (!step || laterStep(step, furthestStep) === furthestStep) return true
  draft.setState({ furthestStep: step })
  return false
}

/** Why a screen is shown: our code navigated, the page was loaded, or the browser used its history. */
type Cause = 'code' | 'load' | 'history'

/** The address bar's current screen. Corrects the address of a step that is not reachable. */
function openScreen(draft: Draft, cause: Cause): Screen {
  // Our code may open any step.
  const screen = screenOfPath(location.pathname, cause === 'code' ? 'payment' : draft.state().furthestStep)
  if (screen.kind === 'view') {
    const address = pathOfView(screen.view)
    if (address !== location.pathname)
      history.replaceState({ ...historyEntry(), view: undefined }, '', address)
    markReached(draft, screen.view)
  }
  return screen
}

/** Restores the tab's draft. False if its session expired while no page was open: another page opens then. */
function restoreDraft(draft: Draft, session: Session): boolean {
  // Answers typed before hydration.
  const early = draft.answers()
  draft.restore()
  // A return from the card page is handled elsewhere, and after a purchase the draft has no car.
  const isOver = draft.state().quoteId && !session.token() && draft.answers().car.plate !== ''
  const { kind } = screenOfPath(location.pathname, 'payment')
  if (!isOver || kind === 'status') return true
  if (kind === 'view') {
    endExpiredSession(draft, session)
    return false
  }
  draft.clear()
  draft.setAnswers({ owner: early.owner })
  return true
}

/** Creates the router, which shows the screen of the address bar and navigates. `onShow` gets each screen. */
function createRouter(draft: Draft, onShow: (shown: ShownScreen) => void) {
  /** Number of the latest navigation; a response of an earlier screen must not navigate. */
  let latest = 0
  /** True while the current history entry repeats the one before it, for a call that may navigate. */
  let hasSpareEntry = false

  /** @param count 0 for the first screen of a page load, which never shows the view of its history entry */
  function show(cause: Cause, count = latest + 1): void {
    const policy = cause === 'history' ? policyPathAfterPurchase(location.pathname, draft.state()) : null
    if (policy) {
      if (tagManagerRules?.loadForTagManager(policy)) return
      history.replaceState({}, '', policy)
    }
    const screen = openScreen(draft, cause)
    latest = count
    if (tagManagerRules?.reloadForTagManager()) return
    const { view } = count > 0 ? historyEntry() : {}
    onShow({ screen: screen.kind === 'view' && view ? { kind: 'view', view } : screen, count, ready: true })
  }
  const showBack = () => {
    hasSpareEntry = false
    show('history')
  }

  function navigationOf({ screen, count }: ShownScreen): Navigation {
    // The start page and the pages outside the steps navigate as from 'car', for example by the shortcut to step 3.
    const onStep = screen.kind === 'view'
    const view = onStep ? screen.view : 'car'
    const isCurrent = () => latest === count
    const to = (address: string, entry: HistoryEntry, options: NavigateOptions = {}) => {
      if ((!options.force && !isCurrent()) || tagManagerRules?.loadForTagManager(address)) return
      if (options.replace || hasSpareEntry) history.replaceState(entry, '', address)
      else history.pushState(entry, '', address)
      hasSpareEntry = false
      show('code')
    }
    const goFor = (target: View, until: View | undefined) =>
      to(pathOfView(target), {
        view: target,
        from: onStep ? view : undefined,
        until: until === target ? undefined : until,
      })
    const goBack = () => history.go(hasSpareEntry ? -2 : -1)
    const go = (target: View, until?: View) => {
      if (!isCurrent()) return
      const wasOpen = markReached(draft, target)
      const isBehind = onStep && historyEntry().from === target && location.pathname !== pathOfView(target)
      // A step that was not open yet may have a history entry that shows an earlier step.
      if (isBehind && wasOpen) goBack()
      else goFor(target, until)
    }
    return {
      view,
      hasNavigated: count > 0,
      goTo: target => go(target),
      editStep: step => goFor(step, view),
      next() {
        const { until } = historyEntry()
        const isPaidByBank = paymentMethodOf(draft.answers()) === 'BANK_TRANSFER'
        go(nextAfterEdit(view, until, isPaidByBank), until)
      },
      back: () => (view === 'car' ? to(startPath, {}) : go(viewAfter(view, 'back'))),
      move: by => go(viewAfter(view, by)),
      prepareForCall() {
        const timer = setTimeout(() => {
          if (!isCurrent() || hasSpareEntry) return
          history.pushState(history.state, '')
          hasSpareEntry = true
        }, addEntryAfterMs)
        return () => clearTimeout(timer)
      },
      isCurrent,
      navigateTo: (address, options) => to(address, {}, options),
    }
  }

  return { show, showBack, navigationOf }
}

export function useRouter(path: string) {
  const draft = useDraft()
  const session = useSession()
  // Before the draft is restored any step's address is accepted, and only its layout shows.
  const [shown, setShown] = useState<ShownScreen>({
    screen: screenOfPath(path, 'payment'),
    count: 0,
    ready: false,
  })
  const [router] = useState(() => createRouter(draft, setShown))

  useEffect(() => {
    if (!restoreDraft(draft, session)) return
    // A transition renders the screen in slices, so that a first tap does not wait for all of it.
    startTransition(() => router.show(cameBack() ? 'history' : 'load', 0))
    window.addEventListener('popstate', router.showBack)
    return () => window.removeEventListener('popstate', router.showBack)
  }, [draft, session, router])

  // A page restored from the back/forward cache does not know of a purchase made since.
  usePageRestored(() => {
    // The draft of this page was cleared when its session expired: a load shows the step that is open now.
    if (session.state().phase === 'expired') return location.reload()
    // Always read: a page without a quote uses the session of the draft that it restores below.
    const token = session.token()
    // The tab may have another quote since: with its own answers this page restores their session too.
    if (token && draft.state().quoteId) session.setToken(token)
    draft.restore()
    if (policyPathAfterPurchase(location.pathname, draft.state())) router.showBack()
  })

  const navigation = useMemo(() => router.navigationOf(shown), [router, shown])

  return { ...shown, navigation }
}
