/** Sends a bind or a refund so that it takes effect at most once, however often its job runs. */
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { FailureCode } from '#partners/failure-codes.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'

/** The maximum delay between the recorded send time and the real one. */
export const maximumSendDelayMs = 3_000

interface RequestToSend<Result> {
  /** When it was last sent, as recorded; null if never. */
  readonly sentBefore: Date | null
  /**
   * How long the partner may process a request: until then 'not found' is not conclusive. 0 if the partner makes a
   * repeated request safe; its send time is then not recorded.
   */
  readonly quietMs: number
  /** The result of an earlier send; null or undefined if there is none. */
  lookUp(): Promise<Result | null | undefined>
  /** Under the caller's lease; false if the lease is lost. */
  recordSent(at: Date | null): Promise<boolean>
  send(): Promise<Result>
  /** The result if the request was not sent. */
  unsent(reason: FailureCode): Result
  readonly now: () => Date
}

/**
 * Before a second send, the partner is asked for the result of the first, and the first must be older than `quietMs`.
 * Throws what the partner's adapter throws: the request may then have been sent.
 */
export async function sendAtMostOnce<Result>(request: RequestToSend<Result>): Promise<Result> {
  const { sentBefore, quietMs, lookUp, recordSent, send, unsent, now } = request
  // The clock is read before the look-up: 'not found' counts only if no request could still be under way.
  const isQuiet = !sentBefore || now().getTime() - sentBefore.getTime() > quietMs + maximumSendDelayMs
  try {
    const known = await lookUp()
    if (known) return known
    if (!isQuiet) return unsent('quiet period')
    const obstacle = quietMs > 0 ? await recordSendTime(request) : null
    return obstacle ? unsent(obstacle) : await send()
  } catch (error) {
    if (!(error instanceof PartnerBusyError)) throw error
    // The bulkhead is full, so nothing was sent: this is no bug, and the next run may find a slot.
    if (quietMs > 0) ignoreConflict(await recordSent(sentBefore))
    return unsent('bulkhead full')
  }
}

/** Stores the time before the request is sent; returns the reason if it must not be sent, or null. */
async function recordSendTime({
  recordSent,
  now,
}: Pick<RequestToSend<unknown>, 'recordSent' | 'now'>): Promise<FailureCode | null> {
  const sentAt = now()
  // Stored first, so that the next worker knows that a request may be under way.
  if (!(await recordSent(sentAt))) return 'lease lost'
  // A process that was paused here would otherwise send after other workers have relied on the quiet period.
  return now().getTime() - sentAt.getTime() > maximumSendDelayMs ? 'stalled' : null
}
