/**
 * `npm run chaos [-- --journeys=1000 --seeds=3 --seed=…]`: customers buy while nodes, database and partners fail. Exits
 * with 1 on a violation.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, storeFigures } from '../../bench/figures/figure-store.ts'
import { chaos } from './run.ts'

const { values } = parseArgs({
  options: {
    journeys: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '3' },
    seed: { type: 'string', multiple: true, default: [] },
  },
})
const journeys = Number(values.journeys)
const randomSeeds = Array.from({ length: Number(values.seeds) }, () => String(randomInt(1_000_000)))

let broken = 0
const kept: Figure[] = []
for (const seed of values.seed.length > 0 ? values.seed : randomSeeds) {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-chaos-'))
  console.log(`seed ${seed} · ${journeys} journeys`)
  try {
    const { figures, violations } = await chaos(folder, { seed, journeys })
    console.table(figures)
    console.log(violations.length === 0 ? 'nothing lost, nothing doubled' : `${violations.length} violations`)
    for (const { check, what } of violations) console.log(`  ${check}: ${what}`)
    broken += violations.length
    kept.push({
      name: `seed ${seed}: ${figures.journeys} journeys, ${figures.kills} kills, ${figures.databaseRestarts} restarts of the database, ${figures.partnerFaults} faults of partners`,
      measured: `${figures.policies} policies; lost, doubled, unpaid or unserved: ${violations.length}`,
      floor: '',
      ratio: null,
      reach: '0',
      holds: violations.length === 0,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
// The figures of a short run are not stored.
if (journeys >= 1000) storeFigures('chaos', kept)
process.exit(broken === 0 ? 0 : 1)
