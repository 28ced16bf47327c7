/**
 * Tests of rating: what is declined whatever a partner insurer says (DRIVER-06), and what is referred, left
 * out or stored.
 */
import { expect, it } from 'vitest'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import {
  carBody,
  createRatedQuote,
  paymentUrls,
  ratedBody,
  ratedCustomer,
  register,
  saveCar,
  withCoverage,
  withDriver,
  withInsurer,
  withVehicleRisk,
} from '#test/purchase.ts'
import { appForTest } from '#test/test-app.ts'

it('[DRIVER-06] [DRIVER-04] [DRIVER-01] [CAR-07] [EDGE-18] every decline of the pages is a decline on the server, whatever the insurer says', async () => {
  const asked: unknown[] = []
  const world = await appForTest({
    replace: withInsurer(real => ({
      async quote(risk) {
        asked.push(risk)
        const [driver] = risk.drivers
        const taken = driver && { ...driver, dateOfBirth: '1980-01-01', incidentCount: '0' as const }
        const drivers = taken ? [{ ...taken, incidents: [] }] : []
        return real.quote({
          ...risk,
          drivers,
          businessUse: false,
          modification: false,
          criminalRecord: false,
        })
      },
    })),
  })
  const client = await world.browser()
  const { id } = await register(client)
  const car = await saveCar(client, id)
  const body = ratedBody(id, car)
  const [driver] = body.drivers
  const [coverage] = body.attributes.coverages
  if (!driver || !coverage) throw new Error('nothing to spoil')
  const today = nzToday(new Date())
  const year = Number(today.slice(0, 4)) - 1
  const twoSuspensions = {
    incidentCount: '2' as const,
    ...{ issue1: 'LICENCE_SUS' as const, month1: 1, year1: year },
    ...{ issue2: 'LICENCE_SUS' as const, month2: 2, year2: year },
  }
  const said = (indicator: 'businessUse' | 'modification' | 'criminalRecord') =>
    withVehicleRisk(body, { indicators: { ...coverage.risk.vehicleRisk.indicators, [indicator]: 'YES' } })
  const spoilt = [
    { ...body, drivers: [{ ...driver, incidentCount: '5+' as const }] },
    { ...body, drivers: [{ ...driver, ...twoSuspensions, incidentCount: '5+' as const }] },
    { ...body, drivers: [{ ...driver, ...twoSuspensions }] },
    { ...body, drivers: [{ ...driver, dateOfBirth: `${year}-01-01` }] },
    said('businessUse'),
    said('modification'),
    said('criminalRecord'),
  ]
  for (const one of spoilt)
    expect((await client.call('quoteCreate', { body: one })).json).toMatchObject({ code: 'NOT_INSURABLE' })
  expect(asked).toEqual([])
  // What it takes, the insurer is told as it was answered.
  const { attributes } = body
  const [agreed] = coverage.compensations
  if (!agreed) throw new Error('no sum insured')
  const taken = (compensationSubType: 'HireCar' | 'WindscreenExcessWaiver') => ({
    compensationSubType,
    appliedIndicator: true,
    code: 'TAKEN',
  })
  const compensations = [agreed, taken('HireCar'), taken('WindscreenExcessWaiver')]
  const financed = carBody({ id, car }, { isFinanced: 'YES', financeCompany: 'TSB' })
  ;(await client.call('quoteCreate', { body: financed })).ok()
  const rich = {
    ...body,
    drivers: [
      {
        ...driver,
        incidentCount: '1' as const,
        ...{ issue1: 'CLAIM_EXCESS' as const, month1: 2, year1: year },
      },
      { ...driver, type: 'Driver2' as const, givenName: 'Rangi', dateOfBirth: '1999-12-31' },
    ],
    attributes: {
      ...attributes,
      coverages: [{ ...coverage, voluntaryExcess: 300, compensations }],
      quoteRequestDetails: { ...attributes.quoteRequestDetails, frequency: 'MONTHLY' as const },
    },
  }
  ;(await client.call('quoteCreate', { body: rich })).ok()
  const person = { lastName: 'O’Brien', dateOfBirth: '1988-04-12', incidentCount: '0', incidents: [] }
  expect(asked).toEqual([
    {
      plate: 'JHU968',
      vehicleKey: car.vehicleKey,
      carValueDollars: car.value,
      riskAddress: expect.objectContaining({ addressId: car.address.addressId, postcode: '1050' }),
      drivers: [
        {
          ...person,
          type: 'Primary',
          firstName: 'Māia',
          incidentCount: '1',
          incidents: [{ claimCode: 'CLAIM_EXCESS', month: 2, year }],
        },
        { ...person, type: 'Driver2', firstName: 'Rangi', dateOfBirth: '1999-12-31' },
      ],
      choice: {
        cover: 'COMPREHENSIVE',
        voluntaryExcess: 300,
        excessFreeWindow: true,
        hireCar: true,
        roadsideAssistance: false,
        frequency: 'MONTHLY',
        startDate: today,
      },
      businessUse: false,
      modification: false,
      criminalRecord: false,
      financeCompany: 'TSB',
    },
  ])
})

