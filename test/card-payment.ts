/** A quote whose card page is open, and a card partner that says what came for it: tests of settling begin here. */
import type { Services } from '#server/lib/context.ts'
import { paymentUrls, quoted, savePolicyholders } from './purchase.ts'
import type { World } from './test-app.ts'

/** A year of cover, which is paid by card. */
export async function openPayment(world: World) {
  const client = await world.browser()
  const quote = await quoted(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const payment = await world.house.services.books.standingPaymentOf(quote.id)
  if (!payment) throw new Error('no payment')
  return { client, quote, payment, url: page.data.attributes.url }
}

/** The partner says that this money came, whatever the page says. */
export function paid(
  { services }: World['house'],
  payment: { readonly amount_cents: number },
  transactionId: string,
  paidAt = services.now(),
): Services {
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
