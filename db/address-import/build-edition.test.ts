/**
 * Tests of the last step of an address import while another transaction reads the whole address book, as a
 * dump does: searches and the import both continue.
 */
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { databaseForFile } from '#test/database.ts'
import { eventually } from '#test/test-app.ts'
import { type AddressImport, type AddressRecord, beginImport } from './build-edition.ts'
import { AddressTablesInUseError, publishEdition } from './publish-edition.ts'

let importer: pg.PoolClient
let dump: pg.PoolClient
const database = await databaseForFile()
beforeEach(async () => {
  importer = await database.pool.connect()
  dump = await database.pool.connect()
  await (await begun('Queen')).finish()
  await dump.query(`
    set idle_in_transaction_session_timeout = 0;
    begin;
    lock table address_book.street, address_book.address, address_book.word in access share mode`)
})
afterEach(async () => {
  importer.release(true)
  dump.release(true)
  await database.query('drop schema if exists address_book_incoming cascade; truncate address_import')
})

const address = (name: string): AddressRecord => ({
  id: '1',
  street: { name, type: 'Street', suffix: '', suburb: 'Mount Eden', city: 'Auckland', postcode: '1024' },
  houseNumber: 12,
  house: '12',
  unitType: '',
  unitNumber: '',
  levelType: '',
  levelNumber: '',
})

/** All but its last step. */
async function begun(name: string): Promise<AddressImport> {
  const one = await beginImport(importer, name)
  if (typeof one === 'string') throw new Error(`the import is ${one}`)
  await one.saveBatch({ addresses: [address(name)], position: 1, unreadable: 0 })
  return one
}

const isKnown = async (word: string) =>
  (await addressBookRepository(database.kysely).read(book => book.unknown([word]))).size === 0

const isWaitedFor = async () => {
  const rows = await database.query(
    `select from pg_locks where not granted and relation = 'address_book.word'::regclass`,
  )
  return rows.length !== 0
}

describe('[CAR-09] replacing the address book during a database dump', () => {
  test('waits for the dump, and no search waits', async () => {
    const next = await begun('King')
    // One that began meanwhile reads what is half made as well.
    await dump.query('lock table address_book_incoming.found_street in access share mode')
    const finished = next.finish()
    await eventually(isWaitedFor)
    expect(await isKnown('queen')).toBe(true)
    await eventually(async () => !(await isWaitedFor()))
    expect(await isKnown('queen')).toBe(true)
    await dump.query('commit')
    await finished
    expect([await isKnown('queen'), await isKnown('king')]).toEqual([false, true])
  })

  test('gives up after a time, keeps its rows and can be finished later', async () => {
    const next = await begun('King')
    await importer.query('begin')
    await expect(publishEdition(importer, 2)).rejects.toBeInstanceOf(AddressTablesInUseError)
    await importer.query('rollback')
    expect(await isKnown('queen')).toBe(true)
    await dump.query('commit')
    await next.finish()
    expect(await isKnown('king')).toBe(true)
  })
})
