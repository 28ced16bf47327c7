/**
 * Tests of bind, payment, notices and reconciliation in thousands of orders with crashes and faults: nothing
 * is doubled or lost.
 */
import { expect, it } from 'vitest'
import { playSchedules } from './schedules.ts'

const count = Number(process.env.FAULT_SCHEDULES ?? 10_000)
const seed = process.env.FAULT_SEED === undefined ? {} : { seed: Number(process.env.FAULT_SEED) }

it('[PAY-05] [PAY-07] [EDGE-13] ten thousand schedules of clicks, payments, notices, crashes and faults end with books that agree', async () => {
  const played = await playSchedules(count, seed)
  expect(played.report).toBe('')
  expect(played.schedules).toBe(count)
}, 600_000)
