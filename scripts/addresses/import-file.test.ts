/** Tests of the address import with a real database: complete, wrong, interrupted and newer files, postcodes. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { replaceAddressBook } from '#db/address-import/replace-address-book.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { databaseForFile } from '#test/database.ts'
import { headerLine, type LinzRow, linzSample, writeLinzFile } from '#test/linz-file.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { eventually } from '#test/test-app.ts'
import { type ImportOptions, importFile } from './import-file.ts'
import { postcodesOf } from './linz-file.ts'

const database = await databaseForFile()
afterEach(() =>
  database.pool.query(`
    truncate address_book.street, address_book.address, address_book.word, address_import`),
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
  importFile({ db: database.kysely, path, mayShrink: false, print: () => undefined, ...options })

const command = ['--disable-warning=ExperimentalWarning', 'scripts/import-addresses.ts']
const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: database.url }

const suggest = async (typed: string) =>
  (await addressBook(addressBookRepository(database.kysely)).suggest(typed)).map(line => line.text)

const idsInBook = async () => {
  const rows = await database.query('select id from address_book.address order by id')
  return rows.map(each => each.id)
}

describe('[CAR-09] the import of addresses', () => {
  test('reads names, units, levels, ranges, water addresses and postcodes from LINZ rows', async () => {
    const water = { road_type_name: '', suburb_locality: 'Nowhere', town_city: '' }
    const path = await fileOf([
      row(1, 'Ōtara', { unit_type: 'Flat', unit_value: '3', address_number_suffix: 'A' }),
      row(2, 'Quoted, "the"', { address_number_high: '14' }),
      row(3, 'Upland', { level_type: 'Level', level_value: '5' }),
      row(4, '', { water_name: 'Endeavour Inlet', ...water }),
      row(5, 'Retired', { address_lifecycle: 'Retired' }),
      row(6, 'Main', { road_name_prefix: 'Old', road_suffix: 'East' }),
      row(7, 'Puka', { address_number: '1', address_number_suffix: 'A', address_number_high: '7' }),
    ])
    expect(await run(path)).toMatchObject({ outcome: 'replaced', rows: 6, unreadable: 0 })
    const eden = ', Mount Eden, Auckland 1024'
    for (const [typed, found] of [
      ['otara', `3/12A Ōtara Street${eden}`],
      ['12 quoted', `12-14 Quoted, "the" Street${eden}`],
      ['level 5, 12 upland', `Level 5, 12 Upland Street${eden}`],
      ['endeavour', '12 Endeavour Inlet, Nowhere'],
      ['retired', undefined],
      ...['1a-7a puka', '1a puka', '1 puka', '5 puka'].map(typed => [typed, `1A-7A Puka Street${eden}`]),
      ['old main e', `12 Old Main Street East${eden}`],
    ])
      expect(await suggest(typed ?? ''), typed).toEqual(found ? [found] : [])
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

  test('searches use the old table until the new one is complete, and never fail', async () => {
    await run(await fileOf([row(1, 'Queen')]))
    const rows = [...linzSample({ rows: 20_000 }).rows(), row(2, 'Queen', { address_number: '77' })]
    const state = { isDone: false }
    const ended = run(await fileOf(rows), { batchRows: 1_000 }).finally(() => {
      state.isDone = true
    })
    const seen = new Set<string>()
    while (!state.isDone) seen.add((await suggest('queen street mount eden auckland')).join())
    await ended
    seen.add((await suggest('77 queen street mount eden auckland')).join())
    expect(seen).toContain('12 Queen Street, Mount Eden, Auckland 1024')
    expect(seen).toContain('77 Queen Street, Mount Eden, Auckland 1024')
  })

  test('a killed import leaves the edition in use, and the next one starts from the beginning', async () => {
    await run(await fileOf([row(1, 'Queen')]))
    const count = 15_000
    const path = await fileOf(linzSample({ rows: count }).rows())
    // A reader of the old tables: the import cannot end before it is killed.
    const reader = await database.pool.connect()
    await reader.query(`
      set idle_in_transaction_session_timeout = 0; begin; lock table address_book.word in access share mode`)
    const child = spawn(process.execPath, [...command, path], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await ended
    reader.release(true)
    // The server ends the transaction when it notices.
    const locks = "select from pg_locks where relation = 'address_import'::regclass"
    await eventually(async () => (await database.query(locks)).length === 0)
    expect(await idsInBook()).toEqual(['1'])
    expect(await run(path)).toEqual({ outcome: 'replaced', rows: count, unreadable: 0 })
    expect(await idsInBook()).toHaveLength(count)
  })

  test('refuses a second import while one is running', async () => {
    const other = await fileOf([row(1, 'Queen')])
    const stop = new Error('stopped')
    const first = replaceAddressBook(database.kysely, 'a file that is long', async () => {
      await expect(run(other)).rejects.toThrow('Another import is running on this database.')
      throw stop
    })
    await expect(first).rejects.toBe(stop)
    expect(await run(other)).toMatchObject({ outcome: 'replaced', rows: 1 })
  })

  test('imports a file with far fewer addresses only on request', async () => {
    await run(await fileOf([row(1, 'Queen'), row(2, 'King'), row(3, 'Prince')]))
    const path = await fileOf([row(1, 'Queen')])
    await expect(run(path)).rejects.toThrow(
      /holds 1 addresses and the book in use 3\. .* `npm run addresses:import -- --fewer \S+\.csv`/,
    )
    expect(await idsInBook()).toHaveLength(3)
    expect(await run(path, { mayShrink: true })).toMatchObject({ outcome: 'replaced', rows: 1 })
    expect(await idsInBook()).toEqual(['1'])
  })

  test('prints a line for each tenth of the file', async () => {
    const lines: string[] = []
    const rows = Array.from({ length: 1_200 }, (_, index) => row(index + 1, 'Queen'))
    await run(await fileOf(rows), { batchRows: 10, print: line => lines.push(line) })
    expect(lines.map(line => line.replace(/,.*/, ''))).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index + 1}0 %`),
    )
    expect(lines.at(-1)).toBe('100 %, 1,200 addresses')
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
      /no column address_id, unit_type, unit_value, level_type and 13 more/,
    ],
    [
      'lacks one column',
      headerLine.replace('town_city,', 'town,'),
      /no column town_city\. It should be LINZ NZ/,
    ],
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
  { args: [], code: 2, sentence: 'npm run addresses:import FILE.csv' },
  { args: ['--few', 'one.csv'], code: 2, sentence: "Unknown option '--few'" },
  { args: ['/nowhere/at-all.csv'], code: 1, sentence: '/nowhere/at-all.csv cannot be read: ENOENT' },
])('[CAR-09] the command with $args prints a sentence and exits with $code', ({ args, code, sentence }) => {
  const { status, stderr } = spawnSync(process.execPath, [...command, ...args], { env, encoding: 'utf8' })
  expect(status).toBe(code)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})

test.each([
  ['Mount Eden', 'Auckland', '1024'],
  ['Mt Eden', 'Auckland', '1024'],
  ['Kensington', 'Whangārei', '0112'],
  // Either may be right; it depends on the street.
  ['Sandringham', 'Auckland', '1025 1041'],
  ['Riccarton', 'Christchurch', '8041 8011'],
  ['Leamington', 'Cambridge', ''],
  ['Unknown suburb', 'Auckland', ''],
  ['Aranga', '', ''],
])('[CAR-09] [EDGE-07] the postcodes of %s, %s are %j', (suburb, city, postcodes) => {
  expect(postcodesOf(suburb, city)).toBe(postcodes)
})
