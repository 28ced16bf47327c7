/**
 * Stores the refunds of a card payment as files numbered 1, 2, 3. Two concurrent refunds cannot get the same number,
 * so their sum never exceeds the payment.
 */
import type { z } from 'zod'
import type { JsonFiles } from './json-files.ts'

const nameOf = (paymentId: string, number: number) => `${paymentId}.${number}.refund`

/** The refunds of one payment, oldest first. */
export async function findRefunds<T>(files: JsonFiles, paymentId: string, shape: z.ZodType<T>): Promise<T[]> {
  const booked: T[] = []
  for (;;) {
    const next = await files.read(nameOf(paymentId, booked.length + 1), shape)
    if (next === null) return booked
    booked.push(next)
  }
}

/** Stores a refund, or returns the earlier one with its id; null if it would exceed the payment. */
export async function recordRefund<T extends { readonly id: string }>(
  files: JsonFiles,
  paid: { readonly id: string; readonly amountCents: number },
  wanted: T,
  { shape, centsOf }: { readonly shape: z.ZodType<T>; readonly centsOf: (refund: T) => number },
): Promise<T | null> {
  for (;;) {
    const booked = await findRefunds(files, paid.id, shape)
    const earlier = booked.find(({ id }) => id === wanted.id)
    if (earlier) return earlier
    const cents = [...booked, wanted].reduce((sum, refund) => sum + centsOf(refund), 0)
    if (cents > paid.amountCents) return null
    // Tries again if a concurrent refund took this number.
    if (await files.create(nameOf(paid.id, booked.length + 1), wanted)) return wanted
  }
}
