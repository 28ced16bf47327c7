/**
 * Imports a LINZ file into the address table, for `npm run addresses:import`. It resumes after an interruption and
 * rejects a file that would leave a worse table.
 */
import type pg from 'pg'
import {
  type AddressImport,
  type Batch,
  beginImport,
  leaseSeconds,
} from '#db/address-import/build-edition.ts'
import { errorCode, uniqueViolation } from '#db/postgres-errors.ts'
import { batchesOf, LinzFileError, openLinzFile } from './linz-file.ts'

export interface Progress {
  readonly bytesDone: number
  readonly bytes: number
  readonly rows: number
}

export interface ImportOptions {
  readonly pool: pg.Pool
  readonly path: string
  /** Accept a file with far fewer addresses than the table in use. */
  readonly mayShrink: boolean
  readonly onProgress: (progress: Progress) => void
  readonly batchRows?: number
}

export type ImportOutcome =
  | {
      readonly outcome: 'imported'
      readonly rows: number
      readonly unreadable: number
      readonly startedAt: number
    }
  | { readonly outcome: 'unchanged' }

const mostUnreadable = 0.01
const leastOfPresent = 0.9

/** Throws LinzFileError. `startedAt` is the first byte that this run reads; after the header if it resumes. */
export async function importFile(options: ImportOptions): Promise<ImportOutcome> {
  const file = await openLinzFile(options.path)
  const client = await options.pool.connect()
  let held: AddressImport | undefined
  try {
    const begun = await beginImport(client, file.hash)
    if (begun === 'busy')
      throw new LinzFileError(
        `Another import is running on this database, or was stopped within the last ${leaseSeconds} seconds.`,
      )
    if (begun === 'finished') return { outcome: 'unchanged' }
    held = begun
    const startedAt = Math.max(file.firstRow, begun.state().position)
    const keep = async (batch: Batch) => {
      await begun.saveBatch(batch).catch(refuseDoubles(file.path))
      options.onProgress({ bytesDone: batch.position, bytes: file.bytes, rows: begun.state().rows })
    }
    await oneBehind(batchesOf(file, startedAt, options.batchRows ?? 5_000), keep)
    await refuseWorse(file.path, begun, options.mayShrink)
    await begun.finish()
    const { rows, unreadable } = begun.state()
    return { outcome: 'imported', rows, unreadable, startedAt }
  } finally {
    await held?.abort().catch(() => undefined)
    // Closes the connection, because its settings must not be reused.
    client.release(true)
  }
}

/** Reads the next batch while the database stores the previous one, so at most two are in memory. */
async function oneBehind(
  batches: AsyncIterable<Batch>,
  keep: (batch: Batch) => Promise<void>,
): Promise<void> {
  let keeping = Promise.resolve()
  try {
    for await (const batch of batches) {
      await keeping
      keeping = keep(batch)
      // Prevents an unhandled rejection until the promise is awaited.
      keeping.catch(() => undefined)
    }
  } finally {
    // If reading fails, the previous batch is still stored.
    await Promise.allSettled([keeping])
  }
  await keeping
}

function refuseDoubles(path: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof Error) || errorCode(error) !== uniqueViolation) throw error
    const detail = 'detail' in error ? String(error.detail) : ''
    throw new LinzFileError(`${path} holds an address twice. ${detail}`)
  }
}

async function refuseWorse(path: string, begun: AddressImport, mayShrink: boolean): Promise<void> {
  const { rows, unreadable } = begun.state()
  if (rows === 0) throw new LinzFileError(`${path} holds no address.`)
  if (unreadable > (rows + unreadable) * mostUnreadable)
    throw new LinzFileError(
      `${path}: ${unreadable} of ${rows + unreadable} rows say no address; the book stays as it is.`,
    )
  const present = await begun.currentRows()
  if (!mayShrink && rows < present * leastOfPresent)
    throw new LinzFileError(
      `${path} holds ${rows} addresses and the book in use ${present}. Is the file whole? If it is: \`npm run addresses:import -- --fewer ${path}\`.`,
    )
}

const barWidth = 30

const grouped = (count: number): string => count.toLocaleString('en-NZ')

/**
 * Prints a bar on a terminal, otherwise a line per tenth of the file. `now` in milliseconds. The rate ignores rows of an earlier,
 * interrupted run.
 */
export function progressReport(
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
): { show(progress: Progress): void; end(): void } {
  const startedAt = now()
  let first: Progress | undefined
  let shownTenth = -1

  const lineOf = (progress: Progress): string => {
    const share = progress.bytes === 0 ? 1 : progress.bytesDone / progress.bytes
    const seconds = (now() - startedAt) / 1_000
    const bytesASecond = (progress.bytesDone - (first?.bytesDone ?? 0)) / seconds
    const left =
      bytesASecond > 0 ? Math.ceil((progress.bytes - progress.bytesDone) / bytesASecond) : undefined
    const full = Math.round(share * barWidth)
    const bar = out.isTTY ? `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ` : ''
    const rest = left === undefined ? '' : `, about ${grouped(left)} s left`
    return `${bar}${Math.floor(share * 100)} %, ${grouped(progress.rows)} addresses${rest}`
  }

  return {
    show(progress) {
      const tenth = Math.floor((progress.bytesDone / Math.max(1, progress.bytes)) * 10)
      if (out.isTTY) out.write(`\r${lineOf(progress)}\u001b[K`)
      else if (tenth > shownTenth) out.write(`${lineOf(progress)}\n`)
      shownTenth = tenth
      first ??= progress
    },
    end() {
      if (out.isTTY && first) out.write('\n')
    },
  }
}
