/** Runs a look-up for a key (typed text or an id): one at a time, cancelled by the next one, debounced if asked. */
import { useEffect, useEffectEvent, useState } from 'react'
import { delay } from '#web/lib/delay.ts'

/** Milliseconds between two checks whether a look-up may start. */
const readyPollMs = 1000

export interface LookupCallOptions {
  readonly signal: AbortSignal
  onRetry(isRetrying: boolean): void
}

export interface LookupOptions<Result> {
  /** Makes the calls; may throw once the signal is aborted. */
  ask(key: string, call: LookupCallOptions): Promise<Result>
  /** Not called for a look-up that was cancelled or replaced. */
  onResult(result: Result, key: string): void
  /** A look-up waits until this is true. */
  isReady?(): boolean
}

/** `isRunning`: a look-up is running, or waits until it may start. */
const idle = { isRunning: false, isRetrying: false }

/** @param onStatus called when the status changes */
export function createLookup<Result>(
  { ask, onResult, isReady = () => true }: LookupOptions<Result>,
  onStatus: (status: typeof idle) => void,
) {
  let running: { key: string; stop: AbortController; result: Promise<Result | null> } | null = null

  async function lookUp(key: string, debounceMs: number, signal: AbortSignal): Promise<Result | null> {
    try {
      if (debounceMs > 0) await delay(debounceMs, signal)
      while (!isReady() && !signal.aborted) await delay(readyPollMs, signal)
      signal.throwIfAborted()
      const onRetry = (isRetrying: boolean) => {
        if (!signal.aborted) onStatus({ isRunning: true, isRetrying })
      }
      const result = await ask(key, { signal, onRetry })
      signal.throwIfAborted()
      running = null
      onStatus(idle)
      onResult(result, key)
      return result
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
  }
  return {
    /** Starts a look-up and cancels one of another key. Resolves after `onResult`, or to null when it was cancelled. */
    start(key: string, debounceMs = 0): Promise<Result | null> {
      if (running?.key === key) return running.result
      running?.stop.abort()
      const stop = new AbortController()
      onStatus({ isRunning: true, isRetrying: false })
      const result = lookUp(key, debounceMs, stop.signal)
      running = { key, stop, result }
      return result
    },
    cancel() {
      running?.stop.abort()
      running = null
      onStatus(idle)
    },
  }
}

/** A look-up that ends with its component. */
export function useLookup<Result>(options: LookupOptions<Result>) {
  const [status, setStatus] = useState(idle)
  const ask = useEffectEvent(options.ask)
  const onResult = useEffectEvent(options.onResult)
  const isReady = useEffectEvent(() => options.isReady?.() ?? true)
  const [lookup] = useState(() => createLookup({ ask, onResult, isReady }, setStatus))
  useEffect(() => lookup.cancel, [lookup])
  return { ...lookup, ...status }
}

/** Looks up each new key; null cancels. */
export function useKeyedLookup<Result>(
  key: string | null,
  options: LookupOptions<Result>,
  debounceMs?: number,
) {
  const lookup = useLookup(options)
  const { start, cancel } = lookup
  useEffect(() => {
    if (key === null) return
    void start(key, debounceMs)
    return cancel
  }, [key, debounceMs, start, cancel])
  return lookup
}
