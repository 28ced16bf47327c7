/** Short run of the chaos harness of `npm run chaos`. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { chaos, usualChaos } from './run.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] [PAY-07] [EDGE-13] sixty customers, two nodes that are killed, a database and partners that fail: nothing is lost, nothing doubled', async () => {
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
  // Some fifty where nothing else runs; on a machine that is busy beside it most customers give up before.
  expect(figures.policies).toBeGreaterThan(10)
}, 900_000)
