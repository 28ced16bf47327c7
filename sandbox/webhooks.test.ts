/** Tests of the webhook sender when the sandbox's own storage fails. */
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWebhookSender } from './webhooks.ts'

const diskFull = new Error('ENOSPC: no space left on device')
const failing = () => Promise.reject(diskFull)

it.each([
  ['read', failing, async () => true],
  ['marked as sent', async () => null, failing],
])('reports a session that cannot be %s, and sends the others', async (_, requestFor, create) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const error = vi.spyOn(app.log, 'error')
  const files = { create, names: async () => [] }
  const send = createWebhookSender(app, files, { requestFor, isFinal: () => true }, {})
  send('session')
  await expect.poll(() => error).toHaveBeenCalledExactlyOnceWith(diskFull, 'a webhook could not be sent')
})
