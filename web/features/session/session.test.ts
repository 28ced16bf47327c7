/** Tests of the session with a fake clock: its phases, cookies and other tabs. */

import { describe, expect, it } from 'vitest'
import { tabToken } from '#web/app/browser-services.ts'
import { createCookies, createSession, type SessionDependencies } from './session.ts'

function keptToken() {
  let kept: string | null = null
  return {
    read: () => kept,
    write(token: string | null) {
      kept = token
    },
  }
}

function world(timeoutSeconds = 1800) {
  let now = 1_000_000
  let tick = () => {}
  const jar = new Map<string, { value: string; maxAge: number }>()
  const told: number[] = []
  let hear: (endsAt: number) => void = () => {}
  const parts: SessionDependencies = {
    timeoutSeconds,
    now: () => now,
    everySecond(act) {
      tick = act
      return () => {}
    },
    cookies: {
      read: name => jar.get(name)?.value ?? null,
      write: (name, value, maxAge) => void jar.set(name, { value, maxAge }),
      remove: name => void jar.delete(name),
    },
    tabToken: keptToken(),
    otherTabs: {
      tell: endsAt => void told.push(endsAt),
      hear: listener => {
        hear = listener
      },
    },
  }
  const elsewhere = { tell: (endsAt: number) => void told.push(endsAt), hear: () => {} }
  const session = createSession(parts)
  /** A second tab of the same browser. */
  const otherTab = () => createSession({ ...parts, tabToken: keptToken(), otherTabs: elsewhere })
  session.subscribe(() => {})
  return {
    session,
    otherTab,
    reload: () => createSession(parts),
    jar,
    told,
    heard: (endsAt: number) => hear(endsAt),
    pass(seconds: number) {
      now += seconds * 1000
      tick()
    },
  }
}

