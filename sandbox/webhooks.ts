/**
 * Sends the webhooks of both card gateways: each is retried up to six times with growing pauses, and those that were
 * pending at a stop are sent after the next start.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { JsonFiles } from './json-files.ts'

const defaultPausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
const timeLimitMs = 10_000

/** The options of a gateway that are about its webhooks. */
export interface WebhookOptions {
  readonly faults?: Faults | undefined
  /** Milliseconds between the retries. */
  readonly noticePausesMs?: readonly number[] | undefined
}

/** How a gateway creates its webhooks. */
export interface WebhookSource {
  /** The webhook request of this session; null if the shop wants no webhook. */
  requestFor(sessionId: string): Promise<Request | null>
  /** True if the response ends the retries. */
  isFinal(status: number): boolean
}

/**
 * Returns the function that sends the webhook of a session without making the caller wait. Sends the pending ones when
 * the gateway listens, and stops with it.
 * @param files the gateway's files: 'ID.ending' of each ended session
 */
export function createWebhookSender(
  app: FastifyInstance,
  files: Pick<JsonFiles, 'create' | 'names'>,
  source: WebhookSource,
  options: WebhookOptions,
): (sessionId: string) => void {
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

  async function deliver(sessionId: string): Promise<void> {
    for (const waitMs of [0, ...(options.noticePausesMs ?? defaultPausesMs)]) {
      if (waitMs > 0) await pause(waitMs, undefined, { signal: closing.signal })
      const request = await source.requestFor(sessionId)
      if (closing.signal.aborted) return
      if (!request || (await once(request))) break
    }
    if (!closing.signal.aborted) await files.create(`${sessionId}.notified`, true)
  }

  function send(sessionId: string): void {
    const delivery = deliver(sessionId)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) app.log.error(error, 'a webhook could not be sent')
      })
      .finally(() => underWay.delete(delivery))
    underWay.add(delivery)
  }

  app.addHook('onListen', async () => {
    const notified = new Set(await files.names('.notified'))
    for (const name of await files.names('.ending')) {
      const sessionId = name.replace('.ending', '')
      if (!notified.has(`${sessionId}.notified`)) send(sessionId)
    }
  })
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.all(underWay)
  })
  return send
}
