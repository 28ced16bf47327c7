/**
 * Who is let in while the node is busy: two caps on requests in flight, so that what money hangs on still gets through
 * when quoting no longer does. What is too much is refused before its body is read (security 6, decision 0017).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallName, calls } from '#contract/calls.ts'
import { edgePolicy } from './headers.ts'
import { sendProblem } from './problems.ts'

/** `first` is what must not wait for the rest: money, policies, partners' notices, and the balancer's own questions. */
export type AdmissionClass = 'first' | 'rest'

const firstCalls: readonly CallName[] = [
  'quoteBind',
  'paymentCreate',
  'paymentRetry',
  'policyRetrieve',
  'documentRetrieve',
]
const firstPaths: ReadonlySet<string> = new Set([
  '/health',
  '/ready',
  '/cc-payment-success',
  '/cc-payment-failure',
  '/cc-payment-cancel',
  ...firstCalls.map(name => `/edge${calls[name].path}`),
])

export const classOf = (routePattern: string | undefined): AdmissionClass =>
  routePattern !== undefined && (firstPaths.has(routePattern) || routePattern.startsWith('/edge/notices/'))
    ? 'first'
    : 'rest'

export interface Caps {
  /** Requests worked on at the same time before others of the class are refused. */
  readonly rest: number
  /** On top of those, for the first class alone. */
  readonly first: number
}

export interface Admission {
  /** Requests being worked on now. One that waits for a partner is not: it costs this node nothing. */
  inFlight(kind: AdmissionClass): number
  shed(kind: AdmissionClass): number
  /** Work done elsewhere: meanwhile the request it belongs to makes room for another. */
  elsewhere<T>(work: () => Promise<T>): Promise<T>
  guard(app: FastifyInstance): void
}

interface Slot {
  readonly kind: AdmissionClass
  /** Above nought while its body comes in or a partner is waited for: then it is not in flight. */
  away: number
  answered: boolean
  closed: boolean
  released: boolean
}

/** `random` (0 to 1) spreads the repeats of those who were refused together. */
export function openAdmission(caps: Caps, random: () => number = Math.random): Admission {
  const inFlight = { first: 0, rest: 0 }
  const shed = { first: 0, rest: 0 }
  const slots = new WeakMap<FastifyRequest, Slot>()
  const own = new AsyncLocalStorage<Slot>()

  const isFull = (kind: AdmissionClass): boolean =>
    kind === 'rest' ? inFlight.rest >= caps.rest : inFlight.first >= caps.first

  /** Frees the slot once there is an answer and it has left. Hanging up early frees nothing: the work goes on. */
  function settle(slot: Slot): void {
    if (slot.released || !slot.closed || !slot.answered) return
    slot.released = true
    if (slot.away === 0) inFlight[slot.kind] -= 1
  }

  function leave(slot: Slot): void {
    if (slot.away === 0 && !slot.released) inFlight[slot.kind] -= 1
    slot.away += 1
  }

  function comeBack(slot: Slot): void {
    slot.away -= 1
    if (slot.away === 0 && !slot.released) inFlight[slot.kind] += 1
  }

  function refuse(request: FastifyRequest, answer: FastifyReply, kind: AdmissionClass): FastifyReply {
    shed[kind] += 1
    const retryAfterSeconds = 1 + Math.floor(random() * 5)
    if (!request.url.startsWith('/edge/') && String(request.headers.accept).includes('text/html'))
      return sendBusyPage(answer, retryAfterSeconds)
    // What is still coming of a body that nobody will read ends with the connection.
    if (request.headers['content-length'] !== undefined) answer.header('connection', 'close')
    return sendProblem(request, answer, 'OVERLOADED', { retryAfterSeconds })
  }

  return {
    inFlight: kind => inFlight[kind],
    shed: kind => shed[kind],

    async elsewhere(work) {
      const slot = own.getStore()
      if (!slot) return work()
      leave(slot)
      try {
        return await work()
      } finally {
        comeBack(slot)
      }
    },

    guard(app) {
      app.addHook('onRequest', (request, answer, done) => {
        const kind = classOf(request.routeOptions.url)
        if (isFull(kind)) {
          refuse(request, answer, kind)
          return
        }
        const slot: Slot = { kind, away: 0, answered: false, closed: false, released: false }
        inFlight[kind] += 1
        slots.set(request, slot)
        answer.raw.once('close', () => {
          slot.closed = true
          settle(slot)
        })
        own.run(slot, done)
      })
      // While a body comes in its request counts for nothing: a sender who dribbles it keeps nobody out.
      app.addHook('preParsing', (request, _answer, payload, done) => {
        const slot = slots.get(request)
        if (slot) leave(slot)
        done(null, payload)
      })
      app.addHook('preValidation', (request, answer, done) => {
        const slot = slots.get(request)
        if (!slot) return done()
        if (isFull(slot.kind)) {
          refuse(request, answer, slot.kind)
          return
        }
        comeBack(slot)
        own.run(slot, done)
      })
      app.addHook('onSend', (request, _answer, payload, done) => {
        const slot = slots.get(request)
        if (slot) {
          slot.answered = true
          settle(slot)
        }
        done(null, payload)
      })
    },
  }
}

function sendBusyPage(answer: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return answer
    .code(503)
    .headers({
      'retry-after': String(retryAfterSeconds),
      // The page asks again by itself.
      refresh: String(retryAfterSeconds),
      'cache-control': 'no-store',
      'content-security-policy': edgePolicy,
    })
    .type('text/html; charset=utf-8')
    .send(busyPage)
}

const busyPage = `<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title></head>
<body><h1>One moment</h1><p>We are very busy just now. This page tries again by itself in a few seconds.</p></body></html>
`
