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

/**
 * `first` covers purchases, the return from the card page, and notices of partners; they must not wait for
 * the rest.
 */
export type PriorityClass = 'first' | 'rest'

/**
 * Only calls with a bearer token, whose signature is verified before any read: a client with invented
 * tokens or sessions takes no slot from a buyer.
 */
const firstCalls: readonly EndpointName[] = ['quoteBind', 'paymentCreate']
const firstPaths: ReadonlySet<string> = new Set([
  ...Object.values(cardReturnPaths),
  ...firstCalls.map(name => `/edge${endpoints[name].path}`),
])

/** Path prefix of the notices of partners. */
export const noticesPath = '/edge/notices/'

/**
 * Health checks are never refused: a refusal would make a load balancer remove or restart a node that is
 * only busy.
 */
const probes: ReadonlySet<string> = new Set(['/health', '/ready'])

/**
 * Takes a route pattern or, for the first class, a path: only notices have a variable part. Returns null
 * for requests that are always admitted and not counted.
 */
export function priorityClassOf(routePattern: string | undefined): PriorityClass | null {
  if (routePattern === undefined) return 'rest'
  if (probes.has(routePattern)) return null
  return firstPaths.has(routePattern) || routePattern.startsWith(noticesPath) ? 'first' : 'rest'
}

export interface ConcurrencyCaps {
  /** Requests in progress before further requests of the class are refused. */
  readonly normal: number
  /** Replaces `normal` during a burst. `heldUp` replaces it while the node is held up. */
  readonly burst: number
  readonly heldUp: number
  /** An additional cap, for the first class alone. */
  readonly critical: number
  /** Request bodies that are arriving, and separately responses that are not read. Neither holds a slot. */
  readonly slow: number
}

/** Cap of the first class: far more than a node completes in a second, so only a flood is refused. */
const firstInFlight = 64
/**
 * A page fetches six files at once: the requests of three simultaneous visitors exceed the sustained
 * concurrency of a node.
 */
const burstFactor = 4
/**
 * Lower than burstFactor: this window lasts 5 s, so under real overload the extra requests queue behind
 * each other and set the p99.
 */
const heldUpFactor = 3

/** An unread file holds 128 KB, an arriving body 64 KB and its chunks: 80 MB if all are full. */
const maxSlowConnections = 256

export const concurrencyCaps = (normal: number): ConcurrencyCaps => ({
  normal,
  burst: normal * burstFactor,
  heldUp: normal * heldUpFactor,
  critical: firstInFlight,
  slow: maxSlowConnections,
})

export interface LoadShedding {
  /** True when the normal slots of the rest are all taken; only burst slots may be left. */
  isAtCapacity(): boolean
  /** Counts a refusal and returns the Retry-After seconds; null if there is room. */
  tryShed(kind: PriorityClass): number | null
  /**
   * Requests in progress. A request that waits for a partner does not count, because it costs this node
   * nothing.
   */
  inFlight(kind: PriorityClass): number
  readonly slowClients: SlowClientGuard
  shed(kind: PriorityClass): number
  /** Counts a response of the static fallback (static-fallback.ts). */
  countStaticFallback(): void
  staticFallbacks(): number
  /** Runs work that another system does; the request releases its slot meanwhile. */
  releaseWhileWaiting<T>(work: () => Promise<T>): Promise<T>
  guard(app: FastifyInstance): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The slot of this request; null for requests that are always admitted. */
    slot: Slot | null
  }
}

interface Slot {
  readonly kind: PriorityClass
  /**
   * > 0 while we wait for the request body or for a partner; such a request does not count against the cap.
   */
  waits: number
  responded: boolean
}

const maxRetryAfterSeconds = 5
/**
 * An idle node completes a burst in 100 ms; if the node is still busy after this time, it is a sustained
 * load.
 */
const burstMs = 250
/**
 * The JIT compiler warms up under traffic: until then requests take many times as long, without overload.
 */
const coldMs = 5_000
/**
 * A node with room may be held up for this long, by another process that starts or a database checkpoint.
 */
const heldUpMs = 5_000
/** An overloaded node never has room for this long without interruption. */
const roomMs = 2_000

/**
 * `random` (0 to 1) spreads the retries of requests that were refused together; `now` is in milliseconds.
 */
