/** Tests of the graceful shutdown: its order, its signals and its deadline. */
import { expect, it } from 'vitest'
import { createShutdown } from './graceful-shutdown.ts'

function node(close: () => Promise<void> = async () => {}) {
  const seen: string[] = []
  let clock = 0
  const left = Promise.withResolvers<number>()
  const stop = createShutdown({
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

it('says that it leaves before it closes, and ends well', async () => {
  const { stop, seen, left } = node()
  stop()
  expect(await left).toBe(0)
  expect(seen).toEqual(['leaves', 'closes'])
})

it('takes the echo of a signal for the same sign, and a second one for an order to end at once', async () => {
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

it('ends with 1 when closing fails', async () => {
  const { stop, seen, left } = node(() => Promise.reject(new Error('no')))
  stop()
  expect(await left).toBe(1)
  expect(seen).toEqual(['leaves', 'closes', 'error'])
})
