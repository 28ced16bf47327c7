/**
 * `npm run bench`: benchmarks of the server in one table; times are ratios to a baseline of the same run. `-- overload`,
 * `-- growth [quotes …]`, `-- restarts [count]` and `-- soak [minutes]` run long. Exits with 1 if a figure misses its target.
 */
import { type Figure, storeFigures } from './figures/figure-store.ts'
import { callFigures } from './load/call-figures.ts'
import { databaseFigures } from './load/database-figures.ts'
import { type BenchEnvironment, minimalEnvironment, openBenchEnvironment } from './load/environment.ts'
import { growth } from './load/growth.ts'
import { documentFigure, purchaseFigures } from './load/node-figures.ts'
import { overload } from './load/overload.ts'
import { restarts } from './load/restarts.ts'
import { soak } from './load/soak.ts'
import { startFigures } from './load/start-figures.ts'

const everyday = async (): Promise<Figure[]> => [
  ...(await inEnvironment(async environment => [
    ...(await databaseFigures(await environment.node(minimalEnvironment), environment)),
    ...(await callFigures(environment)),
  ])),
  // In an environment of its own, because its node is pinned to a core.
  ...(await inEnvironment(purchaseFigures)),
  await documentFigure(),
  ...(await startFigures()),
]

async function inEnvironment(
  measure: (environment: BenchEnvironment) => Promise<Figure[]>,
): Promise<Figure[]> {
  const environment = await openBenchEnvironment()
  try {
    return await measure(environment)
  } finally {
    await environment.close()
  }
}

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  everyday,
  overload: () => inEnvironment(overload),
  growth: () =>
    inEnvironment(environment =>
      growth(environment, process.argv.length > 3 ? process.argv.slice(3).map(Number) : undefined),
    ),
  restarts: () => inEnvironment(environment => restarts(environment, Number(process.argv[3] ?? 50))),
  soak: () => inEnvironment(environment => soak(environment, Number(process.argv[3] ?? 30))),
}
const name = process.argv[2] ?? 'everyday'
const bench = benches[name]
if (!bench) throw new Error(`The benches are ${Object.keys(benches).join(', ')}.`)
const figures = await bench()
console.table(figures)
storeFigures(name === 'everyday' ? 'bench' : `bench -- ${process.argv.slice(2).join(' ')}`, figures)
process.exitCode = figures.some(figure => figure.holds === false) ? 1 : 0
