/** Tests of the address import with a real database: complete, wrong, interrupted and newer files, postcodes, progress. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { beginImport } from '#db/address-import/build-edition.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { databaseForFile } from '#test/database.ts'
import { headerLine, type LinzRow, linzSample, writeLinzFile } from '#test/linz-file.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { eventually } from '#test/test-app.ts'
import { type ImportOptions, importFile, progressReport } from './import-file.ts'
import { postcodesOf } from './linz-file.ts'

const database = await databaseForFile()
afterEach(() =>
  database.query(`
    truncate address_book.street, address_book.address, address_book.word, address_import;
    drop schema if exists address_book_incoming cascade`),
)

const row = (id: number, road: string, more: LinzRow = {}): LinzRow => ({
  address_id: String(id),
  address_number: '12',
  road_name: road,
  road_type_name: 'Street',
  suburb_locality: 'Mount Eden',
  town_city: 'Auckland',
  address_lifecycle: 'Current',
  ...more,
})

async function fileOf(rows: Iterable<LinzRow>): Promise<string> {
  const path = join(await temporaryDir(), 'nz-addresses.csv')
  await writeLinzFile(path, rows)
  return path
}

const run = (path: string, options: Partial<ImportOptions> = {}) =>
  importFile({ pool: database.pool, path, mayShrink: false, onProgress: () => undefined, ...options })

const suggest = async (typed: string) =>
  (await addressBook(addressBookRepository(database.kysely)).suggest(typed)).map(line => line.text)

const idsInBook = async () => {
  const rows = await database.query('select id from address_book.address order by id')
  return rows.map(each => each.id)
}

describe('[CAR-09] the import of addresses', () => {
  test('reads names, units, levels, ranges, water addresses and postcodes from LINZ rows', async () => {
    const path = await fileOf([
      row(1, 'Ōtara', { unit_type: 'Flat', unit_value: '3', address_number_suffix: 'A' }),
      row(2, 'Quoted, "the"', { address_number_high: '14' }),
      row(3, 'Upland', { level_type: 'Level', level_value: '5' }),
      row(4, '', {
        water_name: 'Endeavour Inlet',
        road_type_name: '',
        suburb_locality: 'Nowhere',
        town_city: '',
      }),
      row(5, 'Retired', { address_lifecycle: 'Retired' }),
      row(6, 'Main', { road_name_prefix: 'Old', road_suffix: 'East' }),
      row(7, 'Puka', { address_number: '1', address_number_suffix: 'A', address_number_high: '7' }),
    ])
    expect(await run(path)).toMatchObject({ outcome: 'imported', rows: 6, unreadable: 0 })
    expect(await suggest('otara')).toEqual(['3/12A Ōtara Street, Mount Eden, Auckland 1024'])
    expect(await suggest('12 quoted')).toEqual(['12-14 Quoted, "the" Street, Mount Eden, Auckland 1024'])
    expect(await suggest('level 5, 12 upland')).toEqual([
      'Level 5, 12 Upland Street, Mount Eden, Auckland 1024',
    ])
    expect(await suggest('endeavour')).toEqual(['12 Endeavour Inlet, Nowhere'])
    expect(await suggest('retired')).toEqual([])
    for (const typed of ['1a-7a puka', '1a puka', '1 puka', '5 puka'])
      expect(await suggest(typed), typed).toEqual(['1A-7A Puka Street, Mount Eden, Auckland 1024'])
    expect(await suggest('old main e')).toEqual(['12 Old Main Street East, Mount Eden, Auckland 1024'])
  })

  test('changes nothing if the same file is imported again', async () => {
    const path = await fileOf([row(1, 'Queen'), row(2, 'King')])
    await run(path)
    const tables = () =>
      database.query("select 'address_book.address'::regclass::oid, count(*) from address_import")
    const before = await tables()
    expect(await run(path)).toEqual({ outcome: 'unchanged' })
    expect(await tables()).toEqual(before)
  })

  test('a newer file updates addresses by id, adds new ones and removes missing ones', async () => {
    await run(await fileOf([row(1, 'Queen'), row(2, 'King'), row(3, 'Prince')]))
    await run(await fileOf([row(1, 'Queen'), row(2, 'Kings'), row(4, 'Duke')]))
    expect(await idsInBook()).toEqual(['1', '2', '4'])
    expect(await suggest('prince')).toEqual([])
    expect(await suggest('12 king')).toEqual(['12 Kings Street, Mount Eden, Auckland 1024'])
    expect(await suggest('12 duke')).toHaveLength(1)
  })

  test('resumes after a kill, and imports every address once', async () => {
    const count = 60_000
    const path = await fileOf(linzSample({ rows: count }).rows())
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'scripts/import-addresses.ts', path],
      { env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: database.url }, stdio: 'ignore' },
    )
    const ended = once(child, 'close')
    const position = () => database.query('select position from address_import where finished_at is null')
    await eventually(async () => ((await position())[0]?.position ?? 0) > 0)
    child.kill('SIGKILL')
    await ended
    const left = (await position())[0]?.position ?? 0
    expect(left).toBeGreaterThan(0)
    expect(await idsInBook()).toEqual([])

    // The lease of a killed process blocks the import until it expires; the test sets its expiry to now.
    await expect(run(path)).rejects.toThrow('was stopped within the last 10 seconds')
    await database.query('update address_import set held_until = now() where finished_at is null')
    const going = await run(path)
    expect(going).toMatchObject({ outcome: 'imported', rows: count, unreadable: 0 })
    expect(going.outcome === 'imported' && going.startedAt).toBeGreaterThanOrEqual(left)
    expect(await idsInBook()).toHaveLength(count)
  })

  test('restarts if another file is imported after an interruption', async () => {
    const stop = new Error('stopped')
    const onProgress = () => {
      throw stop
    }
    await expect(
      run(await fileOf([row(1, 'Queen'), row(2, 'King')]), { batchRows: 1, onProgress }),
    ).rejects.toBe(stop)
    await run(await fileOf([row(3, 'Duke')]))
    expect(await idsInBook()).toEqual(['3'])
  })

  test('refuses a second import while one is running', async () => {
    const client = await database.pool.connect()
    try {
      const first = await beginImport(client, 'a file that is long')
      if (typeof first === 'string') throw new Error(first)
      const other = await fileOf([row(1, 'Queen')])
      await expect(run(other)).rejects.toThrow('Another import is running on this database')
      await first.abort()
      expect(await run(other)).toMatchObject({ outcome: 'imported', rows: 1 })
    } finally {
      client.release(true)
    }
  })

  test('an import that lost its lease writes nothing', async () => {
    const path = await fileOf(linzSample({ rows: 3_000 }).rows())
    let taking: Promise<unknown> | undefined
    const onProgress = () => {
      taking ??= database.query(
        'update address_import set holder = gen_random_uuid() where finished_at is null',
      )
    }
    await expect(run(path, { batchRows: 500, onProgress })).rejects.toThrow(
      'The import has been taken over by another one.',
    )
    await taking
    expect(await idsInBook()).toEqual([])
  })

  test('imports a file with far fewer addresses only on request', async () => {
    await run(await fileOf([row(1, 'Queen'), row(2, 'King'), row(3, 'Prince')]))
    const path = await fileOf([row(1, 'Queen')])
    await expect(run(path)).rejects.toThrow(
      /holds 1 addresses and the book in use 3\. .* `npm run addresses:import -- --fewer \S+\.csv`/,
    )
    expect(await idsInBook()).toHaveLength(3)
    expect(await run(path, { mayShrink: true })).toMatchObject({ outcome: 'imported', rows: 1 })
    expect(await idsInBook()).toEqual(['1'])
  })

  test('leaves out and counts rows without an address', async () => {
    const good = Array.from({ length: 300 }, (_, index) => row(index + 1, 'Queen'))
    const path = await fileOf([...good, row(400, ''), row(401, 'Queen', { address_number: 'x' })])
    expect(await run(path)).toMatchObject({ rows: 300, unreadable: 2 })
  })

  const wrong: readonly [what: string, content: string | Buffer, message: RegExp][] = [
    ['is empty', '', /is no CSV file with a line of column names/],
    ['is a GeoPackage', Buffer.from('SQLite format 3\0\x10\0\n'), /is no CSV file/],
    [
      'is another table',
      'id,name\n1,x\n',
      /has no column address_id, unit_type, unit_value, level_type and 13 more/,
    ],
    [
      'lacks one column',
      headerLine.replace('town_city,', 'town,'),
      /has no column town_city\. It should be LINZ NZ Addresses/,
    ],
    ['has a header only', headerLine, /holds no address\./],
    ['has a row too short', `${headerLine}1,2,3\n`, /is broken after byte \d+: .* Was it copied whole\?/],
    ['holds only rows without an address', `${headerLine}${','.repeat(35)}\n`, /holds no address\./],
    [
      'is not UTF-8',
      Buffer.concat([
        Buffer.from(headerLine),
        Buffer.from(`1,1${','.repeat(15)}\xd4tara${','.repeat(19)}\n`, 'latin1'),
      ]),
      /holds no address/,
    ],
  ]
  test.each(wrong)('refuses a file that %s, with one sentence', async (_, content, message) => {
    const path = join(await temporaryDir(), 'wrong.csv')
    await writeFile(path, content)
    await expect(run(path)).rejects.toThrow(message)
    expect(await idsInBook()).toEqual([])
  })

  test('refuses a file that is missing, has a duplicate address or is cut off', async () => {
    await expect(run('/nowhere/at-all.csv')).rejects.toThrow(/cannot be read: ENOENT/)
    await expect(run(await fileOf([row(1, 'Queen'), row(1, 'King')]))).rejects.toThrow(
      /holds an address twice.*\(1\)/,
    )
    const path = await fileOf([row(1, 'Queen'), row(2, 'King')])
    await truncate(path, (await readFile(path)).length - 30)
    await expect(run(path)).rejects.toThrow(/is broken after byte/)
    await appendFile(path, 'x'.repeat(10))
    await expect(run(path)).rejects.toThrow(/is broken after byte/)
    expect(await idsInBook()).toEqual([])
  })
})

test.each([
  ['Mount Eden', 'Auckland', '1024'],
  ['Mt Eden', 'Auckland', '1024'],
  ['Māngere', 'Auckland', '2022'],
  ['Kensington', 'Whangārei', '0112'],
  // Either may be right; it depends on the street.
  ['Sandringham', 'Auckland', '1025 1041'],
  ['Grafton', 'Auckland', '1023 1010'],
  ['Riccarton', 'Christchurch', '8041 8011'],
  ['Leamington', 'Cambridge', ''],
  ['Unknown suburb', 'Auckland', ''],
  ['Aranga', '', ''],
])('[CAR-09] [EDGE-07] the postcodes of %s, %s are %j', (suburb, city, postcodes) => {
  expect(postcodesOf(suburb, city)).toBe(postcodes)
})

function reportTo(isTTY: boolean): string {
  let ms = 0
  let text = ''
  const report = progressReport({ isTTY, write: (more: string) => (text += more) }, () => ms)
  for (const share of [0, 3, 5, 10]) {
    ms = share * 1_000
    report.show({ bytesDone: share * 100, bytes: 1_000, rows: share * 1_000 })
  }
  report.end()
  return text
}

test('[CAR-09] on a terminal the import draws one bar', () => {
  const drawn = reportTo(true).split('\r')
  expect(drawn.at(-2)).toContain('[###############...............] 50 %, 5,000 addresses, about 5 s left')
  expect(drawn.at(-1)).toBe(`[${'#'.repeat(30)}] 100 %, 10,000 addresses, about 0 s left\u001b[K\n`)
})

test('[CAR-09] elsewhere the import writes plain lines', () => {
  const lines = reportTo(false).trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toBe('50 %, 5,000 addresses, about 5 s left')
})
