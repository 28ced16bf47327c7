/** Faults that tests inject into the sandbox: a response is an error, is lost, is late or is repeated. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Fault {
  /** Before: the work is not done. After: it is done, but the client does not learn of it. */
  readonly when: 'before' | 'after'
  /**
   * Reset: the connection ends without a response. Delay: the response is late; with `before`, the work as well.
   * Twice: the request is delivered two times.
   */
  readonly how: 'status-500' | 'reset' | 'delay' | 'twice'
  readonly delayMs?: number
}

/** Called once per call; null for no fault. Calls are named 'METHOD /path/with/:params', webhooks 'WEBHOOK'. */
export type FaultSelector = (call: string) => Fault | null

const failure = { errors: [{ target: '', message: 'Fault on request' }] }

/** Faults affect only paths below /api/, /a/ and /v1/, not the pages for people. */
export function installFaults(app: FastifyInstance, faults: FaultSelector): void {
  const afterwards = new WeakMap<object, Fault>()

  app.addHook('preHandler', async (request, reply) => {
    const route = request.routeOptions.url ?? ''
    if (!/^\/(?:api|a|v1)\//.test(route)) return
    const fault = faults(`${request.method} ${route}`)
    if (fault?.when === 'after') afterwards.set(request, fault)
    else if (fault && (await causeFault(fault, request))) await reply.code(500).send(failure)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = afterwards.get(request)
    if (!fault || !(await causeFault(fault, request))) return payload
    reply.code(500)
    return JSON.stringify(failure)
  })

  /** Causes the fault. True if the client gets an error, or nothing, instead of the usual response. */
  async function causeFault({ how, delayMs = 1_000 }: Fault, request: FastifyRequest): Promise<boolean> {
    if (how === 'delay') await pause(delayMs, undefined, { ref: false })
    if (how === 'twice') await deliverAgain(app, request)
    if (how === 'reset') request.raw.socket.destroy()
    return how === 'reset' || how === 'status-500'
  }
}

async function deliverAgain(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { method, url, body } = request
  const { 'content-length': _, ...headers } = request.headers
  await app.inject(
    method === 'POST'
      ? { method, url, headers, payload: JSON.stringify(body) }
      : { method: 'GET', url, headers },
  )
}
