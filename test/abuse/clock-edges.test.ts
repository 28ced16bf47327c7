/** Tests of the first day of cover around midnight in New Zealand, also on daylight saving changes. */
import { expect, it } from 'vitest'
import { addDays } from '#journey/dates.ts'
import { statusesOf } from '#test/client.ts'
import { ratedBody, register, saveCar } from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'

let now = new Date('2026-09-26T00:00:00Z')
const world = await appForFile({ environment: { LIMIT_FACTOR: '100' }, replace: { now: () => now } })

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
    const starts = [-1, 0, 1, 30, 31].map(days => addDays(day, days))
    const around = () =>
      statusesOf(starts.length, at =>
        client.call('quoteAmend', { body: ratedBody(id, car, { startDate: starts[at] ?? '' }) }),
      )
    expect(await around()).toEqual([400, 200, 200, 200, 400])
    now = new Date(now.getTime() + 2_000)
    expect(await around()).toEqual([400, 400, 200, 200, 200])
  },
)
