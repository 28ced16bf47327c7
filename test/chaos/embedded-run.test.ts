/** A short run of `npm run chaos -- --embedded`. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { embeddedChaos } from './embedded-run.ts'
import { usualChaos } from './run.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] no acknowledged response is lost while the embedded database and its node are killed in turn', async () => {
  const { violations, figures } = await embeddedChaos(await temporaryDir(), {
    ...usualChaos,
    seed,
    journeys: 8,
    atOnce: 8,
    killEveryMs: 500,
    mostBreaks: 3,
    restWithinMs: 600_000,
  })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
  expect(figures.nodeKills).toBeGreaterThan(0)
  expect(figures.databaseKills).toBeGreaterThan(0)
  expect(figures.policies).toBeGreaterThan(0)
}, 3_600_000)
