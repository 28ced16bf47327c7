/**
 * The webhook sender of both card gateways: it retries up to six times with growing pauses, and sends webhooks that
 * were pending at a stop after the next start.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Faults } from './faults.ts'

const defaultPausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
const timeLimitMs = 10_000

export interface WebhookSenderOptions {
  /** Called if a session cannot be read or marked as sent; its webhook is sent again after the next start. */
  readonly onError: (error: unknown) => void
  readonly faults?: Faults
  readonly pausesMs?: readonly number[]
}

/** How a gateway creates its webhooks. */
export interface WebhookSource {
  /** The webhook request of this session; null if the shop wants no webhook. */
  requestFor(sessionId: string): Promise<Request | null>
  /** Whether a response ends the retries. */
  isFinal(status: number): boolean
  markDelivered(sessionId: string): Promise<unknown>
  undelivered(): Promise<readonly string[]>
}

export function createWebhookSender(source: WebhookSource, options: WebhookSenderOptions) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function once(request: Request): Promise<boolean> {
    const fault = options.faults?.('NOTICE') ?? null
    if (fault?.how === 'delay') await pause(fault.delayMs ?? 1_000, undefined, { signal: closing.signal })
    if (fault && fault.how !== 'delay' && fault.when === 'before') return false
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await fetch(request, { redirect: 'manual', signal })
      await response.body?.cancel()
      return source.isFinal(response.status) && fault?.when !== 'after'
    } catch {
      return false
    }
  }

  async function tell(sessionId: string): Promise<void> {
    for (const waitMs of [0, ...(options.pausesMs ?? defaultPausesMs)]) {
      if (waitMs > 0) await pause(waitMs, undefined, { signal: closing.signal })
      const request = await source.requestFor(sessionId)
      if (closing.signal.aborted) return
      if (!request || (await once(request))) break
    }
    if (!closing.signal.aborted) await source.markDelivered(sessionId)
  }

  function send(sessionId: string): void {
    const telling = tell(sessionId)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) options.onError(error)
      })
      .finally(() => underWay.delete(telling))
    underWay.add(telling)
  }

  return {
    /** Sends without making the caller wait. */
    send,
    /** The webhooks that were pending when the process was killed. */
    async resume(): Promise<void> {
      for (const sessionId of await source.undelivered()) send(sessionId)
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

export type WebhookSender = ReturnType<typeof createWebhookSender>
