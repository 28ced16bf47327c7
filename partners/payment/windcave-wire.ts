/**
 * The schemas of Windcave's REST responses, limited to the fields we read, and their mapping to our terms.
 */
import { z } from 'zod'
import type { CardResult, RefundResult } from './port.ts'

export const createdSession = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{8,64}$/),
  links: z.array(z.object({ href: z.string(), rel: z.string() })),
})

/** Of any transaction in a session: of a card that was not even tried it may say no more. */
const attempt = z.object({ type: z.string(), authorised: z.boolean(), reCo: z.string().nullish() })

const paidPurchase = z.object({
  id: z.string().min(1),
  /** '859.50' */
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.string().length(3),
  dateTimeUtc: z.iso.datetime(),
  /** Only shown to people: money that came counts without it. */
  card: z.object({ type: z.string().nullish(), cardNumber: z.string().nullish() }).nullish(),
})

export const session = z.object({ state: z.string(), transactions: z.array(z.unknown()).nullish() })

/** Whatever the status; what is wrong stands in them. */
export const ownError = z.object({ errors: z.array(z.unknown()) })

/** One that went through is one though its id cannot be read: money that is back is not sent twice. */
export const refundDone = z.object({
  id: z.string().max(64).catch(''),
  authorised: z.boolean(),
  allowRetry: z.boolean().nullish(),
})

/** Windcave allows retries if the bank did not respond in time; this says nothing about what the bank did. */
export function refundAnswer({ id, authorised, allowRetry }: z.output<typeof refundDone>): RefundResult {
  if (authorised) return { outcome: 'refunded', refundId: id }
  return { outcome: allowRetry ? 'unclear' : 'refused' }
}

/** 85950 → '859.50' */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const centsOf = (amount: string): number => Number(amount.replace('.', ''))

export const notUnderstood = { state: 'unclear', reason: 'not understood' } as const

/**
 * A finished session is not a paid one: a declined card completes it too, so only `authorised` counts. A finished session
 * without its transaction, one beside another that we cannot read, or money in a session that is not finished, or given
 * up, is unclear.
 */
export function resultOf({ state, transactions }: z.output<typeof session>): CardResult {
  const attempts = (transactions ?? []).map(said => ({ said, read: attempt.safeParse(said).data }))
  const purchases = attempts.filter(({ read }) => read?.type === 'purchase')
  const paid = purchases.find(({ read }) => read?.authorised)
  if (state === 'cancelled' || state === 'expired') return paid ? notUnderstood : { state }
  if (state !== 'complete') return paid ? notUnderstood : { state: 'pending' }
  if (paid) return approvalOf(paid.said)
  const declined = purchases.at(-1)?.read
  if (!declined || attempts.some(({ read }) => !read)) return notUnderstood
  return { state: 'declined', reason: declined.reCo ?? '' }
}

function approvalOf(said: unknown): CardResult {
  const paid = paidPurchase.safeParse(said)
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
