/**
 * `npm run bench`: benchmarks of the server in one table; times are ratios to a baseline of the same run. `-- overload`,
 * `-- growth [quotes …]`, `-- restarts [count]` and `-- soak [minutes]` run long. Exits with 1 if a figure misses its target.
 */
import { storeFigures } from '../scripts/figures/store.ts'
import { callFigures } from './load/call-figures.ts'
import { databaseFigures } from './load/database-figures.ts'
import { type BenchEnvironment, minimalEnvironment, openBenchEnvironment } from './load/environment.ts'
import { growth } from './load/growth.ts'
import { documentFigure, purchaseFigures } from './load/node-figures.ts'
import { overload } from './load/overload.ts'
import { restarts } from './load/restarts.ts'
import { soak } from './load/soak.ts'
import { startFigures } from './load/start-figures.ts'
import { type Figure, printTable } from './load/statistics.ts'

const everyday = async (): Promise<Figure[]> => [
  ...(await onAStand(async stand => [
    ...(await databaseFigures(await stand.node(minimalEnvironment), stand)),
    ...(await callFigures(stand)),
  ])),
  // On a stand of its own: its node is pinned to a core.
  ...(await onAStand(purchaseFigures)),
  await documentFigure(),
  ...(await startFigures()),
]

async function onAStand(measure: (stand: BenchEnvironment) => Promise<Figure[]>): Promise<Figure[]> {
  const stand = await openBenchEnvironment()
  try {
    return await measure(stand)
  } finally {
    await stand.close()
  }
}

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  everyday,
  overload: () => onAStand(overload),
  growth: () =>
    onAStand(stand => growth(stand, process.argv.length > 3 ? process.argv.slice(3).map(Number) : undefined)),
  restarts: () => onAStand(stand => restarts(stand, Number(process.argv[3] ?? 50))),
  soak: () => onAStand(stand => soak(stand, Number(process.argv[3] ?? 30))),
}
const name = process.argv[2] ?? 'everyday'
const bench = benches[name]
if (!bench) throw new Error(`There are the benches ${Object.keys(benches).join(', ')}.`)
const figures = await bench()
printTable(figures)
storeFigures(name === 'everyday' ? 'bench' : `bench -- ${process.argv.slice(2).join(' ')}`, figures)
process.exitCode = figures.some(figure => figure.holds === false) ? 1 : 0
