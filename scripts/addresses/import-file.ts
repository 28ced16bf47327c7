/** Imports a file of New Zealand addresses (LINZ), for `npm run addresses:import`. */
import { stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { type EditionWriter, replaceAddressBook } from '#db/address-import/replace-address-book.ts'
import { errorCode, uniqueViolation } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { CommandError } from '../command.ts'
import { hashOfFile, readLinzFile } from './linz-file.ts'

export interface ImportOptions {
  readonly db: Kysely<Schema>
  readonly path: string
  /** Accept a file with far fewer addresses than the edition in use. */
  readonly mayShrink: boolean
  /** Called with a line for each tenth of the file. */
  readonly print: (line: string) => void
  readonly batchRows?: number
}

export type ImportOutcome =
  | { readonly outcome: 'replaced'; readonly rows: number; readonly unreadable: number }
  | { readonly outcome: 'unchanged' }

const mostUnreadable = 0.01
const leastOfPresent = 0.9

/** Throws CommandError or AddressImportError; the edition in use then stays. */
export async function importFile(options: ImportOptions): Promise<ImportOutcome> {
  const { db, path, print, batchRows = 5_000 } = options
  const fileHash = await hashOfFile(path)
  const { size } = await stat(path)
  let [rows, unreadable, tenths] = [0, 0, 0]
  const outcome = await replaceAddressBook(db, fileHash, async edition => {
    for await (const batch of readLinzFile(path, batchRows)) {
      await edition.add(batch.addresses).catch(refuseDoubles(path))
      rows += batch.addresses.length
      unreadable += batch.unreadable
      const read = Math.floor((batch.position / size) * 10)
      if (read > tenths) print(`${read * 10} %, ${rows.toLocaleString('en-NZ')} addresses`)
      tenths = read
    }
    refuseWorse(options, rows, unreadable, edition)
  })
  return outcome === 'unchanged' ? { outcome } : { outcome, rows, unreadable }
}

function refuseDoubles(path: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof Error) || errorCode(error) !== uniqueViolation) throw error
    const detail = 'detail' in error ? String(error.detail) : ''
    throw new CommandError(`${path} holds an address twice. ${detail}`)
  }
}

function refuseWorse(
  { path, mayShrink }: ImportOptions,
  rows: number,
  unreadable: number,
  { rowsInUse }: EditionWriter,
): void {
  if (rows === 0) throw new CommandError(`${path} holds no address.`)
  if (unreadable > (rows + unreadable) * mostUnreadable)
    throw new CommandError(
      `${path}: ${unreadable} of ${rows + unreadable} rows say no address; the book stays as it is.`,
    )
  if (!mayShrink && rows < rowsInUse * leastOfPresent)
    throw new CommandError(
      `${path} holds ${rows} addresses and the book in use ${rowsInUse}. Is the file whole? If it is: \`npm run addresses:import -- --fewer ${path}\`.`,
    )
}
