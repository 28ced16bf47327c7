/**
 * Limits slow clients: request bodies that are still arriving and responses that are not read. Neither
 * holds a slot (load-shedding.ts); the connection is closed when one takes too long.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { boundConnections } from './bounded-connections.ts'

/** The largest answer is a paper of 92 KB: a line of 32 kbit/s fetches it in that time. */
const longestUnsentMs = 30_000
/** What a kernel takes at once; if it does not, what all connections together may hold so is 16 MB. */
const smallAnswerBytes = 4 * 1024
/** By then Node has ended them itself (`requestTimeout`). */
const longestBodyMs = 15_000
/** A body of 64 KB comes in 45 packets. Of each piece half a kilobyte is kept beside what is in it, until the body is whole. */
const mostPieces = 256

export interface SlowClientGuard {
  /** The body of this request, if there is more of it to come, is about to be read: listeners have to be added in the same turn. */
  trackUpload(request: IncomingMessage): void
  /** It has come, or nobody waits for it any longer. */
  uploadDone(request: IncomingMessage): void
  /** Nothing is left to do for this answer but to leave. */
  trackDownload(answer: ServerResponse, payload: unknown): void
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
    trackDownload(answer, payload) {
      if (isSmall(payload) || answer.destroyed) return
      unsent.add(answer)
      answer.on('close', hasLeft)
    },
  }
}

/** Of most bodies all is here before the door has let them in. One in chunks may be a notice (early-rejection.ts). */
const isOnItsWay = ({ complete, destroyed, headers }: IncomingMessage): boolean =>
  !complete &&
  !destroyed &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const isSmall = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length <= smallAnswerBytes)
