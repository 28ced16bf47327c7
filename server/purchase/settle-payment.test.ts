/** The browser's return, the notice and the poller settle one payment at the same moment, and it is settled once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodCard } from '#test/cards.ts'
import { paymentUrls, quoted, savePolicyholders } from '#test/purchase.ts'
import { submit } from '#test/sandbox.ts'
import { eventually, openWorld, type World } from '#test/world.ts'
import { settlePayment } from './settle-payment.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('[PAY-07] [EDGE-15] money that bought a policy is not sent back by whoever comes second', async () => {
  const client = await world.browser()
  const quote = await quoted(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const { services } = world.house
  const payment = await services.books.openPaymentOf(quote.id)
  if (!payment) throw new Error('no payment')
  await submit(page.data.attributes.url, goodCard)
  await Promise.all(Array.from({ length: 8 }, () => settlePayment(payment.id, services)))
  await eventually(() => services.books.findPolicy(quote.id))
  expect(await services.books.findPayment(payment.id)).toMatchObject({ state: 'APPROVED' })
})
