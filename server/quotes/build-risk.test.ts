/** Tests of a rated body that contradicts the stored quote. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { completeCar, completeIndicators, completeQuote, completeRisk } from '#test/complete-quote.ts'
import { carBody, findAddress, ratedBody, ratedCustomer, saveCar, withVehicleRisk } from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'
import { buildRisk } from './build-risk.ts'

const world = await appForFile()

it('[QUOTE-14] [EDGE-09] a tab with another overnight address than the stored one cannot declare', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const elsewhere = await findAddress(client, '153 Great South Road')
  const moved = await saveCar(client, quote.id, undefined, () => elsewhere)
  expect(moved.address).not.toEqual(quote.car.address)
  const { policyHistory } = quote.attributes
  const declare = ({ attributes, ...body }: typeof quote.body) =>
    amend({ ...body, attributes: { ...attributes, declarationAgreed: true, policyHistory } })
  expect((await declare(quote.body)).json).toMatchObject({ code: 'STALE' })
  expect((await world.repositories.findQuote(quote.id))?.declared_at).toBeNull()
  ;(await declare(ratedBody(quote.id, moved))).ok()
})

it('[CAR-12] [EDGE-09] a tab whose model another tab replaced is outdated, and saves its own model again', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const { id, car } = quote
  const body = { registrationOrVin: 'JHU968', transmission: 'Manual' } as const
  const [manual] = (await client.call('vehicleLookup', { body })).ok().results
  const { vehicleDetails, ...rest } = carBody({ id, car })
  const replaced = {
    ...vehicleDetails,
    transmission: 'Manual',
    vehicleKey: manual?.vehicleKey ?? '',
  } as const
  ;(await client.call('quoteCreate', { body: { ...rest, vehicleDetails: replaced } })).ok()
  expect((await amend(quote.body)).json).toMatchObject({ code: 'STALE' })
  ;(await client.call('quoteCreate', { body: { ...rest, vehicleDetails } })).ok()
  ;(
    await amend({
      ...quote.body,
      attributes: { ...quote.body.attributes, policyHistory: quote.attributes.policyHistory },
    })
  ).ok()
})

it('[EDGE-08] another spelling of the same address is the same address', async () => {
  const { quote, amend } = await ratedCustomer(world)
  const car = { ...quote.car, address: { ...quote.car.address, addressId: '', signature: '' } }
  ;(await amend(ratedBody(quote.id, car))).ok()
})

it('[EDGE-09] [EDGE-18] a body with another car or another quote number is outdated', async () => {
  const { quote, amend } = await ratedCustomer(world)
  const { id, body, attributes } = quote
  const anotherCar = await amend(withVehicleRisk(body, { vehicleKey: 'another' }))
  expect(anotherCar).toMatchObject({ status: 409, json: { code: 'STALE' } })
  const amendNumber = (quoteNumber: string) =>
    amend({ ...body, attributes: { ...body.attributes, quoteNumber } })
  expect(await amendNumber('Q-ANOTHER')).toMatchObject({ status: 409, json: { code: 'STALE' } })
  // A client that must confirm its identity first gets that error, not one about the number.
  const setLevel = (level: string) =>
    world.query('update session_quote set level = $2 where quote_id = $1', [id, level])
  await setLevel('VIEW_SUMMARY')
  expect((await amendNumber('Q-ANOTHER')).json).toMatchObject({ code: 'NOT_READY' })
  await setLevel('EDIT_QUOTE')
  ;(await amendNumber(attributes.policyDetails.quoteNum)).ok()
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

it.each(['businessUse', 'modification', 'criminalRecord'])(
  '[CAR-06] [DRIVER-01] [EDGE-18] a question that was not asked is not answered No: %s',
  async asked => {
    const path = `attributes.coverages.0.risk.vehicleRisk.indicators.${asked}`
    const missing = { path, message: 'is not answered' }
    expect(await errorsWithout(asked, null)).toEqual([missing])
    const rest = Object.fromEntries(Object.entries(completeIndicators).filter(([name]) => name !== asked))
    expect(await errorsWithout(asked, rest)).toEqual([missing])
    expect(await errorsWithout(asked, completeIndicators)).toEqual([])
  },
)
