/**
 * `npm run chaos [-- --journeys=1000 --seeds=3 --seed=… --at-once=80 --faults=0.3 --mutant=…]`: customers buy
 * while nodes, database and partners fail. Exits with 1 on a violation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type MutantName, mutants } from '#test/schedules/mutants.ts'
import { type Figure, storeFigures } from '../../bench/figures/figure-store.ts'
import { chaos, usualChaos } from './run.ts'
import { seedsOf } from './seeded-random.ts'

const { values } = parseArgs({
  options: {
    journeys: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '3' },
    seed: { type: 'string', multiple: true, default: [] },
    'at-once': { type: 'string', default: String(usualChaos.atOnce) },
    faults: { type: 'string', default: String(usualChaos.faultRate) },
    'kill-every': { type: 'string', default: String(usualChaos.killEveryMs) },
    'restart-every': { type: 'string', default: String(usualChaos.restartEveryMs) },
    mutant: { type: 'string' },
  },
})
const { mutant } = values
if (mutant !== undefined && !(mutant in mutants)) throw new Error(`the mutants: ${Object.keys(mutants)}`)

let broken = 0
const kept: Figure[] = []
for (const seed of seedsOf(values)) {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-chaos-'))
  const options = {
    ...usualChaos,
    seed,
    journeys: Number(values.journeys),
    atOnce: Number(values['at-once']),
    faultRate: Number(values.faults),
    killEveryMs: Number(values['kill-every']),
    restartEveryMs: Number(values['restart-every']),
    ...(mutant === undefined ? {} : { mutant: mutant as MutantName }),
  }
  const { journeys, atOnce, faultRate, killEveryMs, restartEveryMs } = options
  console.log(
    `seed ${seed} · ${journeys} journeys, ${atOnce} at once · faults ${faultRate} · a node killed every ${killEveryMs} ms, the database every ${restartEveryMs} ms${mutant === undefined ? '' : ` · mutant ${mutant}`}`,
  )
  try {
    const { figures, violations } = await chaos(folder, options)
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
// The figures of a short run or of a mutant are not stored.
const isWhole = Number(values.journeys) >= 1000 && mutant === undefined
if (isWhole) storeFigures('chaos', kept)
process.exit(broken === 0 ? 0 : 1)
