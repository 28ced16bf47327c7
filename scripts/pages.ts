/** For the commands that look at pages from outside: the product running, its brands, and every route of it. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readBrands } from '#brands/index.ts'
import { ended, startServer } from '../e2e/server.ts'

export const brandKeys = [...readBrands().keys()]

export const routes = [
  '/vehicle',
  '/vehicle/step1',
  '/vehicle/step2',
  '/vehicle/step3',
  '/vehicle/step4',
  '/vehicle/step5',
  '/paymentsuccess',
  '/cc-payment-success',
  '/cc-payment-failure',
  '/cc-payment-cancel',
  '/session-expired',
  '/converted',
  '/expired',
  '/page-not-found',
  '/error-occurred',
] as const

/** A route's HTML as it is sent. Not by fetch: outside browsers, few machines know what 'fern.localhost' is. */
export async function htmlOf(port: string, brand: string, route: string): Promise<string> {
  const request = get({
    host: '127.0.0.1',
    port,
    path: route,
    headers: { host: `${brand}.localhost:${port}` },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return text(answer)
}

/** Runs the work with a server of its own, and gives it the server's port. */
export async function withProduct(work: (port: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openroad-pages-'))
  const { server, port } = await startServer(dataDir, '0')
  try {
    await work(port)
  } finally {
    server.kill('SIGTERM')
    await ended(server)
    await rm(dataDir, { recursive: true, force: true })
  }
}
