/** Tests of the webhook sender when the sandbox's own storage fails. */
import { expect, it, vi } from 'vitest'
import { createWebhookSender, type WebhookSource } from './webhook-sender.ts'

const diskFull = new Error('ENOSPC: no space left on device')

/** A webhook source whose sessions are sent at once. */
const webhookSource = (source: Partial<WebhookSource> = {}): WebhookSource => ({
  requestFor: async () => null,
  isFinal: () => true,
  markDelivered: async () => undefined,
  undelivered: async () => [],
  ...source,
})

it.each([
  ['read', { requestFor: () => Promise.reject(diskFull) }],
  ['marked as sent', { markDelivered: () => Promise.reject(diskFull) }],
] as const)('reports a session that cannot be %s, and sends the others', async (_, failing) => {
  const onError = vi.fn()
  const notices = createWebhookSender(webhookSource(failing), { onError })
  notices.send('session')
  await expect.poll(() => onError).toHaveBeenCalledExactlyOnceWith(diskFull)
  await notices.close()
})
