/** What Windcave's REST answers with, as far as we read it, and what that means in our words. */
import { z } from 'zod'
import type { CardResult } from './port.ts'

export const createdSession = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{8,64}$/),
  links: z.array(z.object({ href: z.string(), rel: z.string() })),
})

const transaction = z.object({
  id: z.string().min(1),
  type: z.string(),
  authorised: z.boolean(),
  reCo: z.string(),
  /** '859.50' */
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.string().length(3),
  dateTimeUtc: z.iso.datetime(),
  card: z.object({ type: z.string(), cardNumber: z.string() }),
})

export const session = z.object({ state: z.string(), transactions: z.array(transaction).default([]) })

export const refundDone = z.object({ authorised: z.boolean() })

/** 85950 → '859.50' */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const centsOf = (amount: string): number => Number(amount.replace('.', ''))

/**
 * A finished session is not a paid one: a declined card completes it too, so only `authorised` counts. A state we do
 * not know, or a finished session without its transaction, is pending.
 */
export function resultOf({ state, transactions }: z.output<typeof session>): CardResult {
  if (state === 'cancelled' || state === 'expired') return { state }
  if (state !== 'complete') return { state: 'pending' }
  const purchases = transactions.filter(({ type }) => type === 'purchase')
  const paid = purchases.find(({ authorised }) => authorised)
  if (paid) {
    return {
      state: 'approved',
      amountCents: centsOf(paid.amount),
      currency: paid.currency,
      transactionId: paid.id,
      paidAt: new Date(paid.dateTimeUtc),
      card: { scheme: paid.card.type, lastDigits: /\d{0,4}$/.exec(paid.card.cardNumber)?.[0] ?? '' },
    }
  }
  const declined = purchases.at(-1)
  return declined ? { state: 'declined', reason: declined.reCo } : { state: 'pending' }
}
