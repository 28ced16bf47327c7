/** Waits for programs that a test harness starts; test/test-app.ts has `eventually` for tests. */
import { setTimeout as delay } from 'node:timers/promises'

/** Repeats a check until it is true; throws after the time limit, with the last error of the check. */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    let cause: unknown
    const isDone = await isTrue().catch((error: unknown) => {
      cause = error
      return false
    })
    if (isDone) return
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${withinMs / 1_000} s`, { cause })
    await delay(100)
  }
}
