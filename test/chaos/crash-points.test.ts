/** A short run of `npm run chaos:points`. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { crashPoints } from './crash-points.ts'
import { scenarios } from './scenarios.ts'
import { seededRandom } from './seeded-random.ts'

const seed = process.env.FAULT_SEED ?? String(randomInt(1_000_000))

it('[PAY-05] [EDGE-13] after a crash at any point of two kinds of purchase the node restarts and every purchase ends correctly', async () => {
  const walked = seededRandom(seed).for('scenarios').few(scenarios, 2)
  const { pairs, violations } = await crashPoints(await temporaryDir(), {
    seed,
    scenarios: walked,
    pointsEach: 1,
    // `npm run chaos:points` requires ten seconds; here other tests use the machine.
    backWithinMs: 600_000,
  })
  expect({ seed, pairs, violations }).toEqual({ seed, pairs, violations: [] })
  expect(pairs).toHaveLength(walked.length)
}, 3_600_000)
