/** The schemas of Windcave's REST responses, and their conversion to the port's results. */
import { z } from 'zod'
import type { CardResult, RefundResult } from './port.ts'

export const createdSession = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{8,64}$/),
  links: z.array(z.object({ href: z.string(), rel: z.string() })),
})

/** Any transaction of a session. A card that was not tried may have no more fields. */
const attempt = z.object({ type: z.string(), authorised: z.boolean(), reCo: z.string().nullish() })

const paidPurchase = z.object({
  id: z.string().min(1),
  /** '859.50' */
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.string().length(3),
  dateTimeUtc: z.iso.datetime(),
  /** Optional, because it is only displayed. */
  card: z.object({ type: z.string().nullish(), cardNumber: z.string().nullish() }).nullish(),
})

export const session = z.object({ state: z.string(), transactions: z.array(z.unknown()).nullish() })

/** The body of every error response. */
export const ownError = z.object({ errors: z.array(z.unknown()) })

/** An unreadable id is accepted: otherwise a successful refund would be sent again. */
export const refundDone = z.object({
  id: z.string().max(64).catch(''),
  authorised: z.boolean(),
  allowRetry: z.boolean().nullish(),
})

/** `allowRetry` means that the bank did not respond in time; it may still have made the refund. */
export function toRefundResult({ id, authorised, allowRetry }: z.output<typeof refundDone>): RefundResult {
  if (authorised) return { outcome: 'refunded', refundId: id }
  return { outcome: allowRetry ? 'unclear' : 'refused' }
}

/** 85950 → '859.50' */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const centsOf = (amount: string): number => Number(amount.replace('.', ''))

export const notUnderstood = { state: 'unclear', reason: 'not understood' } as const

/**
 * Only `authorised` means paid: a declined card also completes a session. Unclear: a complete session without a
 * readable transaction, or money in a session that is not complete.
 */
export function toCardResult({ state, transactions }: z.output<typeof session>): CardResult {
  const attempts = (transactions ?? []).map(transaction => ({
    transaction,
    parsed: attempt.safeParse(transaction).data,
  }))
  const purchases = attempts.filter(({ parsed }) => parsed?.type === 'purchase')
  const paid = purchases.find(({ parsed }) => parsed?.authorised)
  if (state === 'cancelled' || state === 'expired') return paid ? notUnderstood : { state }
  if (state !== 'complete') return paid ? notUnderstood : { state: 'pending' }
  if (paid) return approvalOf(paid.transaction)
  const declined = purchases.at(-1)?.parsed
  if (!declined || attempts.some(({ parsed }) => !parsed)) return notUnderstood
  return { state: 'declined', reason: declined.reCo ?? '' }
}

function approvalOf(transaction: unknown): CardResult {
  const paid = paidPurchase.safeParse(transaction)
  if (!paid.success) return notUnderstood
  const { id, amount, currency, dateTimeUtc, card } = paid.data
  return {
    state: 'approved',
    amountCents: centsOf(amount),
    currency,
    transactionId: id,
    paidAt: new Date(dateTimeUtc),
    card: { scheme: card?.type ?? '', lastDigits: /\d{0,4}$/.exec(card?.cardNumber ?? '')?.[0] ?? '' },
  }
}
