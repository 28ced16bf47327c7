/** What a rated body may say that our own row says otherwise. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAddress, quoted, ratedBody, saveCar } from '#test/purchase.ts'
import { openWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('[QUOTE-14] [EDGE-09] a tab that shows another overnight address than was saved declares nothing', async () => {
  const client = await world.browser()
  const quote = await quoted(client)
  const elsewhere = await findAddress(client, '153 Great South Road')
  const moved = await saveCar(client, quote.id, undefined, () => elsewhere)
  expect(moved.address).not.toEqual(quote.car.address)
  const declared = (body: ReturnType<typeof ratedBody>) => ({
    ...body,
    attributes: {
      ...body.attributes,
      declarationAgreed: true,
      policyHistory: quote.attributes.policyHistory,
    },
  })
  const old = await client.call('quoteAmend', { body: declared(quote.body) })
  expect(old.json).toMatchObject({ code: 'STALE' })
  expect((await world.house.services.books.findQuote(quote.id))?.declared_at).toBeNull()
  ;(await client.call('quoteAmend', { body: declared(ratedBody(quote.id, moved)) })).ok()
})

it('[EDGE-08] an address in other words of the same place is the same', async () => {
  const client = await world.browser()
  const quote = await quoted(client)
  const car = { ...quote.car, address: { ...quote.car.address, addressId: '', signature: '' } }
  ;(await client.call('quoteAmend', { body: ratedBody(quote.id, car) })).ok()
})
