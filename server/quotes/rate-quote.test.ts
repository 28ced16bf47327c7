/** Tests of rating: what is declined, referred, left out or stored. */
import { expect, it, vi } from 'vitest'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import type { RiskToQuote } from '#partners/insurer/port.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import {
  carBody,
  createRatedQuote,
  paymentUrls,
  ratedBody,
  ratedCustomer,
  register,
  retrieveBody,
  saveCar,
  withCoverage,
  withDriver,
  withInsurer,
} from '#test/purchase.ts'
import { appForTest, type TestAppOptions } from '#test/test-app.ts'

/** A customer whose car is saved, and the body that rates it. */
async function withSavedCar(replace: TestAppOptions['replace'] = {}, plate?: string) {
  const world = await appForTest({ replace })
  const client = await world.browser()
  const { id } = await register(client, plate)
  const car = await saveCar(client, id, plate)
  const body = ratedBody(id, car)
  const rate = (changed: object = body) => client.call('quoteCreate', { body: changed as typeof body })
  return { world, client, id, car, body, rate, stored: () => world.repositories.findQuote(id) }
}

function recordedRisks() {
  const asked: RiskToQuote[] = []
  const insurer = withInsurer(real => ({
    quote(risk) {
      asked.push(risk)
      return real.quote(risk)
    },
  }))
  return { asked, insurer }
}

