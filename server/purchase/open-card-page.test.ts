/** Which press gets a card page: one for the quote as its tab shows it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentUrls, quoted, ratedBody, savePolicyholders } from '#test/purchase.ts'
import { openWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('[PAY-11] a tab that shows an older version gets no page for the newer one', async () => {
  const client = await world.browser()
  const quote = await quoted(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  const pay = (policyHistory: typeof quote.attributes.policyHistory) =>
    client.call('paymentCreate', { body: { ...paymentUrls(world, quote.id), policyHistory } })
  const { policyHistory } = quote.attributes
  const first = (await pay(policyHistory)).ok().data.attributes.url

  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  const amended = (
    await client.call('quoteAmend', { body: { ...body, attributes: { ...body.attributes, policyHistory } } })
  ).ok()
  expect((await pay(policyHistory)).json).toMatchObject({ code: 'STALE' })
  expect(await world.house.services.books.openPaymentOf(quote.id)).toMatchObject({ page_url: first })
  const second = (await pay(amended.data.attributes.policyHistory)).ok().data.attributes.url
  expect(second).not.toBe(first)
})
