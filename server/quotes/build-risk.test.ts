/** Tests of a rated body that contradicts the stored quote. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { completeCar, completeIndicators, completeQuote, completeRisk } from '#test/complete-quote.ts'
import { createRatedQuote, findAddress, ratedBody, ratedCustomer, saveCar } from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'
import { buildRisk } from './build-risk.ts'

const world = await appForFile()

it('[QUOTE-14] [EDGE-09] a tab with another overnight address than the stored one cannot declare', async () => {
  const { client, quote } = await ratedCustomer(world)
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
  expect((await world.repositories.findQuote(quote.id))?.declared_at).toBeNull()
  ;(await client.call('quoteAmend', { body: declared(ratedBody(quote.id, moved)) })).ok()
})

it('[EDGE-08] another spelling of the same address is the same address', async () => {
  const { quote, amend } = await ratedCustomer(world)
  const car = { ...quote.car, address: { ...quote.car.address, addressId: '', signature: '' } }
  ;(await amend(ratedBody(quote.id, car))).ok()
})

it('[EDGE-09] [EDGE-18] a body with another car is refused, and a body with another quote number is outdated', async () => {
  const client = await world.browser()
  const { id, body, car, attributes } = await createRatedQuote(client)
  const anotherCar = await client.call('quoteAmend', {
    body: ratedBody(id, { ...car, vehicleKey: 'another' }),
  })
  expect(anotherCar).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'attributes.coverages.0.risk.vehicleRisk.vehicleKey' }] },
  })
  const named = (quoteNumber: string) => ({ ...body, attributes: { ...body.attributes, quoteNumber } })
  const anotherNumber = await client.call('quoteAmend', { body: named('Q-ANOTHER') })
  expect(anotherNumber).toMatchObject({ status: 409, json: { code: 'STALE' } })
  // Whoever has to say first who they are hears that, and not of a number.
  const setLevel = (level: string) =>
    world.query('update session_quote set level = $2 where quote_id = $1', [id, level])
  await setLevel('VIEW_SUMMARY')
  const unconfirmed = await client.call('quoteAmend', { body: named('Q-ANOTHER') })
  expect(unconfirmed.json).toMatchObject({ code: 'NOT_READY' })
  await setLevel('EDIT_QUOTE')
  ;(await client.call('quoteAmend', { body: named(attributes.policyDetails.quoteNum) })).ok()
})

/** What is wrong with a body that leaves this indicator out, for a quote that keeps these. */
async function errorsWithout(sent: string, indicators: object | null) {
  const car = {
    vehicleKey: completeCar.vehicleKey,
    value: completeCar.valueDollars,
    address: completeRisk.riskAddress,
  }
  const body = structuredClone(ratedBody(completeQuote.id, car))
  const asked = body.attributes.coverages[0]?.risk.vehicleRisk.indicators
  expect(Reflect.deleteProperty(asked ?? {}, sent)).toBe(true)
  const quote = { ...completeQuote, indicators: indicators as typeof completeIndicators | null }
  const answer = await buildRisk(endpoints.quoteAmend.body.parse(body), quote, world.services)
  return 'errors' in answer ? answer.errors : []
}

it.each([
  ['businessUse', 'businessUse'],
  ['modification', 'modification'],
  ['criminalRecord', 'criminalRecord'],
])(
  '[CAR-06] [DRIVER-01] [EDGE-18] a question that was not asked is not answered No: %s',
  async (kept, sent) => {
    const missing = {
      path: `attributes.coverages.0.risk.vehicleRisk.indicators.${sent}`,
      message: 'is not answered',
    }
    expect(await errorsWithout(sent, null)).toEqual([missing])
    const rest = Object.fromEntries(Object.entries(completeIndicators).filter(([name]) => name !== kept))
    expect(await errorsWithout(sent, rest)).toEqual([missing])
    // What was said once stands.
    expect(await errorsWithout(sent, completeIndicators)).toEqual([])
  },
)
