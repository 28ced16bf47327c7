/**
 * Tests of 'Extend Session' with a server that succeeds, refuses, cannot be reached, or responds too late.
 */

import { expect, it } from 'vitest'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/http.ts'
import { createSession } from './session.ts'
import { extendSession } from './session-expiry-dialog.tsx'

function expiring() {
  let now = 0
  let tick = () => {}
  const jar = new Map<string, string>()
  const session = createSession({
    timeoutSeconds: 1800,
    now: () => now,
    everySecond(act) {
      tick = act
      return () => {}
    },
    cookies: {
      read: name => jar.get(name) ?? null,
      write: (name, value) => void jar.set(name, value),
      remove: name => void jar.delete(name),
    },
  })
  session.subscribe(() => {})
  const pass = (seconds: number) => {
    now += seconds * 1000
    tick()
  }
  return { session, pass, jar }
}

const answering = (answer: () => ApiResult<unknown>): { api: Pick<Api, 'call'>; asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    api: {
      async call(name) {
        asked.push(name)
        return answer() as ApiResult<never>
      },
    },
  }
}
const fresh = { outcome: 'ok', status: 200, data: { JWT: 'fresh' } } as const

it('[SHELL-07] is extended once the server says so, by one second more, with its fresh token', async () => {
  const { session, pass } = expiring()
  session.setToken('old')
  pass(1700)
  expect(session.state().phase).toBe('expiring')
  const { api } = answering(() => {
    // Not before it is: whoever listens would be told so in vain.
    expect(session.state().phase).toBe('expiring')
    return fresh
  })
  expect(await extendSession(session, api)).toBe(true)
  expect([session.state().phase, session.token()]).toEqual(['running', 'fresh'])
  pass(1680)
  expect(session.state().phase).toBe('running')
  pass(1)
  expect(session.state().phase).toBe('expiring')
})

it.each<[string, ApiResult<unknown>]>([
  ['is out of reach', { outcome: 'unreachable' }],
  ['answers nothing', { outcome: 'empty', status: 204 }],
])('[SHELL-07] is not extended where the server %s, and says so', async (_, answer) => {
  const { session, pass } = expiring()
  session.setToken('old')
  pass(1700)
  expect(await extendSession(session, answering(() => answer).api)).toBe(false)
  expect([session.state().phase, session.token()]).toEqual(['expiring', 'old'])
  pass(100)
  expect(session.state().phase).toBe('expired')
})

it('[SHELL-07] extends without a call while there is no token', async () => {
  const { session, pass } = expiring()
  pass(1700)
  const { api, asked } = answering(() => fresh)
  expect(await extendSession(session, api)).toBe(true)
  expect([session.state().phase, asked]).toEqual(['running', []])
})

it('[SHELL-07] [SHELL-14] a response after the end does not restore the session', async () => {
  const { session, pass, jar } = expiring()
  session.setToken('old')
  pass(1700)
  const { api } = answering(() => {
    pass(100)
    session.end()
    return fresh
  })
  expect(await extendSession(session, api)).toBe(false)
  expect([session.state().phase, ...jar.values()]).toEqual(['expired'])
})
