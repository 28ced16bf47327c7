/**
 * Faults that a test can request from the sandbox: a response refused, lost or late, before or after the
 * work is done. Only the code that starts the sandbox can request them, never an HTTP request.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Fault {
  /** Before: nothing was done. After: it was done, and the caller does not learn of it. */
  readonly when: 'before' | 'after'
  /**
   * Reset: the connection ends without an answer. Delay: the answer comes, but late; before the work, the work is late
   * as well. Twice: the network delivers the request two times.
   */
  readonly how: 'status-500' | 'reset' | 'delay' | 'twice'
  readonly delayMs?: number
}

/** Asked once a call; null lets it be. Calls are named 'METHOD /path/with/:params', a notice 'NOTICE'. */
export type Faults = (call: string) => Fault | null

const failure = { errors: [{ target: '', message: 'Fault on request' }] }

/** Pages for people and everything else not below /api/, /a/ or /v1/ stay whole. */
export function installFaults(app: FastifyInstance, faults: Faults): void {
  const afterwards = new WeakMap<object, Fault>()

  app.addHook('preHandler', async (request, reply) => {
    const route = request.routeOptions.url ?? ''
    if (!/^\/(?:api|a|v1)\//.test(route)) return
    const fault = faults(`${request.method} ${route}`)
    if (!fault) return
    if (fault.when === 'after') {
      afterwards.set(request, fault)
      return
    }
    if (fault.how === 'delay') await pause(fault.delayMs ?? 1_000, undefined, { ref: false })
    if (fault.how === 'twice') await deliverAgain(app, request)
    if (fault.how === 'reset') request.raw.socket.destroy()
    if (fault.how === 'reset' || fault.how === 'status-500') await reply.code(500).send(failure)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = afterwards.get(request)
    if (!fault) return payload
    if (fault.how === 'delay') await pause(fault.delayMs ?? 1_000, undefined, { ref: false })
    if (fault.how === 'delay' || fault.how === 'twice') return payload
    if (fault.how === 'reset') request.raw.socket.destroy()
    reply.code(500)
    return JSON.stringify(failure)
  })
}

async function deliverAgain(
  app: FastifyInstance,
  { method, url, headers, body }: FastifyRequest,
): Promise<void> {
  const { 'content-length': _, ...kept } = headers
  await app.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers: kept,
    ...(method === 'POST' ? { payload: JSON.stringify(body) } : {}),
  })
}
