/** A short run of `npm run chaos`. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { chaos } from './run.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] [PAY-07] [EDGE-13] no purchase is lost or doubled while nodes are killed and database and partners fail', async () => {
  const { violations, figures } = await chaos(await temporaryDir(), {
    seed,
    journeys: 30,
    atOnce: 30,
    restartEveryMs: 3_000,
    // A slow machine would kill more nodes, whose starts make it slower still.
    mostBreaks: 5,
    restWithinMs: 600_000,
  })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
  expect(figures.journeys).toBe(30)
  expect(figures.kills).toBeGreaterThan(0)
  expect(figures.databaseRestarts).toBeGreaterThan(0)
  // On a busy machine most customers give up before.
  expect(figures.policies).toBeGreaterThan(5)
}, 3_600_000)
