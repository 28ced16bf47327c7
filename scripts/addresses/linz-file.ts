/** Reads the LINZ NZ Addresses file in batches with their position, so that the import can resume. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import type { AddressRecord, Batch } from '#db/address-import/build-edition.ts'
import { neededColumns, rowReader } from './linz-row.ts'

/** The file cannot be imported; the message is for the operator. */
export class LinzFileError extends Error {
  override name = 'LinzFileError'
}

export interface LinzFile {
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal. */
  readonly hash: string
  readonly header: readonly string[]
  /** The first byte after the header. */
  readonly firstRow: number
}

const longestHeader = 16_384
const chunkBytes = 1 << 20

/** Reads the header and the whole file's hash. Throws LinzFileError. */
export async function openLinzFile(path: string): Promise<LinzFile> {
  const { start, bytes } = await readStart(path)
  const { header, firstRow } = readHeader(path, start)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) hash.update(chunk)
  return { path, bytes, hash: hash.digest('hex'), header, firstRow }
}

async function readStart(path: string): Promise<{ start: Buffer; bytes: number }> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
      return { start: buffer.subarray(0, bytesRead), bytes: (await file.stat()).size }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new LinzFileError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function readHeader(path: string, start: Buffer): { header: string[]; firstRow: number } {
  const wanted = 'It should be LINZ NZ Addresses (layer 105689), exported as CSV.'
  const isText = !start.includes(0)
  const end = start.indexOf('\n')
  if (!isText || end < 0)
    throw new LinzFileError(`${path} is no CSV file with a line of column names. ${wanted}`)
  const [header = []] = headerRows(start.subarray(0, end))
  const missing = neededColumns.filter(column => !header.includes(column))
  if (missing.length > 0)
    throw new LinzFileError(
      `${path} has no column ${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ` and ${missing.length - 4} more` : ''}. ${wanted}`,
    )
  return { header, firstRow: end + 1 }
}

function headerRows(line: Buffer): string[][] {
  try {
    return parseWhole(line, { bom: true })
  } catch {
    return []
  }
}

/** Yields the batches from the byte `from`. Throws LinzFileError if the file is cut off or not CSV. */
export async function* batchesOf(file: LinzFile, from: number, batchRows: number): AsyncGenerator<Batch> {
  const read = rowReader(file.header)
  const source = createReadStream(file.path, { start: from, highWaterMark: chunkBytes })
  const parser = parse({ info: true, columns: false })
  source.on('error', error => parser.destroy(error))
  let addresses: AddressRecord[] = []
  let unreadable = 0
  let rows = 0
  let position = from
  const batch = (): Batch => ({ addresses, unreadable, position })
  try {
    for await (const { record, info } of source.pipe(parser)) {
      if (record.length !== file.header.length)
        throw new CsvError('CSV_RECORD_INCONSISTENT_COLUMNS', 'too short')
      const address = read(record)
      if (address === 'unreadable') unreadable += 1
      else if (address !== 'retired') addresses.push(address)
      position = from + info.bytes
      rows += 1
      if (rows % batchRows === 0) {
        yield batch()
        addresses = []
        unreadable = 0
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new LinzFileError(
      `${file.path} is broken after byte ${position}: ${error.message}. Was it copied whole?`,
    )
  } finally {
    source.destroy()
  }
  yield batch()
}