it('[DRIVER-07] [DRIVER-06] [EDGE-08] a referred or declined quote can be rated again and keeps the newest answers', async () => {
  const world = await appForTest({
    replace: withInsurer(real => ({
      // No car of the register is referred: those of one surname are here.
      quote: async risk =>
        risk.drivers.some(({ lastName }) => lastName === 'Referred')
          ? { outcome: 'referred' as const }
          : real.quote(risk),
    })),
  })
  const client = await world.browser()
  const { id } = await register(client)
  const body = ratedBody(id, await saveCar(client, id))
  const named = (givenName: string, surname: string, dateOfBirth = '1988-04-12') =>
    withDriver(body, { givenName, surname, dateOfBirth })
  const kept = async () => (await world.repositories.findQuote(id))?.drivers?.[0]?.firstName
  for (const name of ['Aroha', 'Tama']) {
    expect((await client.call('quoteCreate', { body: named(name, 'Referred') })).status).toBe(204)
    expect(await kept()).toBe(name)
  }
  for (const name of ['Wiremu', 'Ngaio']) {
    const declined = await client.call('quoteCreate', { body: named(name, 'Kerr', '2015-01-01') })
    expect(declined.json).toMatchObject({ code: 'NOT_INSURABLE' })
    expect(await kept()).toBe(name)
  }
  expect((await client.call('quoteCreate', { body: named('Māia', 'Kerr') })).status).toBe(200)
})

it('[QUOTE-06] [EDGE-18] options that a cover does not offer are neither sent nor stored', async () => {
  const asked: unknown[] = []
  const world = await appForTest({
    replace: withInsurer(real => ({
      async quote(risk) {
        asked.push(risk.choice)
        return real.quote(risk)
      },
    })),
  })
  const client = await world.browser()
  const { id } = await register(client)
  const body = ratedBody(id, await saveCar(client, id))
  const hireCar = { compensationSubType: 'HireCar', appliedIndicator: true, code: 'TAKEN' }
  const taken = withCoverage(body, ({ compensations }) => ({
    policyCoverType: 'THIRD_PARTY',
    voluntaryExcess: 300,
    compensations: [...compensations, hireCar],
  }))
  ;(await client.call('quoteCreate', { body: taken })).ok()
  const offered = { cover: 'THIRD_PARTY', voluntaryExcess: 0, hireCar: false }
  expect(asked).toEqual([expect.objectContaining(offered)])
  expect((await world.repositories.findQuote(id))?.choice).toMatchObject(offered)
  // Nor is a hire car sold to somebody whose indicator says no, whatever its code says or leaves out.
  for (const code of [undefined, 'HIRE14']) {
    const refused = { compensationSubType: 'HireCar', appliedIndicator: false, ...(code && { code }) }
    const without = withCoverage(body, ({ compensations }) => ({
      compensations: [...compensations, refused],
    }))
    ;(await client.call('quoteCreate', { body: without })).ok()
    const kept = await world.repositories.findQuote(id)
    expect(kept?.choice).toMatchObject({ cover: 'COMPREHENSIVE', hireCar: false })
  }
})

it('[DRIVER-05] [QUOTE-02] [EDGE-09] a quote of December can be amended in January with its oldest incident', async () => {
  let now = new Date('2026-12-20T00:00:00Z')
  const world = await appForTest({ replace: { now: () => now } })
  const client = await world.browser()
  const { id } = await register(client)
  const car = await saveCar(client, id)
  const started = (startDate: NzDay, year1: number) =>
    withDriver(ratedBody(id, car, { startDate }), {
      incidentCount: '1',
      issue1: 'FAULT_EXCESS',
      month1: 6,
      year1,
    })
  ;(await client.call('quoteCreate', { body: started('2026-12-20', 2023) })).ok()

  now = new Date('2027-01-05T00:00:00Z')
  const later = await world.browser()
  const found = await later.call('quoteRetrieve', {
    body: {
      attributes: {
        insuredDetails: { customerDob: '1988-04-12', customerPostcode: car.address.postcode },
        quoteNumber: (await world.query('select quote_number from quote'))[0].quote_number,
      },
    },
  })
  later.token = found.ok().JWT
  ;(await later.call('quoteAmend', { body: started('2027-01-05', 2023) })).ok()
  // Another of that year was never taken, and is not asked for any more.
  expect((await later.call('quoteAmend', { body: started('2027-01-05', 2022) })).status).toBe(400)
})

