/** Routes for load balancers: GET /health (the process runs) and GET /ready (it can serve; otherwise 503). */
import type { FastifyInstance } from 'fastify'
import { nonPageHeaders } from './security-headers.ts'

export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', { schema: { hide: true } }, async (_request, response) =>
    response.headers(nonPageHeaders).send({ status: 'ok' }),
  )
  let asking: Promise<boolean> | null = null
  app.get('/ready', { schema: { hide: true } }, async (_request, response) => {
    // Concurrent health checks, which are never rejected, share one database query.
    asking ??= isReady().finally(() => {
      asking = null
    })
    const ready = await asking
    return response
      .code(ready ? 200 : 503)
      .headers(nonPageHeaders)
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}
