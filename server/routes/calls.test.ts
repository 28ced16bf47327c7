/** Tests of log-in, plate, car and address calls: their responses in the normal case and in each error case. */
import { describe, expect, it } from 'vitest'
import fixtures from '#sandbox/data/addresses.json' with { type: 'json' }
import { carBody, createRatedQuote, findAddress, register, saveCar } from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'

const world = await appForFile()
const client = await world.browser()
await register(client)

describe('login', () => {
  it('[EDGE-01] accepts user_id and password as a form or in the query, and returns a JWT', async () => {
    const { id: user_id, token: password } = await register(await world.browser())
    const right = { user_id, password }
    const answer = await client.call('login', { body: right })
    expect(answer.ok()).toEqual({ JWT: expect.stringMatching(/^[^.]+(\.[^.]+){2}$/) })
    ;(await (await world.browser()).call('login', { query: right })).ok()
    for (const wrong of [
      { ...right, password: `${password.slice(0, -1)}_` },
      { ...right, user_id: '3b0c7a52-9d3e-4b6f-8f53-0d5c6a1c2b11' },
      { user_id: 'nobody', password: '' },
    ])
      for (const sent of [{ body: wrong }, { query: wrong }])
        expect((await client.call('login', sent)).status).toBe(401)
  })

  it('[ENTRY-03] a link is valid as long as its quote, even if the quote was priced much later', async () => {
    const customer = await world.browser()
    const { id, token } = await createRatedQuote(customer)
    const isIn = async () => {
      const { status, json } = await customer.call('login', { body: { user_id: id, password: token } })
      if (status === 200) customer.token = String(Reflect.get(Object(json), 'JWT'))
      return status === 200
    }
    await world.query(`update login_token set expires_at = now() - interval '1 hour' where quote_id = $1`, [
      id,
    ])
    expect(await isIn()).toBe(true)
    const prospect = async () => (await customer.call('prospectCar', { query: { id } })).ok()
    expect(await prospect()).toMatchObject({ status: 'QUOTED', drivers: [expect.anything()] })
    await world.query('update quote set valid_until = null where id = $1', [id])
    expect(await isIn()).toBe(false)
  })
})

describe('the plate', () => {
  it('[EDGE-03] is reported as known (200) or invalid only', async () => {
    const known = await client.call('vehicleDetails', { params: { regNumber: 'JHU968' } })
    expect(known.ok()).toEqual({ regNumber: 'JHU968' })
    const invalid = await client.call('vehicleDetails', { params: { regNumber: 'BADREG' } })
    expect(invalid).toMatchObject({ status: 404, json: { code: 'INVALID_PLATE' } })
  })
})

