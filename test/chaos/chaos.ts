/**
 * `npm run chaos [-- --journeys=1000 --seeds=3 --seed=… --at-once=24 --faults=0.3]`: customers buy while nodes, database
 * and partners fail; prints a table, and ends with 1 where anything was lost, doubled or left undone.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantName } from '../faults/mutants.ts'
import { chaos, usualChaos } from './run.ts'

const { values } = parseArgs({
  options: {
    journeys: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '3' },
    seed: { type: 'string', multiple: true, default: [] },
    'at-once': { type: 'string', default: String(usualChaos.atOnce) },
    faults: { type: 'string', default: String(usualChaos.faultRate) },
    'kill-every': { type: 'string', default: String(usualChaos.killEveryMs) },
    mutant: { type: 'string' },
    'restart-every': { type: 'string', default: String(usualChaos.restartEveryMs) },
  },
})
const seeds =
  values.seed.length > 0
    ? values.seed
    : Array.from({ length: Number(values.seeds) }, () => String(randomInt(1_000_000)))

let broken = 0
for (const seed of seeds) {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-chaos-'))
  const options = {
    ...usualChaos,
    seed,
    journeys: Number(values.journeys),
    atOnce: Number(values['at-once']),
    faultRate: Number(values.faults),
    killEveryMs: Number(values['kill-every']),
    restartEveryMs: Number(values['restart-every']),
    ...(values.mutant === undefined ? {} : { mutant: values.mutant as MutantName }),
  }
  console.log(
    `seed ${seed} · ${options.journeys} journeys, ${options.atOnce} at once · faults ${options.faultRate} · a node killed every ${options.killEveryMs} ms, the database every ${options.restartEveryMs} ms`,
  )
  try {
    const { figures, violations } = await chaos(folder, options)
    console.table(figures)
    console.log(violations.length === 0 ? 'nothing lost, nothing doubled' : `${violations.length} violations`)
    for (const { check, what } of violations) console.log(`  ${check}: ${what}`)
    broken += violations.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
process.exit(broken === 0 ? 0 : 1)
