/**
 * Load shedding: two caps on requests in flight, so that purchases still succeed when quoting does not.
 * Excess requests are refused before their body is read. Slow clients hold no slot and are limited
 * separately (slow-client-guard.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { sendProblem } from './problem-details.ts'
import { createSlowClientGuard, type SlowClientGuard } from './slow-client-guard.ts'

/** `first` is what must not wait for the rest: buying, the way back from the card page, and partners' notices. */
export type PriorityClass = 'first' | 'rest'

/**
 * Only calls with a bearer token, whose signature is looked at before anything is read: who sends made-up tokens or sessions
 * takes no place from who buys.
 */
const firstCalls: readonly EndpointName[] = ['quoteBind', 'paymentCreate']
const firstPaths: ReadonlySet<string> = new Set([
  ...Object.values(cardReturnPaths),
  ...firstCalls.map(name => `/edge${endpoints[name].path}`),
])

/** Below it partners send their notices. */
export const noticesPath = '/edge/notices/'

/** What balancers ask: turned away, they would take a node that is merely busy out of service, or end it. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready'])

/**
 * By the route's pattern or, of the first class, its path: only notices have a part that differs. Null for what is always
 * let in, and does not count.
 */
export function priorityClassOf(routePattern: string | undefined): PriorityClass | null {
  if (routePattern === undefined) return 'rest'
  if (probes.has(routePattern)) return null
  return firstPaths.has(routePattern) || routePattern.startsWith(noticesPath) ? 'first' : 'rest'
}

export interface ConcurrencyCaps {
  /** Requests worked on at the same time before others of the class are refused. */
  readonly normal: number
  /** As many instead while a burst lasts, or while the node is held up. */
  readonly burst: number
  readonly heldUp: number
  /** On top of those, for the first class alone. */
  readonly critical: number
  /** Bodies on their way in, and as many answers that are not fetched: those have no place. */
  readonly slow: number
}

/** Requests of the first class at a time: far more than a node settles in a second, so only a flood of them is refused. */
const firstInFlight = 64
/** A page fetches six files at once: what three visitors ask for at the same moment is more than a node works on in a load. */
const burstFactor = 4
/** Fewer than in a burst: they wait for each other for five seconds, and the slowest of them under a load is the slowest of all. */
const heldUpFactor = 3

/** Of a file that is asked for and not read 128 KB are held, of a body 64 KB and its pieces: 80 MB if all of them are full. */
const mostSlow = 256

export const concurrencyCaps = (normal: number): ConcurrencyCaps => ({
  normal,
  burst: normal * burstFactor,
  heldUp: normal * heldUpFactor,
  critical: firstInFlight,
  slow: mostSlow,
})

export interface LoadShedding {
  /** All places of the rest are taken but those of a burst. */
  isAtCapacity(): boolean
  /** Counts a refusal and says after how many seconds to come back; null where there is room. */
  tryShed(kind: PriorityClass): number | null
  /** Requests being worked on now. One that waits for a partner is not: it costs this node nothing. */
  inFlight(kind: PriorityClass): number
  readonly slowClients: SlowClientGuard
  shed(kind: PriorityClass): number
  /** Counts what was given at the door because this node is full (static-fallback.ts). */
  countStaticFallback(): void
  staticFallbacks(): number
  /** Work done elsewhere: meanwhile the request it belongs to makes room for another. */
  releaseWhileWaiting<T>(work: () => Promise<T>): Promise<T>
  guard(app: FastifyInstance): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its place among those that are worked on; null for what is always let in. */
    slot: Slot | null
  }
}

interface Slot {
  readonly kind: PriorityClass
  /** Above nought while its body comes in or a partner is waited for: then it is not in flight. */
  away: number
  answered: boolean
}

const longestPauseSeconds = 5
/** What comes at once to a node at ease is done in a tenth of a second; after so long it is not a burst but a load. */
const burstMs = 250
/** What comes often is compiled while it comes: until then a node takes many times as long, and is not overloaded. */
const coldMs = 5_000
/** So long a node may be held up that has room otherwise: another one starts beside it, or the database writes out what it kept. */
const heldUpMs = 5_000
/** Room for so long, without a break, is what an overloaded node never has. */
const roomMs = 2_000

