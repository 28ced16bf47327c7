/** A quote with an open card page, and a card partner that reports the payment, for settlement tests. */
import type { Dependencies } from '#server/lib/dependencies.ts'
import { customerReadyToPay } from './purchase.ts'
import type { TestApp } from './test-app.ts'

/** Opens the card page of an annual payment. */
export async function openPayment(world: TestApp) {
  const customer = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const page = (await customer.openPage()).ok()
  const payment = await world.repositories.findActivePayment(customer.quote.id)
  if (!payment) throw new Error('no payment')
  return { ...customer, payment, url: page.data.attributes.url }
}

/** Makes the partner report this payment as approved. */
export function paid(
  { services }: TestApp['application'],
  payment: { readonly amount_cents: number },
  transactionId: string,
  paidAt = services.now(),
): Dependencies {
  const result = async () => ({
    state: 'approved' as const,
    amountCents: payment.amount_cents,
    currency: 'NZD',
    transactionId,
    paidAt,
    card: { scheme: 'visa', lastDigits: '11' },
  })
  return { ...services, cards: { ...services.cards, result } }
}
