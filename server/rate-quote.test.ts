/** What the product declines it declines itself, also where a partner insurer would take it (DRIVER-06). */
import { expect, it, onTestFinished } from 'vitest'
import { nzToday } from '#journey/dates.ts'
import { ratedBody, register, saveCar } from '#test/purchase.ts'
import { openWorld } from '#test/world.ts'

it('[DRIVER-06] [DRIVER-04] [DRIVER-01] [CAR-07] [EDGE-18] what declines on the pages is declined whatever the insurer says of it', async () => {
  const asked: unknown[] = []
  const world = await openWorld({
    replace: {
      around: wired => ({
        ...wired,
        insurer: {
          ...wired.insurer,
          async quote(risk) {
            asked.push(risk)
            const [driver] = risk.drivers
            const taken = driver && { ...driver, dateOfBirth: '1980-01-01', incidentCount: '0' as const }
            const drivers = taken ? [{ ...taken, incidents: [] }] : []
            return wired.insurer.quote({
              ...risk,
              drivers,
              businessUse: false,
              modified: false,
              criminalRecord: false,
            })
          },
        },
      }),
    },
  })
  onTestFinished(() => world.close())
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
  const said = (indicator: 'businessUse' | 'modification' | 'criminalRecord') => {
    const { vehicleRisk } = coverage.risk
    const indicators = { ...vehicleRisk.indicators, [indicator]: 'YES' as const }
    const risk = { ...coverage.risk, vehicleRisk: { ...vehicleRisk, indicators } }
    return { ...body, attributes: { ...body.attributes, coverages: [{ ...coverage, risk }] } }
  }
  const spoilt = [
    { ...body, drivers: [{ ...driver, incidentCount: '5+' as const }] },
    { ...body, drivers: [{ ...driver, ...twoSuspensions }] },
    { ...body, drivers: [{ ...driver, dateOfBirth: `${year}-01-01` }] },
    said('businessUse'),
    said('modification'),
    said('criminalRecord'),
  ]
  for (const one of spoilt)
    expect((await client.call('quoteCreate', { body: one })).json).toMatchObject({ code: 'NOT_INSURABLE' })
  expect(asked).toEqual([])
  ;(await client.call('quoteCreate', { body })).ok()
  expect(asked).toHaveLength(1)
})
