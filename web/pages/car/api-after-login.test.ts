/** Tests of the API client that waits for the session. */

import { expect, onTestFinished, test, vi } from 'vitest'
import type { Api } from '#web/api/client.ts'
import { apiAfterLogin } from './api-after-login.ts'

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