describe('session', () => {
  it('[SHELL-14] a page with a quote keeps its own token, and one without reads what its tab has by now', () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
    let hasQuote = true
    const mine = tabToken(storage, () => hasQuote)
    mine.write('mine')
    tabToken(storage, () => true).write('of-the-other')
    expect(mine.read()).toBe('mine')
    hasQuote = false
    expect(mine.read()).toBe('of-the-other')
    hasQuote = true
    expect(mine.read()).toBe('of-the-other')
    const forbidden = tabToken(null, () => false)
    forbidden.write('mine')
    expect(forbidden.read()).toBe('mine')
  })

  it('[SHELL-10] another car quoted in another tab takes nothing from the quote in this one', () => {
    const { session, otherTab, reload, jar } = world()
    session.setToken('quote-a')
    const other = otherTab()
    expect(other.token()).toBe('quote-a')
    other.setToken('quote-b')
    expect(jar.get('jwt-token')?.value).toBe('quote-b')
    expect([session.token(), reload().token(), other.token()]).toEqual(['quote-a', 'quote-a', 'quote-b'])
    session.extend()
    expect(jar.get('jwt-token')?.value).toBe('quote-a')
    // Over is over, in every tab.
    other.end()
    expect([session.token(), other.token()]).toEqual([null, null])
  })

  it('[SHELL-07] warns 120 seconds before the end and ends at 1800', () => {
    const { session, pass } = world()
    pass(1679)
    expect(session.state().phase).toBe('running')
    pass(1)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 120 })
    pass(119)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 1 })
    pass(1)
    expect(session.state().phase).toBe('expired')
  })

  it('[SHELL-07] goes by the wall clock: a tab that slept past the end wakes up expired', () => {
    const { session, pass } = world()
    pass(7200)
    expect(session.state().phase).toBe('expired')
  })

  it('[SHELL-07] a clock that is set back never gives more than the full timeout', () => {
    const { session, pass } = world()
    pass(900)
    pass(-3600)
    expect(session.state().phase).toBe('running')
    pass(1680)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 120 })
    pass(120)
    expect(session.state().phase).toBe('expired')
  })

  it('[SHELL-07] extending adds one second to the timeout, restarts the clock and renews the token cookie', () => {
    const { session, pass, jar } = world()
    session.setToken('token')
    pass(1700)
    jar.set('jwt-token', { value: 'token', maxAge: 100 })
    session.extend()
    expect(session.state().phase).toBe('running')
    expect(jar.get('jwt-token')).toEqual({ value: 'token', maxAge: 1801 })
    pass(1801 - 121)
    expect(session.state().phase).toBe('running')
    pass(1)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 120 })
  })

  it('[SHELL-07] [SHELL-14] a reload restarts the clock and renews the token for as long', () => {
    const { session, jar, reload, pass } = world()
    session.setToken('token')
    pass(1500)
    jar.set('jwt-token', { value: 'token', maxAge: 300 })
    reload()
    expect(jar.get('jwt-token')).toEqual({ value: 'token', maxAge: 1800 })
  })

  it('[SHELL-14] a tab left open does not end the session of one that was loaded since', () => {
    const { session, otherTab, told, heard, pass } = world()
    session.setToken('token')
    pass(1500)
    told.length = 0
    const other = otherTab()
    expect(told).toHaveLength(1)
    heard(told[0] ?? 0)
    pass(600)
    expect([session.state().phase, session.token(), other.token()]).toEqual(['running', 'token', 'token'])
  })

  it('[SHELL-14] a tab without a quote does not end the session of a quote begun in another since', () => {
    const { session, otherTab, told, heard, pass } = world()
    pass(600)
    const other = otherTab()
    pass(120)
    other.setToken('token')
    for (const endsAt of told) heard(endsAt)
    pass(1100)
    expect([session.state().phase, session.token()]).toEqual(['running', 'token'])
  })

  it('[SHELL-07] a longer session has a token that lives as long', () => {
    const { session, jar } = world(3600)
    session.setToken('token')
    expect(jar.get('jwt-token')).toEqual({ value: 'token', maxAge: 3600 })
    session.extend()
    expect(jar.get('jwt-token')).toEqual({ value: 'token', maxAge: 3601 })
  })

  it('[SHELL-07] can be set shorter, and extended any number of times', () => {
    const { session, pass } = world(130)
    for (let times = 0; times < 12; times += 1) {
      pass(100)
      expect(session.state().phase).toBe('expiring')
      session.extend()
      expect(session.state().phase).toBe('running')
    }
  })

  it('[SHELL-07] follows another tab that extended, and tells the others', () => {
    const { session, pass, told, heard } = world()
    pass(1750)
    heard(1_000_000 + 3_000_000)
    expect(session.state().phase).toBe('running')
    session.extend()
    expect(told).toHaveLength(1)
  })

  it('[SHELL-10] keeps three cookies by their names and lives, and drops them at the end', () => {
    const { session, jar } = world()
    session.setToken('t')
    session.rememberQuote('Q123')
    session.setVerified(true)
    expect([...jar].map(([name, { maxAge }]) => [name, maxAge])).toEqual([
      ['jwt-token', 1800],
      ['quote-id', 600],
      ['AUTHENTICATED_V2', 1800],
    ])
    expect(session.quoteNumber()).toBe('Q123')
    session.end()
    expect(jar.size).toBe(0)
    expect(session.state()).toEqual({ phase: 'expired', secondsLeft: 1800 })
  })
})

describe('cookies', () => {
  it('[SHELL-10] ignores a cookie of our name that another site set and that is not URL-encoded', () => {
    expect(createCookies({ cookie: 'quote-id=100%; y=2' }, false).read('quote-id')).toBeNull()
  })

  it('[SHELL-10] are for this site alone, and marked Secure over https', () => {
    const page = { cookie: '' }
    createCookies(page, true).write('jwt-token', 'a=b', 60)
    expect(page.cookie).toBe('jwt-token=a%3Db; Path=/; Max-Age=60; SameSite=Strict; Secure')
    createCookies(page, false).write('jwt-token', 't', 60)
    expect(page.cookie).not.toContain('Secure')
    expect(createCookies({ cookie: 'x=1; quote-id=Q%201; y=2' }, false).read('quote-id')).toBe('Q 1')
  })
})