export function createLoadShedding(
  caps: ConcurrencyCaps,
  random: () => number = Math.random,
  now: () => number = () => performance.now(),
): LoadShedding {
  const inFlight = { first: 0, rest: 0 }
  const shed = { first: 0, rest: 0 }
  let staticResponses = 0
  const currentSlot = new AsyncLocalStorage<Slot>()
  const slowClients = createSlowClientGuard(caps.slow, now)
  /**
   * Up to a quarter of its slots in use, a node counts as idle. An overloaded node never returns to that
   * level.
   */
  const idleLevel = Math.floor(caps.normal / 4)
  let busySince = 0
  const coldUntil = now() + coldMs
  let lastFull = now()
  let heldUpSince = lastFull

  function isFull(kind: PriorityClass): boolean {
    if (kind === 'first') return inFlight.first >= caps.critical
    if (inFlight.rest < caps.normal) return false
    const time = now()
    if (time <= Math.max(busySince + burstMs, coldUntil)) return inFlight.rest >= caps.burst
    return time > heldUpSince + heldUpMs || inFlight.rest >= caps.heldUp
  }

  function takeSlot(kind: PriorityClass): void {
    if (kind === 'rest' && inFlight.rest === idleLevel) busySince = now()
    inFlight[kind] += 1
    if (kind === 'rest' && inFlight.rest === caps.normal && now() - lastFull > roomMs) heldUpSince = now()
  }

  function releaseSlot(kind: PriorityClass): void {
    if (kind === 'rest' && inFlight.rest === caps.normal) lastFull = now()
    inFlight[kind] -= 1
  }

  /**
   * Frees the slot once a response exists, whether or not the client reads it. A disconnect frees nothing,
   * because the work continues.
   */
  function finishSlot(slot: Slot): void {
    slot.responded = true
    if (slot.waits === 0) releaseSlot(slot.kind)
  }

  function pauseSlot(slot: Slot): void {
    if (slot.waits === 0 && !slot.responded) releaseSlot(slot.kind)
    slot.waits += 1
  }

  function resumeSlot(slot: Slot): void {
    slot.waits -= 1
    if (slot.waits === 0 && !slot.responded) takeSlot(slot.kind)
  }

  function tryShed(kind: PriorityClass): number | null {
    if (!isFull(kind)) return null
    shed[kind] += 1
    return 1 + Math.floor(random() * maxRetryAfterSeconds)
  }

  return {
    isAtCapacity: () => inFlight.rest >= caps.normal,
    tryShed,
    inFlight: kind => inFlight[kind],
    shed: kind => shed[kind],
    slowClients,
    countStaticFallback() {
      staticResponses += 1
    },
    staticFallbacks: () => staticResponses,

    async releaseWhileWaiting(work) {
      const slot = currentSlot.getStore()
      if (!slot) return work()
      pauseSlot(slot)
      try {
        return await work()
      } finally {
        resumeSlot(slot)
      }
    },

    guard(app) {
      app.decorateRequest('slot', null)
      app.addHook('onRequest', (request, response, done) => {
        const kind = priorityClassOf(request.routeOptions.url)
        if (kind === null) return done()
        const retryAfterSeconds = tryShed(kind)
        if (retryAfterSeconds !== null) {
          sendProblem(request, response, 'OVERLOADED', { retryAfterSeconds })
          return
        }
        const slot: Slot = { kind, waits: 0, responded: false }
        takeSlot(kind)
        request.slot = slot
        currentSlot.run(slot, done)
      })
      // A request does not count while its body arrives: a slow sender blocks no other client.
      app.addHook('preParsing', (request, _response, payload, done) => {
        const { slot } = request
        if (slot) {
          pauseSlot(slot)
          slowClients.trackUpload(request.raw)
        }
        done(null, payload)
      })
      app.addHook('preValidation', (request, response, done) => {
        const { slot } = request
        if (!slot) return done()
        slowClients.uploadDone(request.raw)
        const retryAfterSeconds = tryShed(slot.kind)
        if (retryAfterSeconds !== null) {
          sendProblem(request, response, 'OVERLOADED', { retryAfterSeconds })
          return
        }
        resumeSlot(slot)
        currentSlot.run(slot, done)
      })
      app.addHook('onSend', (request, response, payload, done) => {
        const { slot } = request
        if (slot && !slot.responded) {
          finishSlot(slot)
          slowClients.uploadDone(request.raw)
          slowClients.trackDownload(response.raw, payload)
        }
        done(null, payload)
      })
    },
  }
}
