/** Stops a node for main.ts: not ready, requests and jobs finished, then exit; a second signal ends it at once. */
import { setTimeout as delay } from 'node:timers/promises'

export interface ShutdownOptions {
  readonly drainMs: number
  markNotReady(): void
  close(): Promise<void>
  onError(error: unknown): void
  exit(code: 0 | 1): void
  /** A clock in milliseconds; a test replaces it. */
  readonly now?: () => number
}

/** Ten seconds of draining (`DRAIN_SECONDS`), ten for jobs (jobs/queue.ts), the rest for requests in progress. */
const hardStopMs = 35_000
/** A supervisor signals the parent and this process, and the parent forwards its signal: both count as one. */
const sameSignalMs = 1_000

export function createShutdownHandler({
  drainMs,
  markNotReady,
  close,
  onError,
  exit,
  now = () => performance.now(),
}: ShutdownOptions): () => void {
  let since: number | null = null

  async function drain(): Promise<void> {
    markNotReady()
    if (drainMs > 0) await delay(drainMs)
    await close()
  }

  return () => {
    if (since !== null) {
      if (now() - since > sameSignalMs) exit(1)
      return
    }
    since = now()
    setTimeout(() => exit(1), hardStopMs).unref()
    drain().then(
      () => exit(0),
      error => {
        onError(error)
        exit(1)
      },
    )
  }
}
