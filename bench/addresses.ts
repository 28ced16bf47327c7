/**
 * `npm run bench:addresses [rows]`: benchmark of the address import and search with as many rows as New
 * Zealand has (2.3 million by default), in the LINZ format: import time and memory, time per keystroke, and
 * index use of every plan. Exits with 1 when a figure or a plan misses its target.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linzSample, writeLinzFile } from '#test/linz-file.ts'
import { openConfiguredDatabase } from '../scripts/command.ts'
import { explainAll } from './addresses/plans.ts'
import { floor, measureTyping } from './addresses/typing.ts'
import { type Figure, figureWithoutBaseline, statedFigure, storeFigures } from './figures/figure-store.ts'

const mostMs = 20
const rows = Number(process.argv[2] ?? 2_300_000)
const failures: string[] = []
const figures: Figure[] = []

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The import in a process of its own, so that the measured peak memory is that of the import only. */
function runImport(file: string, dataDir: string): Promise<{ peakBytes: number }> {
  const measure = `process.on('exit', () => process.send?.(process.resourceUsage().maxRSS))`
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(measure)}`, 'scripts/import-addresses.ts', file],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'development' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  let peakBytes = 0
  child.on('message', kilobytes => {
    peakBytes = Number(kilobytes) * 1_024
  })
  return new Promise((resolve, reject) => {
    child.on('close', code =>
      code === 0 ? resolve({ peakBytes }) : reject(new Error(`the import ended with ${code}`)),
    )
  })
}

async function measure(folder: string): Promise<void> {
  const file = join(folder, 'addresses.csv')
  const sample = linzSample({ rows })
  await writeLinzFile(file, sample.rows())
  console.log(
    `file           ${rows} rows on ${sample.streets.length} streets, ${megabytes((await stat(file)).size)}`,
  )

  const dataDir = join(folder, 'data')
  // Held open meanwhile, so that the importer joins this server and does not stop it.
  const database = await openConfiguredDatabase(
    { database: null, dataDir },
    { onError: error => failures.push(String(error)) },
  )
  try {
    let peakBytes = 0
    const importMs = await timed(async () => {
      peakBytes = (await runImport(file, dataDir)).peakBytes
    })
    const againMs = await timed(() => runImport(file, dataDir))
    const size = await database.pool.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class
       where relnamespace = 'address_book'::regnamespace and relkind = 'r'`,
    )
    const importMeasured = `${seconds(importMs)}, ${megabytes(peakBytes)} of memory at most`
    figures.push(statedFigure(`import of ${rows} addresses`, importMeasured))
    console.log(`import         ${seconds(importMs)}, ${Math.round((rows / importMs) * 1_000)} rows a second`)
    console.log(`its memory     ${megabytes(peakBytes)} at most`)
    console.log(`same again     ${seconds(againMs)}, nothing changed`)
    console.log(`in the database ${megabytes(Number(size.rows[0]?.bytes ?? 0))}`)

    const typing = await measureTyping(database, sample)
    const floorMs = typing.find(({ name }) => name === floor)?.p99 ?? Number.NaN
    for (const { name, keystrokes, p50, p99, worst, worstTyped, found } of typing) {
      const times = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms ${worstTyped && ` ('${worstTyped}')`}`
      console.log(`${name.padEnd(14)} ${keystrokes} searches, ${times}${found}`)
      if (name === floor) continue
      const holds = p99 <= mostMs
      if (!holds) failures.push(`${name}: p99 is ${p99.toFixed(1)} ms, above ${mostMs} ms`)
      figures.push(
        figureWithoutBaseline(
          `${keystrokes} searches: ${name}`,
          `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
          `p99 ≤ ${mostMs} ms`,
          holds,
          `${floorMs.toFixed(1)} ms, p99, to ask nothing`,
        ),
      )
    }
    const plans = await explainAll(database)
    console.log(`plans          ${plans.explained} explained, ${plans.wrong.length} without an index`)
    failures.push(...plans.wrong)
    const withoutIndex = `${plans.wrong.length} of ${plans.explained}`
    figures.push(
      figureWithoutBaseline(
        'plans of a search without an index',
        withoutIndex,
        '0',
        plans.wrong.length === 0,
      ),
    )
  } finally {
    await database.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'openroad-bench-'))
try {
  await measure(folder)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}
storeFigures(process.argv[2] === undefined ? 'bench:addresses' : `bench:addresses -- ${rows}`, figures)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