describe('the car', () => {
  const lookUp = (registrationOrVin: string, transmission: 'Automatic' | 'Manual' = 'Automatic') =>
    client.call('vehicleLookup', { body: { registrationOrVin, transmission } })

  it('[EDGE-05] [CAR-02] [CAR-05] has models for a plate, written in any way, and a transmission', async () => {
    const { results } = (await lookUp('JHU968', 'Manual')).ok()
    expect(results).toEqual([
      { vehicleKey: expect.any(String), vehicleDescription: expect.stringContaining('Manual') },
    ])
    expect((await lookUp('Plate: jhu–968', 'Manual')).ok().results).toEqual(results)
    expect((await lookUp('MULTI6')).ok().results).toHaveLength(6)
    expect((await lookUp('AQU512', 'Manual')).ok().results).toEqual([])
    expect((await lookUp('NOTFND')).ok().results).toEqual([])
    expect(await lookUp('DECLIN')).toMatchObject({ status: 422, json: { code: 'NOT_INSURABLE' } })
    expect(await lookUp('ERR500')).toMatchObject({ status: 502, json: { code: 'PARTNER_UNAVAILABLE' } })
  })

  it.each(['7AT0C1H9X12345678', 'JHU–9681', 'JHU968 JHU969'])(
    '[CAR-02] [EDGE-03] [EDGE-04] [EDGE-05] [EDGE-17] %s, a VIN or too long, is not cut: the field is named and no register asked',
    async noPlate => {
      for (const [field, asked] of [
        ['registrationOrVin', await lookUp(noPlate)],
        ['regNumber', await client.call('vehicleDetails', { params: { regNumber: noPlate } })],
        ['registrationNumber', await client.call('registration', { body: { registrationNumber: noPlate } })],
      ] as const) {
        const errors = [{ path: field, message: 'is not a number plate' }]
        expect(asked).toMatchObject({ status: 400, json: { code: 'MALFORMED', errors } })
      }
    },
  )

  it('[CAR-08] [EDGE-17] a financed car without a lender is refused', async () => {
    const buyer = await world.browser()
    const { id } = await register(buyer)
    const car = await saveCar(buyer, id)
    const save = (lender?: string) => {
      const finance = { isFinanced: 'YES', ...(lender !== undefined && { financeCompany: lender }) } as const
      return buyer.call('quoteCreate', { body: carBody({ id, car }, finance) })
    }
    const errors = [{ path: 'vehicleDetails.financeCompany' }]
    for (const wrong of [undefined, '', '  ', 'Pay at https://evil.example/now'])
      expect(await save(wrong)).toMatchObject({ status: 400, json: { errors } })
    expect((await save('TSB')).status).toBe(200)
    const { vehicleDetails: kept } = (await buyer.call('prospectCar', { query: { id } })).ok()
    expect(kept).toMatchObject({ isFinanced: 'YES', financeCompany: 'TSB', value: car.value })
  })

  it('[EDGE-06] has a value band for each model', async () => {
    const [model] = (await lookUp('JHU968')).ok().results
    const band = await client.call('sumInsured', { body: { vehicleKey: model?.vehicleKey ?? '' } })
    expect(band.ok()).toEqual({ minSumInsured: 10_900, maxSumInsured: 16_500 })
    expect((await client.call('sumInsured', { body: { vehicleKey: 'no-such-car' } })).status).toBe(404)
  })

  it('[EDGE-08] [EDGE-18] [CAR-10] is stored only as a model of its plate, with our name of it and a value of its band', async () => {
    const buyer = await world.browser()
    const { id } = await register(buyer, 'MULTI6')
    const model = (await lookUp('MULTI6')).ok().results[2]
    const foreign = (await lookUp('AQU512')).ok().results[0]
    if (!model || !foreign) throw new Error('no model')
    const { vehicleKey, vehicleDescription } = model
    const { minSumInsured, maxSumInsured } = (await client.call('sumInsured', { body: { vehicleKey } })).ok()
    const address = await findAddress(buyer)
    const save = async (value: number, key = vehicleKey) => {
      const body = carBody({ id, car: { vehicleKey: key, value, address } })
      const { status, json } = await buyer.call('quoteCreate', { body })
      return [status, json]
    }
    const wrong = (field: string) => [400, { errors: [{ path: `vehicleDetails.${field}` }] }]
    for (const value of [minSumInsured - 1, maxSumInsured + 1])
      expect(await save(value)).toMatchObject(wrong('value'))
    expect(await save(150_001)).toMatchObject([422, { code: 'NOT_INSURABLE' }])
    expect(await save(minSumInsured, foreign.vehicleKey)).toMatchObject(wrong('vehicleKey'))
    for (const value of [minSumInsured, maxSumInsured]) expect((await save(value))[0]).toBe(200)
    const kept = (await buyer.call('prospectCar', { query: { id } })).ok().vehicleDetails
    expect(kept).toMatchObject({ vehicleKey, model: vehicleDescription, value: maxSumInsured })
  })
})

describe('the address', () => {
  it.each([
    ['addressRisk', 'RISK'],
    ['addressPostal', 'POSTAL'],
  ] as const)(
    '[EDGE-07] of %s has the specified shape, and is valid for its purpose only',
    async (name, type) => {
      const search = async (addressLine1: string, suburb: string, postcode: string) =>
        (await client.call(name, { body: { addressInFreeForm: { addressLine1 }, suburb, postcode } })).ok()
          .data.attributes
      const [fixture] = fixtures.addresses.filter(({ addressId }) => addressId === 'NZ359DA7C6EB')
      expect(await search('3/210 Dominion Road', 'Mount Eden', '1024')).toEqual({
        status: 'SUGGESTED',
        suggestedAddresses: [{ ...fixture, signature: expect.stringMatching(/./), type }],
      })
      const several = await search('31 Heretaunga Street', 'Hastings', '4122')
      expect([several.status, several.suggestedAddresses.length]).toEqual(['SUGGESTED', 2])
      expect(await search('1 Nowhere Lane', 'Atlantis', '0000')).toEqual({
        status: 'NOT_FOUND',
        suggestedAddresses: [],
      })
    },
  )
})
