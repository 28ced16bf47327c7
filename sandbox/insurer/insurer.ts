/**
 * The sandbox insurer as one plugin: a partner insurer's API over HTTP that really rates, refers, declines and issues,
 * with books of its own in a directory, and a page on which its operator sees what was sold.
 */
import type { FastifyPluginAsync } from 'fastify'
import type { InsurerIdempotency } from '#partners/insurer/port.ts'
import { operatorPage } from './operator-page.ts'
import { insurerRest } from './rest.ts'
import { openInsurerStore } from './store.ts'

export interface SandboxInsurerOptions {
  readonly dir: string
  readonly key: string
  readonly knows: InsurerIdempotency
  readonly now: () => Date
}

export const sandboxInsurer: FastifyPluginAsync<SandboxInsurerOptions> = async (app, options) => {
  const { dir, key, knows, now } = options
  const books = await openInsurerStore(dir, knows)
  await app.register(insurerRest, { books, key, knows, now })
  await app.register(operatorPage, { books, knows })
}
