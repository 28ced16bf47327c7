/** Tests of the webhook sender when the sandbox's own storage fails. */
import { expect, it, vi } from 'vitest'
import { createWebhookSender, type WebhookSource } from './webhook-sender.ts'

const diskFull = new Error('ENOSPC: no space left on device')

/** A store from which every webhook is delivered at once, unless `source` says otherwise. */
const store = (source: Partial<WebhookSource> = {}): WebhookSource => ({
  requestFor: async () => null,
  isFinal: () => true,
  markDelivered: async () => undefined,
  undelivered: async () => [],
  ...source,
})

it.each([
  ['read', { requestFor: () => Promise.reject(diskFull) }],
  ['noted as told', { markDelivered: () => Promise.reject(diskFull) }],
] as const)('a session that cannot be %s is reported, and nobody else is disturbed', async (_, failing) => {
  const onError = vi.fn()
  const notices = createWebhookSender(store(failing), { onError })
  notices.send('session')
  await expect.poll(() => onError).toHaveBeenCalledExactlyOnceWith(diskFull)
  await notices.close()
})
