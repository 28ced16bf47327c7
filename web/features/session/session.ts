/** The session in the browser: its three cookies, its clock, and what happens when it expires. */
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from 'zustand'
import {
  captchaPassedCookie,
  captchaPassedCookieSeconds,
  quoteCookie,
  quoteCookieSeconds,
  sessionTokenCookie,
} from '#contract/tokens-and-cookies.ts'
import { sessionExpiredPath } from '#journey/page-paths.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { attempt } from '#web/lib/attempt.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'

/** The warning comes two minutes before the end; the server's idle limit is a little longer. */
const warningSeconds = 120

/** @param secure whether the page came over https; a cookie marked Secure would be lost on plain http */
export const createCookies = (page: { cookie: string }, secure: boolean) => {
  const write = (name: string, value: string, maxAgeSeconds: number) => {
    page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure ? '; Secure' : ''}`
  }
  return {
    read(name: string): string | null {
      const pair = page.cookie.split('; ').find(candidate => candidate.startsWith(`${name}=`))
      // Another site of the brand may set a cookie of the same name, which cannot be decoded, for all its hosts.
      return pair ? attempt(() => decodeURIComponent(pair.slice(name.length + 1))) : null
    },
    write,
    remove: (name: string) => write(name, '', 0),
  }
}

export interface SessionState {
  readonly phase: 'running' | 'expiring' | 'expired'
  /** Whole seconds left; 0 while the phase is 'running'. If the session was ended early, what was left. */
  readonly secondsLeft: number
}

export type Session = ReturnType<typeof createSession>

export interface SessionDependencies {
  readonly cookies: ReturnType<typeof createCookies>
  readonly timeoutSeconds: number
  /** Milliseconds of the wall clock, so that a tab that slept is right when it wakes. */
  now(): number
  /** Calls back about once a second. */
  everySecond(tick: () => void): void
  /** The token of this tab's quote; the cookie has the token of the tab that logged in last. */
  readonly tabToken?: { read(): string | null; write(token: string | null): void }
  /** Sends the new end to the other tabs, and receives theirs. */
  readonly otherTabs?: { send(endsAt: number): void; onMessage(listener: (endsAt: number) => void): void }
}

export function createSession({
  cookies,
  now,
  everySecond,
  tabToken,
  otherTabs,
  timeoutSeconds,
}: SessionDependencies) {
  let endsAt = now() + timeoutSeconds * 1000
  let ended = false
  let isTicking = false

  const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - now()) / 1000))

  const measure = (): SessionState => {
    const secondsLeft = secondsUntil(endsAt)
    // If another tab extended the session while this one slept, the cookie is still there, and the message follows.
    const isOver = ended || (secondsLeft === 0 && cookies.read(sessionTokenCookie) === null)
    const phase = isOver ? 'expired' : secondsLeft <= warningSeconds ? 'expiring' : 'running'
    return { phase, secondsLeft: phase === 'running' ? 0 : secondsLeft }
  }
  const store = createStore(measure)

  const update = () => {
    // After the clock was set back, this clock and the cookie would otherwise give more time than the server.
    if (secondsUntil(endsAt) > timeoutSeconds) restartClock()
    const before = store.getState()
    const state = measure()
    if (state.phase !== before.phase || state.secondsLeft !== before.secondsLeft) store.setState(state)
  }
  otherTabs?.onMessage(theirEnd => {
    timeoutSeconds = Math.max(timeoutSeconds, secondsUntil(theirEnd))
    endsAt = Math.max(endsAt, theirEnd)
    update()
  })

  /** The token's cookie ends with this tab's clock, and the clocks of the other tabs not before. */
  const writeToken = (token: string | null) => {
    if (token) cookies.write(sessionTokenCookie, token, secondsUntil(endsAt))
    otherTabs?.send(endsAt)
  }
  const restartClock = () => {
    endsAt = now() + timeoutSeconds * 1000
    writeToken(token())
  }
  // A page load restarts the clock, so the token has to live as long.
  const initialToken = cookies.read(sessionTokenCookie)
  if (initialToken) writeToken(initialToken)

  const token = () => {
    const newest = cookies.read(sessionTokenCookie)
    // Without its cookie a session is over, even if a tab still holds a token.
    return newest === null ? null : (tabToken?.read() ?? newest)
  }

  return {
    token,
    setToken(token: string) {
      tabToken?.write(token)
      writeToken(token)
    },
    /** The quote number of the last ten minutes, or null. */
    quoteNumber: () => cookies.read(quoteCookie),
    rememberQuote: (quoteNumber: string) => cookies.write(quoteCookie, quoteNumber, quoteCookieSeconds),
    isVerified: () => cookies.read(captchaPassedCookie) !== null,
    setVerified: (verified: boolean) =>
      cookies.write(captchaPassedCookie, 'true', verified ? captchaPassedCookieSeconds : 0),
    state: store.getState,
    /** The first subscriber starts the clock. */
    subscribe(listener: () => void) {
      if (!isTicking) everySecond(update)
      isTicking = true
      return store.subscribe(listener)
    },
    /** Adds one second to the timeout, restarts the clock and renews the token cookie. Other tabs follow. */
    extend() {
      timeoutSeconds += 1
      restartClock()
      update()
    },
    /** Ends the session in this browser and removes its cookies. */
    end() {
      ended = true
      tabToken?.write(null)
      for (const name of [sessionTokenCookie, quoteCookie, captchaPassedCookie]) cookies.remove(name)
      update()
    },
  }
}

export const [SessionContext, useSession] = createRequiredContext<Session>('session')

/** Called when the local clock ran out, or when the server reported an expired session. */
export function endExpiredSession(draft: Draft, session: Session): void {
  draft.clear()
  session.end()
  // A full page load: the server then clears the browser's storage for this site.
  location.assign(sessionExpiredPath)
}

/**
 * The phase of the session. The hook also ends a session whose time is over, and opens the page that says so.
 * @param staysWhenOver the page stays, and only the answers are cleared
 */
export function useSessionExpiry(staysWhenOver: boolean): SessionState['phase'] {
  const session = useSession()
  const draft = useDraft()
  const phase = useSyncExternalStore(
    session.subscribe,
    () => session.state().phase,
    () => 'running' as const,
  )
  useEffect(() => {
    // `secondsLeft > 0` means that the server ended the session: the tab is already leaving.
    if (phase !== 'expired' || session.state().secondsLeft) return
    if (staysWhenOver) draft.clear()
    else endExpiredSession(draft, session)
  }, [phase, draft, session, staysWhenOver])
  return phase
}
