/** Load shedding: limits the requests in flight of each priority class; a request over the limit gets a 503. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EndpointName, routes } from '#contract/routes.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { sendProblem } from './problem-details.ts'
import { nonPageHeaders } from './security-headers.ts'

/** `critical`: purchases, returns from the card page, webhooks. A flood of one class does not affect the other. */
export const priorityClasses = ['critical', 'normal'] as const
export type PriorityClass = (typeof priorityClasses)[number]

/**
 * Only bearer calls, whose token is verified before any read: invented tokens or sessions take no place from a buyer.
 */
const criticalCalls: readonly EndpointName[] = ['quoteBind', 'paymentCreate']
const criticalPaths: ReadonlySet<string> = new Set([
  ...Object.values(cardReturnPaths),
  ...criticalCalls.map(name => `/edge${routes[name].path}`),
])

/**
 * Never rejected or counted: a load balancer would remove a node that is only busy, and a page without its files does
 * not start.
 */
const uncounted: ReadonlySet<string> = new Set(['/health', '/ready', '/assets/*'])

/** The class of a route pattern; null for requests that are never rejected. */
export function priorityClassOf(routePattern = ''): PriorityClass | null {
  if (uncounted.has(routePattern)) return null
  const isCritical = criticalPaths.has(routePattern) || routePattern.startsWith('/edge/notices/')
  return isCritical ? 'critical' : 'normal'
}

/** Twice the binds that may wait for the insurer at once, so that a slow insurer does not block webhooks. */
export const maximumCriticalRequests = 128

export type LoadShedding = ReturnType<typeof createLoadShedding>

declare module 'fastify' {
  interface FastifyRequest {
    /** The class of this request, and whether it is counted as in flight now; null if it is never counted. */
    load: { readonly kind: PriorityClass; isCounted: boolean } | null
  }
}

const maxRetryAfterSeconds = 5

const busyPage = `<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title></head>
<body><h1>One moment</h1><p>We are very busy just now. This page tries again by itself in a few seconds.</p></body></html>
`

/** Sends a problem, or a page that reloads itself to a visitor who opens a page. */
function sendBusy(request: FastifyRequest, response: FastifyReply): FastifyReply {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * maxRetryAfterSeconds)
  const wantsPage = !request.url.startsWith('/edge/') && request.headers.accept?.includes('text/html')
  response.headers(nonPageHeaders)
  if (!wantsPage) return sendProblem(request, response, 'OVERLOADED', { retryAfterSeconds })
  return response
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ 'retry-after': retryAfterSeconds, refresh: retryAfterSeconds })
    .send(busyPage)
}

export function createLoadShedding(caps: Readonly<Record<PriorityClass, number>>) {
  const inFlight = { critical: 0, normal: 0 }
  const shed = { critical: 0, normal: 0 }

  function enter(load: NonNullable<FastifyRequest['load']>): boolean {
    if (inFlight[load.kind] >= caps[load.kind]) {
      shed[load.kind] += 1
      return false
    }
    inFlight[load.kind] += 1
    load.isCounted = true
    return true
  }

  function leave({ load }: FastifyRequest): void {
    if (!load?.isCounted) return
    inFlight[load.kind] -= 1
    load.isCounted = false
  }

  return {
    inFlight: (kind: PriorityClass) => inFlight[kind],
    shed: (kind: PriorityClass) => shed[kind],
    addHooks(app: FastifyInstance) {
      app.decorateRequest('load', null)
      app.addHook('onRequest', async (request, response) => {
        const kind = priorityClassOf(request.routeOptions.url)
        if (kind === null) return
        request.load = { kind, isCounted: false }
        if (!enter(request.load)) return sendBusy(request, response)
      })
      // A request does not count while its body arrives: a slow sender keeps no other client out.
      app.addHook('preParsing', async request => {
        if (!request.raw.complete) leave(request)
      })
      app.addHook('preValidation', async (request, response) => {
        const { load } = request
        if (load && !load.isCounted && !enter(load)) return sendBusy(request, response)
      })
      // A response frees the slot, even if the client does not read it. A disconnect frees none: the work goes on.
      app.addHook('onSend', async request => leave(request))
    },
  }
}
