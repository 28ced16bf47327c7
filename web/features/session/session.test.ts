/** Tests of the session with a fake clock: its phases, cookies, other tabs, and its extension by the dialog. */
import { describe, expect, it, vi } from 'vitest'
import { networkError, noContent, ok } from '#test/samples/api-results.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import { memoryStorage } from '#test/samples/memory-storage.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createTabTokenStore } from './browser-session.ts'
import { createCookies, createSession, type SessionDependencies } from './session.ts'
import { extendSession } from './session-expiry-dialog.tsx'

const memoryToken = () => createTabTokenStore(memoryStorage(), () => true)

/** A session in one tab; `pass` moves the clock, `announced` lists what it sent to other tabs, `receive` is their message. */
function openTab({ timeoutSeconds = 1800, token = '' } = {}) {
  let now = 1_000_000
  let tick = () => {}
  const jar = new Map<string, { value: string; maxAge: number; endsAt: number }>()
  const announced: number[] = []
  let receive: (endsAt: number) => void = () => {}
  const dependencies: SessionDependencies = {
    timeoutSeconds,
    now: () => now,
    everySecond(act) {
      tick = act
    },
    cookies: {
      read(name) {
        const cookie = jar.get(name)
        return cookie && cookie.endsAt > now ? cookie.value : null
      },
      write: (name, value, maxAge) => void jar.set(name, { value, maxAge, endsAt: now + maxAge * 1000 }),
      remove: name => void jar.delete(name),
    },
    tabToken: memoryToken(),
    otherTabs: {
      send: endsAt => void announced.push(endsAt),
      onMessage: listener => {
        receive = listener
      },
    },
  }
  const session = createSession(dependencies)
  session.subscribe(() => {})
  if (token) session.setToken(token)
  const otherTabs = { send: (endsAt: number) => void announced.push(endsAt), onMessage: () => {} }
  return {
    session,
    /** A second tab of the same browser. */
    otherTab: () => createSession({ ...dependencies, tabToken: memoryToken(), otherTabs }),
    reload: () => createSession(dependencies),
    jar,
    announced,
    receive: (endsAt: number) => receive(endsAt),
    pass(seconds: number) {
      now += seconds * 1000
      tick()
    },
    phase: () => session.state().phase,
  }
}

