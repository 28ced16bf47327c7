/** The schema of each kind of job's payload, for code that queues or handles jobs and for operators. */
import * as z from 'zod'

const ofQuote = z.object({ quoteId: z.uuid() })
const ofPayment = z.object({ paymentId: z.uuid() })

export const jobPayloads = {
  'settle-payment': ofPayment,
  'issue-policy': ofQuote,
  'close-card-page': ofPayment,
  'refund-payment': ofPayment,
  /** `sentAgainAt`: an operator asked for another message; retries of this job send the same one. */
  'policy-mail': ofQuote.extend({ sentAgainAt: z.iso.datetime().exactOptional() }),
  /** `place`: the position of the person among the policyholders. */
  'privacy-notice': z.object({ quoteId: z.uuid(), place: z.int() }),
  /** The payload contains a recipient, so it is encrypted (server/mail/quote-mail.ts, scripts/ops/rotate-keys.ts). */
  'quote-mail': z.object({ encrypted: z.string() }),
  'refund-mail': ofPayment,
  /** `key`: the idempotency key of the bind attempt that the insurer rejected. */
  'rejected-order-mail': z.object({ quoteId: z.uuid(), key: z.string() }),
} as const

export type JobKind = keyof typeof jobPayloads
export type JobPayload<K extends JobKind> = z.output<(typeof jobPayloads)[K]>

export type JobHandlers = { readonly [K in JobKind]: (payload: JobPayload<K>) => Promise<unknown> }

/** The ids in a payload, for the log and for the list of jobs that were given up. */
export const payloadIds = (payload: unknown): z.output<typeof ids> => ids.safeParse(payload).data ?? {}
const ids = z.object({ quoteId: z.uuid().exactOptional(), paymentId: z.uuid().exactOptional() })