/** `random` (0 to 1) spreads the repeats of those who were refused together; `now` in milliseconds. */
export function createLoadShedding(
  caps: ConcurrencyCaps,
  random: () => number = Math.random,
  now: () => number = () => performance.now(),
): LoadShedding {
  const inFlight = { first: 0, rest: 0 }
  const shed = { first: 0, rest: 0 }
  let given = 0
  const own = new AsyncLocalStorage<Slot>()
  const slowClients = createSlowClientGuard(caps.slow, now)
  /** Up to a quarter of its places a node is at ease. One that is overloaded never comes back there. */
  const ease = Math.floor(caps.normal / 4)
  let busySince = 0
  const coldUntil = now() + coldMs
  let lastFull = now()
  let heldUpSince = lastFull

  function isFull(kind: PriorityClass): boolean {
    if (kind === 'first') return inFlight.first >= caps.critical
    if (inFlight.rest < caps.normal) return false
    const at = now()
    if (at <= Math.max(busySince + burstMs, coldUntil)) return inFlight.rest >= caps.burst
    return at > heldUpSince + heldUpMs || inFlight.rest >= caps.heldUp
  }

  function take(kind: PriorityClass): void {
    if (kind === 'rest' && inFlight.rest === ease) busySince = now()
    inFlight[kind] += 1
    if (kind === 'rest' && inFlight.rest === caps.normal && now() - lastFull > roomMs) heldUpSince = now()
  }

  function free(kind: PriorityClass): void {
    if (kind === 'rest' && inFlight.rest === caps.normal) lastFull = now()
    inFlight[kind] -= 1
  }

  /** Frees the slot once there is an answer, fetched or not. Hanging up frees nothing: the work goes on. */
  function settle(slot: Slot): void {
    slot.answered = true
    if (slot.away === 0) free(slot.kind)
  }

  function leave(slot: Slot): void {
    if (slot.away === 0 && !slot.answered) free(slot.kind)
    slot.away += 1
  }

  function comeBack(slot: Slot): void {
    slot.away -= 1
    if (slot.away === 0 && !slot.answered) take(slot.kind)
  }

  function tryShed(kind: PriorityClass): number | null {
    if (!isFull(kind)) return null
    shed[kind] += 1
    return 1 + Math.floor(random() * longestPauseSeconds)
  }

  return {
    isAtCapacity: () => inFlight.rest >= caps.normal,
    tryShed,
    inFlight: kind => inFlight[kind],
    shed: kind => shed[kind],
    slowClients,
    countStaticFallback() {
      given += 1
    },
    staticFallbacks: () => given,

    async releaseWhileWaiting(work) {
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
      app.decorateRequest('slot', null)
      app.addHook('onRequest', (request, answer, done) => {
        const kind = priorityClassOf(request.routeOptions.url)
        if (kind === null) return done()
        const retryAfterSeconds = tryShed(kind)
        if (retryAfterSeconds !== null) {
          sendProblem(request, answer, 'OVERLOADED', { retryAfterSeconds })
          return
        }
        const slot: Slot = { kind, away: 0, answered: false }
        take(kind)
        request.slot = slot
        own.run(slot, done)
      })
      // While a body comes in its request counts for nothing: a sender who dribbles it keeps nobody out.
      app.addHook('preParsing', (request, _answer, payload, done) => {
        const { slot } = request
        if (slot) {
          leave(slot)
          slowClients.trackUpload(request.raw)
        }
        done(null, payload)
      })
      app.addHook('preValidation', (request, answer, done) => {
        const { slot } = request
        if (!slot) return done()
        slowClients.uploadDone(request.raw)
        const retryAfterSeconds = tryShed(slot.kind)
        if (retryAfterSeconds !== null) {
          sendProblem(request, answer, 'OVERLOADED', { retryAfterSeconds })
          return
        }
        comeBack(slot)
        own.run(slot, done)
      })
      app.addHook('onSend', (request, answer, payload, done) => {
        const { slot } = request
        if (slot && !slot.answered) {
          settle(slot)
          slowClients.uploadDone(request.raw)
          slowClients.trackDownload(answer.raw, payload)
        }
        done(null, payload)
      })
    },
  }
}
