/** Routes for load balancers: GET /health (the process runs) and GET /ready (it can serve; otherwise 503). */
import type { FastifyInstance } from 'fastify'
import { edgeHeaders } from './security-headers.ts'

export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', { schema: { hide: true } }, async (_request, response) =>
    response.headers(edgeHeaders).send({ status: 'ok' }),
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
      .headers(edgeHeaders)
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}
