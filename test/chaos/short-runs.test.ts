/** Short runs of what `npm run chaos` and `npm run chaos:points` do at length. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { crashPoints, scenarios } from './crash-points.ts'
import { embeddedChaos } from './embedded-run.ts'
import { chaos, usualChaos } from './run.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] [PAY-07] [EDGE-13] sixty customers, two nodes that are killed, a database and partners that fail: nothing is lost, nothing doubled', async () => {
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
}, 400_000)

it('[PAY-05] [EDGE-13] a node that dies at a named point of each kind of purchase comes back within ten seconds, and every purchase comes to its end', async () => {
  const { pairs, longestBackMs, violations } = await crashPoints(await temporaryDir(), {
    seed,
    scenarios,
    pointsEach: 1,
  })
  expect({ seed, pairs, violations }).toEqual({ seed, pairs, violations: [] })
  expect(pairs).toHaveLength(scenarios.length)
  expect(longestBackMs).toBeLessThan(10_000)
}, 400_000)

it('[PAY-05] an embedded database and its node are killed in turn, and no answer given is lost', async () => {
  const { violations, figures } = await embeddedChaos(await temporaryDir(), {
    ...usualChaos,
    seed,
    journeys: 8,
    atOnce: 8,
    killEveryMs: 500,
  })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
  expect(figures.nodeKills).toBeGreaterThan(0)
  expect(figures.databaseKills).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(2)
}, 400_000)
