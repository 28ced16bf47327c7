/** A short chaos run in every test run; `npm run chaos` is the long one. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { chaos, usualChaos } from './run.ts'

it('[PAY-05] [PAY-07] [EDGE-13] sixty customers, two nodes killed each second, a database that dies: nothing lost, nothing doubled', async () => {
  const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))
  const { violations, figures } = await chaos(await temporaryDir(), {
    ...usualChaos,
    seed,
    journeys: 60,
    atOnce: 30,
  })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
  expect(figures.journeys).toBe(60)
  expect(figures.kills).toBeGreaterThan(2)
  expect(figures.databaseRestarts).toBeGreaterThan(0)
  expect(figures.policies).toBeGreaterThan(30)
}, 240_000)
