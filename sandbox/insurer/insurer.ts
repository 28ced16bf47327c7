/**
 * The sandbox insurer as a Fastify plugin: a partner insurer's HTTP API that really rates, refers, declines and
 * issues, and its operator's page of sold policies.
 */
import type { FastifyPluginAsync } from 'fastify'
import type { InsurerIdempotency } from '#partners/insurer/port.ts'
import { operatorPage } from './operator-page.ts'
import { insurerRest } from './rest.ts'
import { openInsurerStore } from './store.ts'

export interface SandboxInsurerOptions {
  readonly dir: string
  readonly key: string
  readonly idempotency: InsurerIdempotency
  readonly now: () => Date
}

export const sandboxInsurer: FastifyPluginAsync<SandboxInsurerOptions> = async (app, options) => {
  const { dir, key, idempotency, now } = options
  const store = await openInsurerStore(dir, idempotency)
  await app.register(insurerRest, { store, key, idempotency, now })
  await app.register(operatorPage, { store, idempotency })
}
