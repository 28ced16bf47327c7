/** Tests of the graceful shutdown: its order, its signals and its deadline. */
import { expect, it } from 'vitest'
import { createShutdownHandler } from './graceful-shutdown.ts'

function node(close: () => Promise<void> = async () => {}) {
  const seen: string[] = []
  let clock = 0
  const left = Promise.withResolvers<number>()
  const stop = createShutdownHandler({
    drainMs: 0,
    markNotReady: () => seen.push('leaves'),
    close: () => {
      seen.push('closes')
      return close()
    },
    onError: () => seen.push('error'),
    exit: code => left.resolve(code),
    now: () => clock,
  })
  return { stop, seen, left: left.promise, pass: (ms: number) => (clock += ms) }
}

it('reports not ready before it closes, and exits with 0', async () => {
  const { stop, seen, left } = node()
  stop()
  expect(await left).toBe(0)
  expect(seen).toEqual(['leaves', 'closes'])
})

it('treats a forwarded signal as the same one, and exits at once on a second signal', async () => {
  const { stop, seen, left, pass } = node(() => new Promise(() => {}))
  const ended: number[] = []
  void left.then(code => ended.push(code))
  stop()
  pass(200)
  stop()
  await new Promise(setImmediate)
  expect(ended).toEqual([])
  pass(2_000)
  stop()
  expect(await left).toBe(1)
  expect(seen).toEqual(['leaves', 'closes'])
})

it('exits with 1 when closing fails', async () => {
  const { stop, seen, left } = node(() => Promise.reject(new Error('no')))
  stop()
  expect(await left).toBe(1)
  expect(seen).toEqual(['leaves', 'closes', 'error'])
})
