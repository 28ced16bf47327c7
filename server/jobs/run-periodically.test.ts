/** Tests of work that repeats: a failed round, rounds that do not overlap, and a stop. */
import { expect, it, vi } from 'vitest'
import { runPeriodically } from './run-periodically.ts'

const schedule = { event: 'work', firstAfterMs: 1, pauseMs: 1 }

it('runs one round after another, also after one that failed, until it is stopped', async () => {
  const log = { info: vi.fn(), error: vi.fn() }
  const enough = Promise.withResolvers<void>()
  let rounds = 0
  let running = 0
  const stop = runPeriodically(
    schedule,
    async () => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      rounds += 1
      if (rounds === 1) throw new Error('no')
      if (rounds === 3) enough.resolve()
    },
    log,
  )
  await enough.promise
  await stop()
  const until = rounds
  expect(log.error.mock.calls).toEqual([['work', {}, new Error('no')]])
  await new Promise(done => setTimeout(done, 20))
  expect(rounds).toBe(until)
})

it('a stop aborts the round that is running, and waits for it', async () => {
  const started = Promise.withResolvers<void>()
  let ended = false
  const stop = runPeriodically(
    schedule,
    async stopping => {
      started.resolve()
      await new Promise(done => stopping.addEventListener('abort', done))
      ended = true
    },
    { info: vi.fn(), error: vi.fn() },
  )
  await started.promise
  await stop()
  expect(ended).toBe(true)
})

it('a stop before the first round does not wait for it', async () => {
  const round = vi.fn(async () => undefined)
  await runPeriodically({ ...schedule, firstAfterMs: 2 ** 31 - 1 }, round, {
    info: vi.fn(),
    error: vi.fn(),
  })()
  expect(round).not.toHaveBeenCalled()
})
