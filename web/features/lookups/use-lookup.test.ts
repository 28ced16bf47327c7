/** Tests of look-ups that are debounced, wait for a session, and are cancelled by the next one. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLookup } from './use-lookup.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A look-up whose responses the test sends, with all that was asked and reported. */
function lookUps() {
  const calls = { asked: [] as string[], results: [] as string[] }
  const state = { ...calls, isReady: true, isRunning: false, isRetrying: false }
  const answers = new Map<string, PromiseWithResolvers<string>>()
  const signals: AbortSignal[] = []
  const retries: ((isRetrying: boolean) => void)[] = []
  const lookup = createLookup<string>(
    {
      ask(key, { signal, onRetry }) {
        state.asked.push(key)
        signals.push(signal)
        retries.push(onRetry)
        const answer = Promise.withResolvers<string>()
        answers.set(key, answer)
        return answer.promise
      },
      onResult: (result, key) => state.results.push(`${key}: ${result}`),
      isReady: () => state.isReady,
    },
    status => Object.assign(state, status),
  )
  const answer = async (key: string, result: string) => {
    answers.get(key)?.resolve(result)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { state, lookup, answer, signals, retries }
}

test('[CAR-04] [CAR-09] waits for a session', async () => {
  const { state, lookup, answer } = lookUps()
  state.isReady = false
  const result = lookup.start('JHU968')
  await vi.advanceTimersByTimeAsync(5000)
  expect(state).toMatchObject({ asked: [], isRunning: true })
  state.isReady = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.asked).toEqual(['JHU968'])
  await answer('JHU968', 'Corolla')
  expect(await result).toBe('Corolla')
  expect(state).toMatchObject({ results: ['JHU968: Corolla'], isRunning: false })
})

test('[CAR-02] [CAR-09] sends no look-up that was replaced or cancelled while it waited', async () => {
  const { state, lookup } = lookUps()
  state.isReady = false
  const first = lookup.start('JHU968')
  const second = lookup.start('AQU512')
  lookup.cancel()
  expect([await first, await second]).toEqual([null, null])
  state.isReady = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state).toMatchObject({ asked: [], isRunning: false })
})

test('[CAR-02] [CAR-05] drops the response and the retry notice of a look-up that was replaced', async () => {
  const { state, lookup, answer, retries, signals } = lookUps()
  void lookup.start('JHU968')
  retries[0]?.(true)
  expect(state.isRetrying).toBe(true)
  void lookup.start('AQU512')
  expect(state).toMatchObject({ isRunning: true, isRetrying: false })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  retries[0]?.(true)
  await answer('JHU968', 'late')
  expect(state).toMatchObject({ results: [], isRunning: true, isRetrying: false })
  retries[1]?.(true)
  expect(state.isRetrying).toBe(true)
  await answer('AQU512', 'Porsche')
  expect(state).toMatchObject({ results: ['AQU512: Porsche'], isRunning: false, isRetrying: false })
})

test('[CAR-03] [CAR-09] shares a running look-up of the same key, and repeats a finished one', async () => {
  const { state, lookup, answer } = lookUps()
  const first = lookup.start('JHU968')
  expect(lookup.start('JHU968')).toBe(first)
  await answer('JHU968', 'outage')
  void lookup.start('JHU968')
  expect(state.asked).toEqual(['JHU968', 'JHU968'])
})

test('[CAR-09] looks up only the last text of a customer who continues typing', async () => {
  const { state, lookup } = lookUps()
  for (const text of ['12', '12 Q', '12 Queen']) {
    void lookup.start(text, 150)
    await vi.advanceTimersByTimeAsync(149)
  }
  expect(state.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(state.asked).toEqual(['12 Queen'])
})

test('throws an exception of the code', async () => {
  const lookup = createLookup<string>(
    { ask: () => Promise.reject(new Error('bug')), onResult: () => {} },
    () => {},
  )
  await expect(lookup.start('JHU968')).rejects.toThrow('bug')
})
