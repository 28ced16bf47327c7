/** Tests of an address import while another transaction reads the whole address book, as a dump does: both continue. */
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { databaseForFile } from '#test/database.ts'
import { eventually } from '#test/test-app.ts'
import { AddressImportError, type AddressRecord, replaceAddressBook } from './replace-address-book.ts'

let dump: pg.PoolClient
const database = await databaseForFile()
beforeEach(async () => {
  dump = await database.pool.connect()
  await replaceBy('Queen')
  await dump.query(`
    set idle_in_transaction_session_timeout = 0;
    begin;
    lock table address_book.street, address_book.address, address_book.word in access share mode`)
})
afterEach(async () => {
  dump.release(true)
  await database.pool.query('truncate address_import')
})

const address = (name: string): AddressRecord => ({
  id: '1',
  street: { name, type: 'Street', suffix: '', suburb: 'Mount Eden', city: 'Auckland', postcode: '1024' },
  house_number: 12,
  house: '12',
  unit_type: '',
  unit_number: '',
  level_type: '',
  level_number: '',
})

const replaceBy = (name: string, attempts?: number) =>
  replaceAddressBook(database.kysely, name, edition => edition.add([address(name)]), attempts)

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
    const replaced = replaceBy('King')
    await eventually(isWaitedFor)
    expect(await isKnown('queen')).toBe(true)
    await eventually(async () => !(await isWaitedFor()))
    expect(await isKnown('queen')).toBe(true)
    await dump.query('commit')
    await replaced
    expect([await isKnown('queen'), await isKnown('king')]).toEqual([false, true])
  })

  test('gives up after a time, and is imported another time', async () => {
    await expect(replaceBy('King', 2)).rejects.toBeInstanceOf(AddressImportError)
    expect(await isKnown('queen')).toBe(true)
    await dump.query('commit')
    await replaceBy('King')
    expect(await isKnown('king')).toBe(true)
  })
})
