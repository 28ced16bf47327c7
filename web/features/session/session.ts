/**
 * The session in the browser: three cookies and a wall clock, which warns two minutes before the end. The
 * server's own idle limit is a little longer.
 */

import { createContext } from 'react'
import {
  quoteCookie,
  quoteCookieSeconds,
  tokenCookie,
  verifiedCookie,
  verifiedCookieSeconds,
} from '#contract/public-constants.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

const warningSeconds = 120

export interface Cookies {
  read(name: string): string | null
  write(name: string, value: string, maxAgeSeconds: number): void
  remove(name: string): void
}

/** @param secure whether the page came over https; a cookie marked Secure would be lost on plain http */
export const createCookies = (page: { cookie: string }, secure: boolean): Cookies => {
  const write = (name: string, value: string, maxAgeSeconds: number) => {
    page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure ? '; Secure' : ''}`
  }
  return {
    read(name) {
      const pair = page.cookie.split('; ').find(candidate => candidate.startsWith(`${name}=`))
      try {
        if (pair) return decodeURIComponent(pair.slice(name.length + 1))
      } catch {
        // Not ours: a brand's other sites may write a cookie of the same name for all its hosts.
      }
      return null
    },
    write,
    remove: name => write(name, '', 0),
  }
}

export interface SessionState {
  readonly phase: 'running' | 'expiring' | 'expired'
  /** Whole seconds until the end; 0 while it runs, when nobody counts them. Of one ended before its time, what was left. */
  readonly secondsLeft: number
}

export interface Session {
  token(): string | null
  setToken(token: string): void
  /** The quote number of the last ten minutes, or null. */
  quoteNumber(): string | null
  rememberQuote(quoteNumber: string): void
  isVerified(): boolean
  setVerified(verified: boolean): void
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Adds one second to the timeout, which restarts the clock, and sets the token cookie anew. Other tabs follow. */
  extend(): void
  /** Ends it here: cookies gone. */
  end(): void
}

export interface SessionDependencies {
  readonly cookies: Cookies
  readonly timeoutSeconds: number
  /** Milliseconds of the wall clock, so that a tab that slept is right when it wakes. */
  now(): number
  /** Calls back about once a second; returns how to stop. */
  everySecond(tick: () => void): () => void
  /** The token of this tab's own quote: the cookie has that of whichever tab logged in last. Lost with the tab. */
  readonly tabToken?: { read(): string | null; write(token: string | null): void }
  /** Tells the other tabs of the new end, and hears from them. */
  readonly otherTabs?: { tell(endsAt: number): void; hear(listener: (endsAt: number) => void): void }
}

export function createSession(parts: SessionDependencies): Session {
  let timeoutSeconds = parts.timeoutSeconds
  let endsAt = parts.now() + timeoutSeconds * 1000
  let ended = false
  let stop: (() => void) | null = null
  const listeners = new Set<() => void>()

  const measured = (): SessionState => {
    // A clock set back would else promise time that the server does not give.
    endsAt = Math.min(endsAt, parts.now() + timeoutSeconds * 1000)
    const secondsLeft = Math.max(0, Math.ceil((endsAt - parts.now()) / 1000))
    const phase =
      ended || secondsLeft === 0 ? 'expired' : secondsLeft <= warningSeconds ? 'expiring' : 'running'
    return { phase, secondsLeft: phase === 'running' ? 0 : secondsLeft }
  }
  let state = measured()

  const look = () => {
    const next = measured()
    if (next.phase === state.phase && next.secondsLeft === state.secondsLeft) return
    state = next
    for (const listener of [...listeners]) listener()
  }
  parts.otherTabs?.hear(others => {
    timeoutSeconds = Math.max(timeoutSeconds, Math.round((others - parts.now()) / 1000))
    endsAt = Math.max(endsAt, others)
    look()
  })

  /** For as long as the clock here runs: no other tab may end the session before. */
  const keepToken = (token: string | null) => {
    if (token) parts.cookies.write(tokenCookie, token, timeoutSeconds)
    parts.otherTabs?.tell(endsAt)
  }
  // A page that is loaded starts the clock anew: the token has to live as long.
  const kept = parts.cookies.read(tokenCookie)
  if (kept) keepToken(kept)

  const token = () => {
    const newest = parts.cookies.read(tokenCookie)
    // Without its cookie a session is over, whatever a tab still holds.
    return newest === null ? null : (parts.tabToken?.read() ?? newest)
  }

  return {
    token,
    setToken(token) {
      parts.tabToken?.write(token)
      keepToken(token)
    },
    quoteNumber: () => parts.cookies.read(quoteCookie),
    rememberQuote: quoteNumber => parts.cookies.write(quoteCookie, quoteNumber, quoteCookieSeconds),
    isVerified: () => parts.cookies.read(verifiedCookie) !== null,
    setVerified: verified =>
      parts.cookies.write(verifiedCookie, 'true', verified ? verifiedCookieSeconds : 0),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      stop ??= parts.everySecond(look)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    extend() {
      timeoutSeconds += 1
      endsAt = parts.now() + timeoutSeconds * 1000
      keepToken(token())
      look()
    },
    end() {
      ended = true
      parts.tabToken?.write(null)
      for (const name of [tokenCookie, quoteCookie, verifiedCookie]) parts.cookies.remove(name)
      look()
    },
  }
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => useRequiredContext(SessionContext, 'session')
