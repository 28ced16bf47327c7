/**
 * Tells a shop that a session has ended: a GET to its notification address, again and again with growing pauses until
 * it is answered, six times at most after the first. Not signed, and nobody's browser waits for it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Faults } from '../faults.ts'
import type { Ledger } from './ledger.ts'
import { withSessionId } from './session.ts'

/** Answers that end the telling: taken, or the shop is plainly not there. Anything else is tried again. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])
const defaultPausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
const timeLimitMs = 10_000

export interface NoticeOptions {
  readonly faults?: Faults
  readonly pausesMs?: readonly number[]
}

export function noticeSender(ledger: Ledger, options: NoticeOptions) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function once(url: string): Promise<boolean> {
    const fault = options.faults?.('NOTICE') ?? null
    if (fault?.how === 'delay') await pause(fault.delayMs ?? 1_000, undefined, { signal: closing.signal })
    if (fault && fault.how !== 'delay' && fault.when === 'before') return false
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await fetch(url, { redirect: 'manual', signal })
      await response.body?.cancel()
      return finalStatuses.has(response.status) && fault?.when !== 'after'
    } catch {
      return false
    }
  }

  async function tell(sessionId: string): Promise<void> {
    const session = await ledger.session(sessionId)
    const address = session?.request.notificationUrl
    const url = address && withSessionId(address, sessionId)
    for (const waitMs of [0, ...(options.pausesMs ?? defaultPausesMs)]) {
      if (waitMs > 0) await pause(waitMs, undefined, { signal: closing.signal })
      if (closing.signal.aborted) return
      if (!url || (await once(url))) break
    }
    if (!closing.signal.aborted) await ledger.markNoticed(sessionId)
  }

  function send(sessionId: string): void {
    const telling = tell(sessionId)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) throw error
      })
      .finally(() => underWay.delete(telling))
    underWay.add(telling)
  }

  return {
    /** At once, and without making the caller wait. */
    send,
    /** What a kill of the process left untold. */
    async resume(): Promise<void> {
      for (const sessionId of await ledger.unnoticed()) send(sessionId)
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

export type NoticeSender = ReturnType<typeof noticeSender>
