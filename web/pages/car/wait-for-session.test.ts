/** Tests of waiting for a session. */

import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { pause, waitForSession } from './wait-for-session.ts'

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