describe('session', () => {
  it('[SHELL-14] a page with a quote keeps its own token, and one without reads the present token of its tab', () => {
    const storage = memoryStorage()
    let hasQuote = true
    const mine = createTabTokenStore(storage, () => hasQuote)
    mine.write('mine')
    createTabTokenStore(storage, () => true).write('of-the-other')
    expect(mine.read()).toBe('mine')
    hasQuote = false
    expect(mine.read()).toBe('of-the-other')
    hasQuote = true
    expect(mine.read()).toBe('of-the-other')
    const forbidden = createTabTokenStore(null, () => false)
    forbidden.write('mine')
    expect(forbidden.read()).toBe('mine')
  })

  it('[SHELL-10] another car quoted in another tab does not change the session of this one', () => {
    const { session, otherTab, reload, jar } = openTab({ token: 'quote-a' })
    const other = otherTab()
    expect(other.token()).toBe('quote-a')
    other.setToken('quote-b')
    expect(jar.get('jwt-token')?.value).toBe('quote-b')
    expect([session.token(), reload().token(), other.token()]).toEqual(['quote-a', 'quote-a', 'quote-b'])
    session.extend()
    expect(jar.get('jwt-token')?.value).toBe('quote-a')
    // The end of the session is the end in every tab.
    other.end()
    expect([session.token(), other.token()]).toEqual([null, null])
  })

  it('[SHELL-07] warns 120 seconds before the end and ends at 1800', () => {
    const { session, pass } = openTab()
    const stateAfter = (seconds: number) => {
      pass(seconds)
      return session.state()
    }
    expect(stateAfter(1679)).toEqual({ phase: 'running', secondsLeft: 0 })
    expect(stateAfter(1)).toEqual({ phase: 'expiring', secondsLeft: 120 })
    expect(stateAfter(119)).toEqual({ phase: 'expiring', secondsLeft: 1 })
    expect(stateAfter(1)).toEqual({ phase: 'expired', secondsLeft: 0 })
  })

  it('[SHELL-07] uses the wall clock: a tab that slept past the end wakes up expired, and a clock that is set back never gives more than the full timeout', () => {
    const asleep = openTab()
    asleep.pass(7200)
    expect(asleep.phase()).toBe('expired')
    const { session, pass, phase } = openTab({ token: 'token' })
    pass(900)
    pass(-3600)
    expect(phase()).toBe('running')
    pass(1680)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 120 })
    pass(120)
    expect([phase(), session.token()]).toEqual(['expired', null])
  })

  it.each([1800, 3600])('[SHELL-07] [SHELL-14] %i seconds are extended by one', timeoutSeconds => {
    const { session, jar, reload, pass, phase } = openTab({ timeoutSeconds, token: 'token' })
    pass(timeoutSeconds - 100)
    reload()
    expect(jar.get('jwt-token')).toMatchObject({ value: 'token', maxAge: timeoutSeconds })
    session.extend()
    expect(jar.get('jwt-token')).toMatchObject({ value: 'token', maxAge: timeoutSeconds + 1 })
    pass(timeoutSeconds - 120)
    expect(phase()).toBe('running')
    pass(1)
    expect(session.state()).toEqual({ phase: 'expiring', secondsLeft: 120 })
  })

  it('[SHELL-14] a tab left open does not end the session of one that was loaded since', () => {
    const { session, otherTab, announced, receive, pass, phase } = openTab({ token: 'token' })
    pass(1500)
    announced.length = 0
    const other = otherTab()
    expect(announced).toHaveLength(1)
    receive(announced[0] ?? 0)
    pass(600)
    expect([phase(), session.token(), other.token()]).toEqual(['running', 'token', 'token'])
  })

  it('[SHELL-14] a tab without a quote does not end the session of a quote begun in another since', () => {
    const { session, otherTab, announced, receive, pass, phase } = openTab()
    pass(600)
    const other = otherTab()
    pass(120)
    other.setToken('token')
    for (const endsAt of announced) receive(endsAt)
    pass(1100)
    expect([phase(), session.token()]).toEqual(['running', 'token'])
  })

  it('[SHELL-14] a tab that slept past its own end does not end the session that another tab extended', () => {
    const { session, otherTab, receive, pass, phase } = openTab({ token: 'token' })
    const other = otherTab()
    pass(1200)
    other.extend()
    // The tab wakes up before it gets the message of the other tab.
    pass(660)
    expect([phase(), session.token()]).toEqual(['expiring', 'token'])
    receive(1_000_000 + 3001 * 1000)
    expect(phase()).toBe('running')
    // Without a message too, it ends when the cookie does.
    pass(1141)
    expect(phase()).toBe('expired')
  })

  it('[SHELL-14] a token of a later log-in ends with the session of the tab', () => {
    const { session, pass, phase } = openTab()
    pass(240)
    session.setToken('token')
    pass(1559)
    expect([phase(), session.token()]).toEqual(['expiring', 'token'])
    pass(1)
    expect([phase(), session.token()]).toEqual(['expired', null])
  })

  it('[SHELL-07] follows another tab that extended, and tells the others', () => {
    const { session, pass, announced, receive, phase } = openTab()
    pass(1750)
    receive(1_000_000 + 3_000_000)
    expect(phase()).toBe('running')
    session.extend()
    expect(announced).toHaveLength(1)
  })

  it('[SHELL-10] has three cookies with their names and lifetimes, and removes them at the end', () => {
    const { session, jar } = openTab({ token: 't' })
    session.rememberQuote('Q123')
    session.setVerified(true)
    const lifetimes = Object.fromEntries([...jar].map(([name, { maxAge }]) => [name, maxAge]))
    expect(lifetimes).toEqual({ 'jwt-token': 1800, 'quote-id': 600, AUTHENTICATED_V2: 1800 })
    expect(session.quoteNumber()).toBe('Q123')
    session.end()
    expect(jar.size).toBe(0)
    expect(session.state()).toEqual({ phase: 'expired', secondsLeft: 1800 })
  })
})

describe('Extend Session', () => {
  /** A tab whose dialog is open, and an API whose every call returns this answer. */
  function warned(token: string, answer: () => ApiResult<unknown>) {
    const tab = openTab({ token })
    tab.pass(1700)
    expect(tab.phase()).toBe('expiring')
    const reply = vi.fn(answer)
    return { ...tab, reply, extend: () => extendSession(tab.session, fakeApi(reply)) }
  }
  const renewed = ok({ JWT: 'new' })

  it('[SHELL-07] extends by one second more, with a new token, once the server has agreed', async () => {
    const { session, pass, phase, extend } = warned('old', () => {
      expect(phase()).toBe('expiring')
      return renewed
    })
    expect(await extend()).toBe(true)
    expect([phase(), session.token()]).toEqual(['running', 'new'])
    pass(1680)
    expect(phase()).toBe('running')
    pass(1)
    expect(phase()).toBe('expiring')
  })

  it.each<[string, ApiResult<unknown>]>([
    ['is out of reach', networkError],
    ['answers nothing', noContent],
  ])('[SHELL-07] extends nothing if the server %s, and reports it', async (_, answer) => {
    const { session, phase, extend } = warned('old', () => answer)
    expect(await extend()).toBe(false)
    expect([phase(), session.token()]).toEqual(['expiring', 'old'])
  })

  it('[SHELL-07] extends without a call if there is no token', async () => {
    const { phase, reply, extend } = warned('', () => renewed)
    expect(await extend()).toBe(true)
    expect(phase()).toBe('running')
    expect(reply).not.toHaveBeenCalled()
  })

  it('[SHELL-07] [SHELL-14] a response after the end does not restore the session', async () => {
    const { session, pass, phase, jar, extend } = warned('old', () => {
      pass(100)
      session.end()
      return renewed
    })
    expect(await extend()).toBe(false)
    expect([phase(), ...jar.values()]).toEqual(['expired'])
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
