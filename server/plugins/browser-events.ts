/**
 * Route for the browser events that the specification calls 'only logged' (section 8): it logs the event's
 * name and no personal data.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { browserEventPath, browserEvents } from '#contract/browser-reports.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { subscriberNetwork } from './client-network.ts'

/**
 * Events logged per network and minute. Further events get the same response, because the browser does not
 * use it.
 */
const mostAMinute = 20

const report = z.strictObject({ event: z.enum(browserEvents) })

export function serveBrowserEvents(app: FastifyInstance, { rateLimiter, log, now }: Dependencies): void {
  app.post<{ Body: z.infer<typeof report> }>(
    browserEventPath,
    { schema: { hide: true, body: report }, bodyLimit: 1024 },
    ({ body, ip }, response) => {
      if (rateLimiter.consume(`logged-event|${subscriberNetwork(ip)}`, now(), mostAMinute) === null)
        log.info('browser-event', { name: body.event })
      return response.code(204).send()
    },
  )
}
