/**
 * Sends the webhooks of both card gateways: each is retried up to six times with growing pauses, and those that were
 * pending at a stop are sent after the next start.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { FaultSelector } from './faults.ts'
import type { RecordStore } from './record-store.ts'

const defaultPausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
const timeLimitMs = 10_000

/** The options of a gateway that are about its webhooks. */
export interface WebhookOptions {
  readonly faults?: FaultSelector | undefined
  /** Milliseconds between the retries. */
  readonly retryPausesMs?: readonly number[] | undefined
}

/** The sessions of a gateway, and how it tells the shop that one has ended. */
export interface WebhookSource<Session> {
  readonly sessions: RecordStore<Session>
  isOpen(session: Session): boolean
  /** Null if the shop wants no webhook. */
  requestFor(session: Session): Request | null
  /** True if the response ends the retries. */
  isFinal(status: number): boolean
}

/**
 * Returns the function that sends the webhook of an ended session without making the caller wait. Sends the pending ones when
 * the gateway listens, and stops with it.
 */
export function createWebhookSender<Session extends { readonly id: string; readonly isWebhookDone: boolean }>(
  app: FastifyInstance,
  { sessions, isOpen, requestFor, isFinal }: WebhookSource<Session>,
  options: WebhookOptions,
): (ended: Session) => void {
  const closing = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal })

  async function once(request: Request): Promise<boolean> {
    const fault = options.faults?.('WEBHOOK') ?? null
    if (fault?.how === 'delay') await wait(fault.delayMs ?? 1_000)
    if (fault && fault.how !== 'delay' && fault.when === 'before') return false
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await fetch(request, { redirect: 'manual', signal })
      await response.body?.cancel()
      return isFinal(response.status) && fault?.when !== 'after'
    } catch {
      return false
    }
  }

  async function deliver(ended: Session): Promise<void> {
    for (const waitMs of [0, ...(options.retryPausesMs ?? defaultPausesMs)]) {
      await wait(waitMs)
      const request = requestFor(ended)
      if (!request || (await once(request))) break
    }
    // A refund may have changed the session since.
    const session = sessions.find(ended.id) ?? ended
    if (!closing.signal.aborted) sessions.save({ ...session, isWebhookDone: true })
  }

  function send(ended: Session): void {
    deliver(ended).catch((error: unknown) => {
      if (!closing.signal.aborted) app.log.error(error, 'a webhook could not be sent')
    })
  }

  app.addHook('onListen', async () => {
    for (const session of sessions.all()) if (!isOpen(session) && !session.isWebhookDone) send(session)
  })
  app.addHook('preClose', async () => closing.abort())
  return send
}
