/**
 * `npm run chaos:points [-- --seed=… --seeds=3 --scenario='card webhook']`: kills a node at every crash point
 * of every kind of purchase; exits with 1 on a violation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashPoints } from './crash-points.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { seedsOf } from './seeded-random.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', multiple: true, default: [] },
    scenario: { type: 'string', multiple: true, default: [...scenarios] },
  },
})

/** The limit from the crash until all invariants hold again. */
const mostBackMs = 10_000
let broken = 0
for (const seed of seedsOf(values)) {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-points-'))
  try {
    const { pairs, longestBackMs, violations } = await crashPoints(folder, {
      seed,
      scenarios: values.scenario as Scenario[],
      pointsEach: Number.POSITIVE_INFINITY,
      backWithinMs: mostBackMs,
    })
    console.log(`seed ${seed}: ${pairs.length} pairs, back and whole after ${longestBackMs} ms at most`)
    if (longestBackMs >= mostBackMs) {
      console.log(`  asked: less than ${mostBackMs} ms`)
      broken += 1
    }
    for (const pair of pairs) console.log(`  ${pair}`)
    for (const { check, what } of violations) console.log(`  ${check}: ${what}`)
    broken += violations.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
process.exit(broken === 0 ? 0 : 1)
