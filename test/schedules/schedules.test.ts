/** Tests of bind, payment, webhooks and reconciliation in many orders, with crashes and faults: nothing is doubled or lost. */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSchedule, runSchedules } from './schedules.ts'
import { openScheduleApp, type ScheduleApp } from './simulation.ts'

const count = Number(process.env.FAULT_SCHEDULES ?? 100)
const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

let app: ScheduleApp
beforeAll(async () => {
  app = await openScheduleApp()
})
afterAll(() => app.close())

/** Policies by bank and by card. */
async function sold(): Promise<{ byBank: number; byCard: number }> {
  const rows = await app.kysely
    .selectFrom('bind_attempt')
    .select('payment_id')
    .where('state', '=', 'ISSUED')
    .execute()
  const byCard = rows.filter(({ payment_id }) => payment_id !== null).length
  return { byBank: rows.length - byCard, byCard }
}

it('a seed gives the same order of steps again', async () => {
  const orders = []
  for (let time = 0; time < 2; time += 1) orders.push((await runSchedule(app, `${seed}/again`)).order)
  expect(orders[0]?.length).toBeGreaterThan(0)
  expect(orders[1]).toEqual(orders[0])
})

it('[PAY-05] [PAY-07] [EDGE-13] schedules of clicks, payments, webhooks, crashes and faults end with consistent records', async () => {
  expect(await runSchedules(app, count, { seed })).toEqual({ schedules: count, findings: [], seed: null })
  const { byBank, byCard } = await sold()
  expect(byBank).toBeGreaterThan(count / 5)
  expect(byCard).toBeGreaterThan(0)
}, 6_000_000)
