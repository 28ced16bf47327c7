/**
 * Route for the declines that pages show before the server is asked. It counts the reason for the sales report and
 * stores nothing with the quote.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clientDeclinePath, clientDeclines } from '#contract/browser-reports.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { subscriberNetwork } from './client-network.ts'

/** Declines counted per network and minute. Further ones get the same response, because the browser does not use it. */
const mostAMinute = 20

const report = z.strictObject({ quoteId: z.uuid(), reason: z.enum(clientDeclines) })

export function countClientDeclines(
  app: FastifyInstance,
  { rateLimiter, repositories, now }: Dependencies,
): void {
  app.post<{ Body: z.infer<typeof report> }>(
    clientDeclinePath,
    { schema: { hide: true, body: report }, bodyLimit: 1024 },
    async ({ body: { quoteId, reason }, ip }, response) => {
      if (rateLimiter.consume(`page-decline|${subscriberNetwork(ip)}`, now(), mostAMinute) === null)
        await repositories.countSale({ quoteId, event: 'declined', detail: reason, now: now() })
      return response.code(204).send()
    },
  )
}