it('[DRIVER-07] [EDGE-08] a referred car is answered with 204, without a price, payment or mail', async () => {
  const world = await appForTest()
  const client = await world.browser()
  const { id } = await register(client, 'OFFLIN')
  const car = await saveCar(client, id, 'OFFLIN')
  const created = await client.call('quoteCreate', { body: ratedBody(id, car) })
  expect([created.status, created.bytes.length]).toEqual([204, 0])
  const prospect = (await client.call('prospectCar', { query: { id } })).ok()
  expect(prospect).toMatchObject({ status: 'OFFLINE', drivers: [{ givenName: 'Māia' }] })
  expect([prospect.quote, prospect.quoteNumber]).toEqual([undefined, undefined])
  for (const refused of [
    await client.call('paymentCreate', { body: paymentUrls(world, id) }),
    await client.call('emailQuote', { body: { id, email: 'maia@example.nz' } }),
  ])
    expect(refused).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
})

it('[EDGE-08] [EDGE-09] a quote number that another quote has is a failure of the insurer: nothing is stored', async () => {
  let taken: string | null = null
  const world = await appForTest({
    replace: withInsurer(real => ({
      async quote(risk) {
        const answer = await real.quote(risk)
        if (answer.outcome !== 'quoted' || taken === null) return answer
        return { ...answer, quote: { ...answer.quote, quoteNumber: taken } }
      },
    })),
  })
  const first = await createRatedQuote(await world.browser())
  const client = await world.browser()
  const { id } = await register(client)
  const body = ratedBody(id, await saveCar(client, id))
  const kept = async () => [
    await world.query('select * from quote order by id'),
    await world.query('select * from audit order by id'),
    await world.query('select session_id, quote_id, level from session_quote order by 1, 2'),
  ]
  const refusedFor = async (call: 'quoteCreate' | 'quoteAmend') => {
    taken = first.attributes.policyDetails.quoteNum
    const before = await kept()
    const answer = await client.call(call, { body })
    expect(answer).toMatchObject({ status: 502, json: { code: 'PARTNER_UNAVAILABLE' } })
    expect(await kept()).toEqual(before)
    taken = null
  }
  // With other people than before: several statements in one transaction.
  await refusedFor('quoteCreate')
  const { data } = (await client.call('quoteAmend', { body })).ok()
  // With the same ones, of a quote that the insurer has lost: one statement alone.
  await world.query('delete from insurer.quote where quote_number = $1', [
    data.attributes.policyDetails.quoteNum,
  ])
  await refusedFor('quoteAmend')
  ;(await client.call('quoteAmend', { body })).ok()
  const told = world.logLines.map(line => JSON.parse(line))
  const lines = told.filter(({ event }) => event === 'quote-number-taken')
  expect(lines).toMatchObject([
    { level: 'error', quoteId: id },
    { level: 'error', quoteId: id },
  ])
  expect(told.filter(({ event }) => event === 'bug')).toEqual([])
})

it.each([
  ['converted', 'QUOTE_CONVERTED'],
  ['expired', 'QUOTE_EXPIRED'],
] as const)(
  '[PAY-11] [EDGE-09] a quote that is %s at the insurer is not for sale here, in any tab',
  async (outcome, code) => {
    const world = await appForTest({ replace: withInsurer(() => ({ amend: async () => ({ outcome }) })) })
    const { client, quote, payment, openPage } = await openPayment(world)
    const { services } = world
    const amend = async () => {
      const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL' })
      return (await client.call('quoteAmend', { body })).json
    }
    expect(await amend()).toMatchObject({ code })
    expect(await services.repositories.findQuote(quote.id)).toMatchObject({
      status: 'QUOTED',
      insurer_quote: { requiresReprice: true },
      declared_at: null,
    })
    const page = await openPage()
    expect(page).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
    await syncPayment(payment.id, paid(world.application, payment, 'T-1'))
    expect((await services.repositories.findPayment(payment.id))?.state).toMatch(/^REFUND/)
    // Who looks again is told the same.
    expect(await amend()).toMatchObject({ code })
  },
)

it('[PAY-05] [EDGE-09] an amend during our own bind does not disturb the purchase', async () => {
  const bound = Promise.withResolvers<void>()
  const world = await appForTest({
    replace: withInsurer(real => ({
      async amend(...given) {
        await bound.promise
        return real.amend(...given)
      },
      async bind(policy) {
        const made = await real.bind(policy)
        bound.resolve()
        await amended
        return made
      },
    })),
  })
  const { quote, bind, amend } = await ratedCustomer(world)
  const before = await world.repositories.findQuote(quote.id)
  const amended = amend(ratedBody(quote.id, quote.car))
  ;(await bind()).ok()
  expect((await amended).json).toMatchObject({ code: 'QUOTE_CONVERTED' })
  const kept = await world.repositories.findQuote(quote.id)
  expect([kept?.status, kept?.version, kept?.insurer_quote, kept?.declared_at]).toEqual([
    'CONVERTED',
    before?.version,
    before?.insurer_quote,
    before?.declared_at,
  ])
})
