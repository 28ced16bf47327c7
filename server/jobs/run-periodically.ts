/** Repeats a piece of work until the node stops, for requeueLostJobs and the purge. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#server/lib/dependencies.ts'

interface Schedule {
  /** The log event of a round that throws. The next round comes all the same. */
  readonly event: string
  readonly firstAfterMs: number
  readonly pauseMs: number
}

/** Returns a function that stops: it aborts the signal, and waits for the round that is running. */
export function runPeriodically(
  { event, firstAfterMs, pauseMs }: Schedule,
  round: (stopping: AbortSignal) => Promise<unknown>,
  log: Log,
): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined)
  async function run() {
    for (let ms = firstAfterMs; ; ms = pauseMs) {
      await pause(ms)
      if (signal.aborted) return
      await round(signal).catch(error => log.error(event, {}, error))
    }
  }
  const running = run()
  return () => {
    stop.abort()
    return running
  }
}
