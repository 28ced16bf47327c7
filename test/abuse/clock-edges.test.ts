/** Tests of the first day of cover around midnight in New Zealand, also on daylight saving changes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#journey/dates.ts'
import { ratedBody, register, saveCar } from '#test/purchase.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

let now = new Date('2026-09-26T00:00:00Z')
let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ environment: { LIMIT_FACTOR: '100' }, replace: { now: () => now } })
})
afterAll(() => world.close())

it.each([
  ['in winter time, the eve of the change', '2026-09-26T11:59:59Z', '2026-09-26'],
  ['the day of 23 hours', '2026-09-27T10:59:59Z', '2026-09-27'],
  ['in summer time, the eve of the change back', '2027-04-03T10:59:59Z', '2027-04-03'],
  ['the day of 25 hours', '2027-04-04T11:59:59Z', '2027-04-04'],
])(
  '[T46] [QUOTE-08] [EDGE-18] %s: cover may start on that day until midnight, then on the next day',
  async (_, lastSecond, day) => {
    now = new Date(lastSecond)
    const client = await world.browser()
    const { id } = await register(client)
    const car = await saveCar(client, id)
    const body = ratedBody(id, car)
    const startingOn = async (policyInceptionDate: string): Promise<number> => {
      const { attributes } = body
      const quoteRequestDetails = { ...attributes.quoteRequestDetails, policyInceptionDate }
      const sent = { ...body, attributes: { ...attributes, quoteRequestDetails } }
      return (await client.call('quoteAmend', { body: sent })).status
    }
    const around = async () => {
      const statuses: number[] = []
      for (const days of [-1, 0, 1, 30, 31]) statuses.push(await startingOn(addDays(day, days)))
      return statuses
    }
    expect(await around()).toEqual([400, 200, 200, 200, 400])
    now = new Date(now.getTime() + 2_000)
    expect(await around()).toEqual([400, 400, 200, 200, 200])
  },
)
