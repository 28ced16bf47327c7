/** Tests of the address book adapter: the ways people write addresses, and invalid input. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { emptyAddressParts } from '#journey/address.ts'
import { fillAddressBook, type KnownAddress } from '#test/address-book.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { splitAddressLine } from '#web/features/address-search/address-lookups.ts'
import { addressBook } from './address-book.ts'
import type { AddressService } from './port.ts'

const known = (
  addressId: string,
  streetNumber: string,
  [streetName, streetType]: [string, string],
  [suburb, city, postcode]: Place,
  more: Partial<KnownAddress['addressInBrokenDownForm']> = {},
): KnownAddress => ({
  addressId,
  suburb,
  city,
  postcode,
  addressInBrokenDownForm: { ...emptyAddressParts, streetNumber, streetName, streetType, ...more },
})

type Place = readonly [suburb: string, city: string, postcode: string]
const mountEden: Place = ['Mount Eden', 'Auckland', '1024']
const saintHeliers: Place = ['Saint Heliers', 'Auckland', '1071']
const leamington: Place = ['Leamington', 'Cambridge', '']
const devonport: Place = ['Devonport', 'Auckland', '0624']

const addresses = [
  known('house', '210', ['Dominion', 'Road'], mountEden),
  known('unit', '210', ['Dominion', 'Road'], mountEden, { unitType: 'Unit', unitNumber: '3' }),
  known('unit-1', '210', ['Dominion', 'Road'], mountEden, { unitType: 'Unit', unitNumber: '12' }),
  known('letter', '21A', ['Dominion', 'Road'], mountEden),
  known('range', '23-25', ['Dominion', 'Road'], mountEden),
  known('office', '120', ['Albert', 'Street'], ['Auckland Central', 'Auckland', '1010'], {
    levelType: 'Level',
    levelNumber: '5',
  }),
  known('bay', '7', ['Saint Heliers Bay', 'Road'], saintHeliers),
  known('bay-2', '7', ['Polygon', 'Road'], saintHeliers),
  known('otara', '5', ['Ōtara', 'Road'], ['Ōtara', 'Auckland', '2023']),
  known('queen', '12', ['Queen', 'Street'], ['Richmond', 'Richmond', '7020']),
  known('queens', '12', ['Queens', 'Drive'], ['Richmond', 'Richmond', '7020']),
  known('highway', '40', ['State Highway 1', ''], ['Aranga', '', '']),
  known('connell', '1', ["O'Connell", 'Street'], mountEden),
  known('two-codes', '4', ['Kiwitea', 'Street'], ['Sandringham', 'Auckland', '1025 1041']),
  known('88', '88', ['Albert', 'Road'], devonport),
  known('88-92', '88-92', ['Albert', 'Road'], devonport),
  known('88-90', '88-90', ['Albert', 'Road'], devonport, { unitType: 'Flat', unitNumber: '2' }),
  known('1a-7a', '1A-7A', ['Puka', 'Place'], mountEden),
  known('ground', '12', ['Shore', 'Street'], devonport, { levelType: 'Ground Floor' }),
  known('basement', '12', ['Shore', 'Street'], devonport, { levelType: 'Basement', levelNumber: '1' }),
  known('level-m', '12', ['Shore', 'Street'], devonport, { levelType: 'Level', levelNumber: 'M' }),
  known('penthouse', '12', ['Shore', 'Street'], devonport, { unitType: 'Penthouse' }),
  known('f3', '12', ['Shore', 'Street'], devonport, { unitType: 'Flat', unitNumber: 'F3' }),
  known('both', '12', ['Shore', 'Street'], devonport, {
    unitType: 'Suite',
    unitNumber: '2A',
    levelType: 'Level',
    levelNumber: '7',
  }),
  known('units', '12', ['Shore', 'Street'], devonport, { unitType: 'Unit', unitNumber: '4-5' }),
  known('hyphen', '6', ['Taumata-rau', 'Drive'], mountEden),
  known('together', '8', ['Teatatu', 'Road'], mountEden),
  known('apart', '8', ['Te Ara Tahi', 'Way'], mountEden),
  known('rural', '5', ['Farm', 'Road'], ['RD 3', 'Albany', '0793']),
  known('aotearoa', '5', ['Aotearoa', 'Terrace'], mountEden),
  known('highway-22', '5', ['Highway 22', ''], ['Glen Murray', '', '']),
  known('no-code', '12', ['Wordsworth', 'Road'], leamington),
  known('no-code-long', '3432', ['Wordsworth', 'Road'], leamington),
  known('no-code-unit', '12', ['Wordsworth', 'Road'], leamington, { unitType: 'Flat', unitNumber: 'B' }),
]

let database: TestDatabase
let service: AddressService
beforeAll(async () => {
  database = await testDatabase()
  await fillAddressBook(database.kysely, addresses)
  service = addressBook(addressBookRepository(database.kysely))
})
afterAll(() => database.close())

const suggested = async (typed: string) => (await service.suggest(typed)).map(line => line.addressId)

describe('[CAR-09] [EDGE-07] the address book', () => {
  test.each([
    ['St Heliers', ['bay', 'bay-2']],
    ['Ōtara', ['otara']],
    ['Flat 3, 210 Dominion Rd, Mt Eden', ['unit']],
    ['210 Dominion Road, Mount Eden, Auckland 1024', ['house', 'unit', 'unit-1']],
    ['dominion road 21', ['letter', 'house', 'unit', 'unit-1']],
    ['dominion road 21 ', ['letter']],
    ['level 5, 120 albert', ['office']],
    ['12 queen', ['queen', 'queens']],
    ['12 queens', ['queens']],
    ['state highway 1 40', ['highway']],
    ['oconnell', ['connell']],
    ['1 domni', []],
    ['dominion road 102', ['letter', 'range', 'house', 'unit', 'unit-1']],
    ['210 dominoin raod mount edne', ['house', 'unit', 'unit-1']],
    ['3/210 odminion', ['unit']],
    ['4/210 dominion', []],
    ['211 dominion road', []],
    ['210 dominion road richmond', []],
    ['88 albert road', ['88', '88-90', '88-92']],
    ['90 albert road', ['88-90', '88-92']],
    ['2/90 albert road', ['88-90']],
    ['1 puka', ['1a-7a']],
    ['1b puka', []],
    ['ground floor 12 shore', ['ground']],
    ['basement 1, 12 shore', ['basement']],
    ['level m/12 shore', ['level-m']],
    ['penthouse, 12 shore', ['penthouse']],
    ['3/12 shore', ['f3']],
    ['level 7 suite 2a/12 shore', ['both']],
    ['4-5/12 shore', ['units']],
    ['taumatarau', ['hyphen']],
    ['6 taumata-rau dr', ['hyphen']],
    ['te atatu', ['together']],
    ['tearatahi', ['apart']],
    ['5 farm road r.d.3 albany', ['rural']],
    ['12 qeuen street rd 4', ['queen']],
    ['5 aotearoa tce nz', ['aotearoa']],
    ['5 sh22', ['highway-22']],
  ])('suggests for %j', async (typed, ids) => {
    expect(await suggested(typed)).toEqual(ids)
  })

  test.each([
    ['wildcards', '%_%'],
    ['a quote row', "'"],
    ['SQL', "12 queen' or 1=1; drop table quote; --"],
    ['backslashes', '\\12 \\\\'],
    ['nothing', ''],
    ['a search language', ':*&|!<->()'],
    ['control characters', '\u0000\u0001'],
    ['half a character', '\ud800'],
    ['a unit without a house', '12/'],
    ['ten thousand digits', '9'.repeat(10_000)],
    ['five thousand words', 'z '.repeat(5_000)],
  ])('returns no wrong address for %s', async (_, typed) => {
    for (const id of await suggested(typed)) expect(['queen', 'queens']).toContain(id)
    const search = { line: typed, suburb: typed, postcode: '' }
    expect(await service.find(search)).toEqual({ outcome: 'found', addresses: [] })
  })

  const found = async (line: string, suburb = '', postcode = '') => {
    const answer = await service.find({ line, suburb, postcode })
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    return answer.addresses.map(address => [address.addressId, address.postcode])
  }
  const lines = async (typed: string) => (await service.suggest(typed)).map(line => line.text)

  /** The addresses that are found for a suggested line, as the page searches for it. */
  const foundFor = async (text: string) => {
    const { addressInFreeForm, suburb, postcode } = splitAddressLine(text)
    return (await found(addressInFreeForm.addressLine1, suburb, postcode)).map(([id]) => id)
  }

  test('[HOLDER-05] finds every suggested line', async () => {
    const streets = new Set(addresses.map(one => one.addressInBrokenDownForm.streetName))
    for (const street of streets) {
      const suggestions = await service.suggest(street)
      expect(suggestions, street).not.toEqual([])
      for (const { addressId, text } of suggestions)
        expect(new Set(await foundFor(text)), text).toEqual(new Set([addressId]))
    }
  })

  test.each([
    ['88 Albert Road', ['88']],
    // A range that contains the number only if no house has it.
    ['90 Albert Road', ['88-92']],
    ['2/90 Albert Road', ['88-90']],
    ['91 Albert Road', []],
    ['1 Puka Place', ['1a-7a']],
    ['3A Puka Place', ['1a-7a']],
    ['1A-9A Puka Place', []],
    // A unit number may be a level only if no such unit exists.
    ['5/120 Albert Street', ['office']],
    ['Level 3, 210 Dominion Road', ['unit']],
    ['120 Albert Street', []],
    ['Basement, 12 Shore Street', []],
  ])('finds for %s', async (line, ids) => {
    expect((await found(line)).map(([id]) => id)).toEqual(ids)
  })

  test('finds an address without a known postcode, with or without a typed postcode', async () => {
    const line = '40 State Highway 1'
    expect(await found(line, 'Aranga')).toEqual([['highway', '']])
    expect(await found(line, 'Aranga', '0310')).toEqual([['highway', '0310']])
    expect(await found(`${line}, Aranga 0310`)).toEqual([['highway', '0310']])
    expect(await lines('40 state high')).toEqual(['40 State Highway 1, Aranga'])
    expect(await lines('40 state highway 1 aranga 0310')).toEqual(['40 State Highway 1, Aranga 0310'])
    // An incomplete postcode.
    expect(await lines('40 state highway 1 aranga 031')).toEqual([])
  })

  test('never reads a house number as a postcode', async () => {
    const line = '3432 Wordsworth Road, Leamington, Cambridge'
    expect(await lines('wordsworth road 3432')).toEqual([line])
    expect(await found('Wordsworth Road', '', '3432')).toEqual([])
    expect(await lines('3432 wordsworth road 3432')).toEqual([`${line} 3432`])
  })

  test('offers every postcode of a place with several, or the typed one', async () => {
    const line = '4 Kiwitea Street'
    expect(await found(line, 'Sandringham')).toEqual([
      ['two-codes', '1025'],
      ['two-codes', '1041'],
    ])
    expect(await found(line, 'Sandringham', '1041')).toEqual([['two-codes', '1041']])
    expect(await found(`${line}, Sandringham 1025`)).toEqual([['two-codes', '1025']])
    expect(await found(line, 'Sandringham', '1010')).toEqual([])
    expect(await lines('4 kiwitea')).toEqual(['4 Kiwitea Street, Sandringham, Auckland'])
    expect(await lines('4 kiwitea street 1041')).toEqual(['4 Kiwitea Street, Sandringham, Auckland 1041'])
  })
})

test('each search of an answer sees what an import has finished, whatever the default isolation of the session', async () => {
  const session = await openDatabase({ url: database.url }, { max: 1, onError: () => undefined })
  await session.pool.query('set default_transaction_isolation = serializable')
  const unknown = await addressBookRepository(session.kysely).read(async book => {
    const before = await book.unknown(['zealandia'])
    await database.pool.query(`insert into address_book.word values ('zealandia', 1, '{}')`)
    return [before.size, (await book.unknown(['zealandia'])).size]
  })
  expect(unknown).toEqual([1, 0])
  await session.close()
})
