/** The refunds of a payment, which both card gateways store as numbered files so that they cannot exceed it. */
import type { z } from 'zod'
import type { JsonFiles } from './json-files.ts'

export interface RefundablePayment {
  readonly id: string
  readonly amountCents: number
}

/** The refunds of one payment, oldest first. */
export async function refundsOf<T>(
  files: JsonFiles,
  paid: RefundablePayment,
  shape: z.ZodType<T>,
): Promise<T[]> {
  const booked: T[] = []
  for (;;) {
    const next = await files.read(`${paid.id}.${booked.length + 1}.refund`, shape)
    if (next === null) return booked
    booked.push(next)
  }
}

/** Stores the refund `wanted`, or returns the earlier one with its id; null if it would exceed the payment. */
export async function recordRefund<T extends { readonly id: string }>(
  files: JsonFiles,
  paid: RefundablePayment,
  wanted: T,
  { shape, centsOf }: { readonly shape: z.ZodType<T>; readonly centsOf: (refund: T) => number },
): Promise<T | null> {
  let refundedCents = 0
  for (let number = 1; ; ) {
    const name = `${paid.id}.${number}.refund`
    const earlier = await files.read(name, shape)
    if (earlier?.id === wanted.id) return earlier
    if (earlier) {
      refundedCents += centsOf(earlier)
      number += 1
    } else if (refundedCents + centsOf(wanted) > paid.amountCents) return null
    else if (await files.create(name, wanted)) return wanted
  }
}