it('[DRIVER-06] [EDGE-18] the insurer receives the answers as they were given, and none that our rules decline', async () => {
  const { asked, insurer } = recordedRisks()
  const { id, car, body, rate } = await withSavedCar(insurer)
  const today = nzToday(new Date())
  const year = Number(today.slice(0, 4)) - 1
  const declined = await rate(withDriver(body, { incidentCount: '5+' }))
  expect(declined.json).toMatchObject({ code: 'NOT_INSURABLE' })
  expect(asked).toEqual([])

  ;(await rate(carBody({ id, car }, { isFinanced: 'YES', financeCompany: 'TSB' }))).ok()
  const taken = (compensationSubType: string) => ({
    compensationSubType,
    appliedIndicator: true,
    code: 'TAKEN',
  })
  const rich = withCoverage(body, ({ compensations: [agreed] }) => ({
    voluntaryExcess: 300,
    compensations: [agreed, taken('HireCar'), taken('WindscreenExcessWaiver')],
  }))
  const [main] = body.drivers
  const claim = { incidentCount: '1', issue1: 'CLAIM_EXCESS', month1: 2, year1: year }
  const second = { ...main, type: 'Driver2', givenName: 'Rangi', dateOfBirth: '1999-12-31' }
  const quoteRequestDetails = { ...body.attributes.quoteRequestDetails, frequency: 'MONTHLY' }
  const attributes = { ...rich.attributes, quoteRequestDetails }
  ;(await rate({ ...rich, drivers: [{ ...main, ...claim }, second], attributes })).ok()
  const person = { lastName: 'O’Brien', dateOfBirth: '1988-04-12', incidentCount: '0', incidents: [] }
  const incidents = [{ claimCode: 'CLAIM_EXCESS', month: 2, year }]
  expect(asked).toEqual([
    {
      plate: 'JHU968',
      vehicleKey: car.vehicleKey,
      carValueDollars: car.value,
      riskAddress: expect.objectContaining({ addressId: car.address.addressId, postcode: '1050' }),
      drivers: [
        { ...person, type: 'Primary', firstName: 'Māia', incidentCount: '1', incidents },
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
      ...mapIndicators(() => false),
      financeCompany: 'TSB',
    },
  ])
})

it('[DRIVER-06] [EDGE-18] our rules decline an amended quote too, without asking the insurer', async () => {
  const amend = vi.fn()
  const world = await appForTest({ replace: withInsurer(() => ({ amend })) })
  const { client, quote } = await ratedCustomer(world)
  const body = withDriver(quote.body, { incidentCount: '5+' })
  expect((await client.call('quoteAmend', { body })).json).toMatchObject({ code: 'NOT_INSURABLE' })
  expect(amend).not.toHaveBeenCalled()
  expect(await world.repositories.findQuote(quote.id)).toMatchObject({ status: 'DECLINED' })
})

it('[DRIVER-07] [DRIVER-06] [EDGE-08] a referred or declined quote can be rated again and keeps the newest answers', async () => {
  // The embedded insurer refers no car, so this one refers a surname.
  const insurer = withInsurer(real => ({
    quote: async risk =>
      risk.drivers[0]?.lastName === 'Referred' ? { outcome: 'referred' } : real.quote(risk),
  }))
  const { body, rate, stored } = await withSavedCar(insurer)
  const named = (givenName: string, surname: string, dateOfBirth = '1988-04-12') =>
    rate(withDriver(body, { givenName, surname, dateOfBirth }))
  const kept = async () => (await stored())?.drivers?.[0]?.firstName
  for (const name of ['Aroha', 'Tama']) {
    expect((await named(name, 'Referred')).status).toBe(204)
    expect(await kept()).toBe(name)
  }
  for (const name of ['Wiremu', 'Ngaio']) {
    expect((await named(name, 'Kerr', '2015-01-01')).json).toMatchObject({ code: 'NOT_INSURABLE' })
    expect(await kept()).toBe(name)
  }
  ;(await named('Māia', 'Kerr')).ok()
})

it('[QUOTE-06] [EDGE-18] options that a cover does not offer are neither sent nor stored', async () => {
  const { asked, insurer } = recordedRisks()
  const { body, rate, stored } = await withSavedCar(insurer)
  const withHireCar = (hireCar: object, changes: object = {}) =>
    withCoverage(body, ({ compensations }) => ({
      ...changes,
      compensations: [...compensations, { compensationSubType: 'HireCar', ...hireCar }],
    }))
  const taken = { appliedIndicator: true, code: 'TAKEN' }
  ;(await rate(withHireCar(taken, { policyCoverType: 'THIRD_PARTY', voluntaryExcess: 300 }))).ok()
  const offered = { cover: 'THIRD_PARTY', voluntaryExcess: 0, hireCar: false }
  expect(asked).toMatchObject([{ choice: offered }])
  expect((await stored())?.choice).toMatchObject(offered)
  // An indicator that says no counts more than any code.
  for (const code of [{}, { code: 'HIRE14' }]) {
    ;(await rate(withHireCar({ appliedIndicator: false, ...code }))).ok()
    expect((await stored())?.choice).toMatchObject({ cover: 'COMPREHENSIVE', hireCar: false })
  }
})

it('[DRIVER-05] [QUOTE-02] [EDGE-09] a quote of December can be amended in January with its oldest incident', async () => {
  let now = new Date('2026-12-20T00:00:00Z')
  const { world, client, id, car, rate } = await withSavedCar({ now: () => now })
  const started = (startDate: NzDay, year1: number) => {
    const incident = { incidentCount: '1', issue1: 'FAULT_EXCESS', month1: 6, year1 }
    return withDriver(ratedBody(id, car, { startDate }), incident)
  }
  ;(await rate(started('2026-12-20', 2023))).ok()
  const attributes = (await client.call('prospectCar', { query: { id } })).ok().quote?.data.attributes
  if (!attributes) throw new Error('no price')

  now = new Date('2027-01-05T00:00:00Z')
  const later = await world.browser()
  later.token = (await later.call('quoteRetrieve', { body: retrieveBody({ car, attributes }) })).ok().JWT
  ;(await later.call('quoteAmend', { body: started('2027-01-05', 2023) })).ok()
  // A new incident of an older year is refused.
  expect((await later.call('quoteAmend', { body: started('2027-01-05', 2022) })).status).toBe(400)
})

it('[DRIVER-07] [EDGE-08] a referred car is answered with 204, without a price, payment or mail', async () => {
  const { world, client, id, rate } = await withSavedCar({}, 'OFFLIN')
  const created = await rate()
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
  const insurer = withInsurer(real => ({
    async quote(risk) {
      const answer = await real.quote(risk)
      if (answer.outcome !== 'quoted' || taken === null) return answer
      return { ...answer, quote: { ...answer.quote, quoteNumber: taken } }
    },
  }))
  const { world, client, id, body } = await withSavedCar(insurer)
  const first = await createRatedQuote(await world.browser())
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
  expect(lines).toMatchObject(Array(2).fill({ level: 'error', quoteId: id }))
  expect(told.filter(({ event }) => event === 'bug')).toEqual([])
})

it.each([
  ['converted', 'QUOTE_CONVERTED'],
  ['expired', 'QUOTE_EXPIRED'],
] as const)(
  '[PAY-11] [EDGE-09] a quote that is %s at the insurer is not for sale here, in any tab',
  async (outcome, code) => {
    const world = await appForTest({ replace: withInsurer(() => ({ amend: async () => ({ outcome }) })) })
    const { quote, payment, openPage, amend } = await openPayment(world)
    const { repositories } = world
    expect((await amend()).json).toMatchObject({ code })
    expect(await repositories.findQuote(quote.id)).toMatchObject({
      status: 'QUOTED',
      insurer_quote: { requiresReprice: true },
      declared_at: null,
    })
    expect(await openPage()).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
    await syncPayment(payment.id, paid(world.application, payment, 'T-1'))
    expect((await repositories.findPayment(payment.id))?.state).toMatch(/^REFUND/)
    expect((await amend()).json).toMatchObject({ code })
  },
)

it('[PAY-05] [EDGE-09] an amend during our own bind does not disturb the purchase', async () => {
  const bound = Promise.withResolvers<void>()
  const insurer = withInsurer(real => ({
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
  }))
  const world = await appForTest({ replace: insurer })
  const { quote, bind, amend } = await ratedCustomer(world)
  const { version, insurer_quote, declared_at } = (await world.repositories.findQuote(quote.id)) ?? {}
  const amended = amend()
  ;(await bind()).ok()
  expect((await amended).json).toMatchObject({ code: 'QUOTE_CONVERTED' })
  const kept = await world.repositories.findQuote(quote.id)
  expect(kept).toMatchObject({ status: 'CONVERTED', version, insurer_quote, declared_at })
})
