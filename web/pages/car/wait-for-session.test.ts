/** Tests of waiting for a session, and of the API client that does. */

import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Api } from '#web/api/client.ts'
import { apiAfterLogin, pause, waitForSession } from './wait-for-session.ts'

test('[CAR-04] polls once a second for a session', async () => {
  const waits: number[] = []
  const { signal } = new AbortController()
  await waitForSession(
    () => waits.length === 3,
    signal,
    async ms => void waits.push(ms),
  )
  expect(waits).toEqual([1000, 1000, 1000])
})

test('[CAR-02] [CAR-04] another plate ends the wait', async () => {
  const stop = new AbortController()
  await waitForSession(
    () => false,
    stop.signal,
    async () => stop.abort(),
  )
})

test('[CAR-04] a cancelled pause ends early', async () => {
  const stop = new AbortController()
  const waiting = pause(60_000, stop.signal)
  stop.abort()
  await waiting
  await pause(60_000, stop.signal)
})

test('[CAR-09] a finished pause removes its listener from the signal, which may live as long as the page', async () => {
  const { signal } = new AbortController()
  await pause(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

function world() {
  let token: string | null = null
  let asked = 0
  const api = {
    async call() {
      asked += 1
      return { outcome: 'empty', status: 204 }
    },
  } as unknown as Api
  return { api, session: { token: () => token }, asked: () => asked, login: () => (token = 'jwt') }
}

test('[CAR-09] searches for an address typed before the plate once there is a session', async () => {
  const { api, session, asked, login } = world()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answer = apiAfterLogin(api, session).call('addressSuggest', { query: { q: '12 Queen' } })
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked()).toBe(0)
  login()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toMatchObject({ outcome: 'empty' })
  expect(asked()).toBe(1)
})

test('[CAR-09] never sends a search that was cancelled while it waited', async () => {
  const { api, session, asked } = world()
  const stop = new AbortController()
  const first = apiAfterLogin(api, session)
  const answer = first.call('addressSuggest', { query: { q: '12' } }, { signal: stop.signal })
  stop.abort()
  expect(await answer).toEqual({ outcome: 'unreachable' })
  expect(asked()).toBe(0)
})
