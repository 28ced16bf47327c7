/**
 * Limits slow clients: request bodies that are still arriving and responses that are not read. Neither
 * holds a slot (load-shedding.ts); the connection is closed when one takes too long.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { boundConnections } from './bounded-connections.ts'

/** The largest answer is a paper of 92 KB: a line of 32 kbit/s fetches it in that time. */
const longestUnsentMs = 30_000
/**
 * The kernel buffer accepts this size at once. If it does not, all connections together hold at most 16 MB.
 */
const smallAnswerBytes = 4 * 1024
/** Node's `requestTimeout` ends the request by then. */
const longestBodyMs = 15_000
/**
 * A body of 64 KB arrives in 45 packets. Each chunk costs half a kilobyte of overhead until the body is
 * complete.
 */
const mostPieces = 256

export interface SlowClientGuard {
  /**
   * Tracks a body that is not complete yet. Call it just before the body is read: listeners must be added
   * in the same tick.
   */
  trackUpload(request: IncomingMessage): void
  /** The body is complete, or no longer needed. */
  uploadDone(request: IncomingMessage): void
  /** Tracks a response that is complete but not yet sent. */
  trackDownload(response: ServerResponse, payload: unknown): void
}

/** @param most bodies, and as many answers, at a time */
export function createSlowClientGuard(most: number, now: () => number): SlowClientGuard {
  const bodies = boundConnections<Socket>(most, longestBodyMs, now)
  const unsent = boundConnections<ServerResponse>(most, longestUnsentMs, now)

  function hasLeft(this: ServerResponse): void {
    unsent.remove(this)
  }

  return {
    trackUpload(request) {
      if (!isOnItsWay(request)) return
      bodies.add(request.socket)
      let pieces = 0
      request.on('data', () => {
        pieces += 1
        if (pieces > mostPieces) request.socket.destroy()
      })
    },
    uploadDone: request => bodies.remove(request.socket),
    trackDownload(response, payload) {
      if (isSmall(payload) || response.destroyed) return
      unsent.add(response)
      response.on('close', hasLeft)
    },
  }
}

/**
 * Most bodies have arrived completely before the guards have run. A chunked body may be a notice
 * (early-rejection.ts).
 */
const isOnItsWay = ({ complete, destroyed, headers }: IncomingMessage): boolean =>
  !complete &&
  !destroyed &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const isSmall = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length <= smallAnswerBytes)
