/** A short run of `npm run chaos`. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { chaos, usualChaos } from './run.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] [PAY-07] [EDGE-13] no purchase is lost or doubled while nodes are killed and database and partners fail', async () => {
  const { violations, figures } = await chaos(await temporaryDir(), {
    ...usualChaos,
    seed,
    journeys: 60,
    atOnce: 60,
  })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
  expect(figures.journeys).toBe(60)
  expect(figures.kills).toBeGreaterThan(2)
  expect(figures.databaseRestarts).toBeGreaterThan(0)
  // About fifty on an idle machine; on a busy one most customers give up earlier.
  expect(figures.policies).toBeGreaterThan(10)
}, 900_000)
