/** The contract tests of every address adapter, with the sandbox's service and with misbehaving partners. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address as agreed } from '#contract/schemas/common.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { addressText } from '#journey/address.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import fixtures from '#sandbox/data/addresses.json' with { type: 'json' }
import { type Sandbox, startSandbox } from '#sandbox/server.ts'
import { fillAddressBook } from '#test/address-book.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { splitAddressLine } from '#web/features/address-search/address-lookups.ts'
import { addressBook } from './address-book.ts'
import { addressfinder } from './addressfinder.ts'
import { matchAddresses } from './match-addresses.ts'
import type { AddressService } from './port.ts'

const sandboxService = (
  url: string,
  options: { readonly secret?: string; readonly timeoutMs?: number } = {},
): AddressService => addressfinder({ url, ...sandboxKeys.address, ...options })

let database: TestDatabase
let sandbox: Sandbox
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openroad-'))
  sandbox = await startSandbox({ dataDir })
  database = await testDatabase()
  await fillAddressBook(database.kysely, fixtures.addresses)
})
afterAll(async () => {
  await database.close()
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

const adapters: readonly [name: string, make: () => Promise<AddressService>][] = [
  ['addressfinder', async () => sandboxService(sandbox.origin)],
  ['address-book', async () => addressBook(addressBookRepository(database.kysely))],
]

const dominionRoad = 'NZ359DA7C6EB'
const albertStreet = 'NZ133C26BB0E'
const albertRoad = 'NZ9A41D7E0C2'
const pukaPlace = 'NZ3C8E52F1B7'
const highway = 'NZE15F08C34A'
const teAtatu = 'NZ70D2B6A95E'
const wainuiomata = 'NZ2B97C4D610'
const rosedale = 'NZ5A3E1096E7'
const bankStreet = 'NZ84E6A1F3D9'

describe.each(adapters)('%s', (_, make) => {
  test.each([
    ['3/210 dominion', ['3/210 Dominion Road, Mount Eden, Auckland 1024']],
    ['unit 3, 210 dominion rd', ['3/210 Dominion Road, Mount Eden, Auckland 1024']],
    ['210 dominion', ['3/210 Dominion Road, Mount Eden, Auckland 1024']],
    ['DOMINION ROAD MT EDEN', ['3/210 Dominion Road, Mount Eden, Auckland 1024']],
    ['61 massey rd, māngere', ['61 Massey Road, Mangere, Auckland 2022']],
    ['forbury rd saint clair', ['73 Forbury Road, St Clair, Dunedin 9012']],
    ['forbury road st cl', ['73 Forbury Road, St Clair, Dunedin 9012']],
    ['31 heret', ['31 Heretaunga Street East, Hastings 4122', '31 Heretaunga Street West, Hastings 4122']],
    ['12 que', ['12 Queen Street, Auckland Central, Auckland 1010']],
    ['nowhere at all', []],
    ['', []],
    ['  ,', []],
  ])('[CAR-09] suggests addresses while the customer types: %s', async (typed, lines) => {
    const found = await (await make()).suggest(typed)
    expect(found.map(({ text }) => text)).toEqual(lines)
  })

  test('[CAR-09] suggests eight lines at most', async () => {
    expect(await (await make()).suggest('auckland')).toHaveLength(8)
  })

  test.each([
    ['12 Queen Street', 'Auckland Central', '1010', ['NZ3EA5F1D29F']],
    ['12 queen st', '', '', ['NZ3EA5F1D29F']],
    ['3/210 Dominion Road', 'Mount Eden', '1024', ['NZ359DA7C6EB']],
    ['12 Queen Street', 'Auckland', '1010', ['NZ3EA5F1D29F']],
    ['Unit 3, 210 Dominion Rd', '', '', ['NZ359DA7C6EB']],
    ['Apt 3, 210 Dominion Rd', 'Auckland', '', ['NZ359DA7C6EB']],
    ['3/210 Dominion Road, Mount Eden, Auckland 1024', '', '', ['NZ359DA7C6EB']],
    ['Level 5, 120 Albert Street, Auckland Central, Auckland 1010', '', '', ['NZ133C26BB0E']],
    ['31 Heretaunga Street', 'Hastings', '4122', ['NZ22F7FB6119', 'NZ9BBEB9A9F3']],
    ['31 Heretaunga Street, Hastings', '', '', ['NZ22F7FB6119', 'NZ9BBEB9A9F3']],
    ['31 Heretaunga St East', '', '', ['NZ22F7FB6119']],
    ['Queen Street', '', '', ['NZ3EA5F1D29F', 'NZB89A7AC1D4']],
    ['Marine Parade', '', '', ['NZC163673F46', 'NZFFF2EE62BC']],
    ['73 Forbury Road', 'Saint Clair', '9012', ['NZ28B577E24C']],
    ['58 The Parade', 'Island Bay', '6023', ['NZFA64B5D682']],
    ['3 Lake Road', '', '', []],
    ['33 Fendalton Road', '', '', []],
    ['12 Queen Street', 'Richmond', '', []],
    ['12 Queen Street', '', '9999', []],
    ['1 Nowhere Lane', 'Atlantis', '0000', []],
    ['', 'Mount Eden', '1024', []],
  ])('[CAR-09] [EDGE-07] finds the address for %j, %j, %j', async (line, suburb, postcode, ids) => {
    const answer = await (await make()).find({ line, suburb, postcode })
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    expect(answer.addresses.map(({ addressId }) => addressId).sort()).toEqual([...ids].sort())
  })

  const found = async (typed: string) => {
    const answer = await (await make()).find(searchOf(typed))
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    return answer.addresses.map(({ addressId }) => addressId)
  }

  // One or two of each kind: the rules of matching are tested below, without a service.
  test.each([
    ['Flat 3, 210 Dominion Rd, Mt Eden, Auckland 1024', dominionRoad],
    ['c/- 3/210 Dominion Road', dominionRoad],
    ['Townhouse 3 - 210 Dominion Road', dominionRoad],
    ['5th floor, 120 Albert Street', albertStreet],
    ['Suite 5/120 Albert St, Auckland Central', albertStreet],
    ['Apt 7b, 28 Nelson St', 'NZFDE75D53EF'],
    ['Villa 1204, 35 Taranaki Street', 'NZC2E3E7BDB4'],
    ['88 – 92 Albert Road, Devonport', albertRoad],
    ['90 Albert Road', albertRoad],
    ['3A Puka Place', pukaPlace],
    ['14 Rosedale Road R. D. 3, Albany', rosedale],
    ['14 Rosedale Road, Rural Delivery No. 3, Albany, Auckland 0632, New Zealand', rosedale],
    ['40 S.H. 1', highway],
    ["40 State H'way 1", highway],
    ['318 Te Atatū Rd, Teatatu South', teAtatu],
    ['60 Wainui o Mata Rd, Wainui-o-Mata', wainuiomata],
    ['20 Bank St, Whanga Rei 0110', bankStreet],
    ['20 Bank Street, Aotearoa / New Zealand 0110', bankStreet],
  ])('[CAR-09] suggests and finds %s', async (typed, id) => {
    expect((await (await make()).suggest(typed)).map(({ addressId }) => addressId)).toEqual([id])
    expect(await found(typed)).toEqual([id])
  })

  test.each(['4/210 Dominion Road', 'Flat B, 210 Dominion Road', '89 Albert Road', '1B Puka Place', 'RD 3'])(
    '[CAR-09] finds no other house for %s',
    async typed => {
      expect(await found(typed)).toEqual([])
    },
  )

  test('[CAR-09] [HOLDER-05] finds every line that is suggested for part of a line', async () => {
    const service = await make()
    for (const typed of [
      '88 alb',
      '1 puka',
      '40 sh1',
      'teatatu',
      'wainui o mata',
      'l5/120 alb',
      'unit 3/210 dom',
      'bank st nz',
    ]) {
      const lines = await service.suggest(typed)
      expect(lines, typed).not.toEqual([])
      for (const { addressId, text } of lines) {
        expect(await found(text), text).toEqual([addressId])
      }
    }
  })

  test('[CAR-09] [EDGE-07] finds every address by its own line, whole and in parts', async () => {
    const service = await make()
    for (const { postal: _, ...address } of fixtures.addresses) {
      const { suburb, postcode, addressInFreeForm } = address
      const found = await service.find({ line: addressInFreeForm.addressLine1, suburb, postcode })
      expect(found).toEqual({ outcome: 'found', addresses: [{ ...address, signature: '' }] })
      expect(await service.find({ line: addressText(address), suburb: '', postcode: '' })).toEqual(found)
    }
  })
})

/** The search that the page sends for a chosen line. */
function searchOf(text: string) {
  const { addressInFreeForm, suburb = '', postcode = '' } = splitAddressLine(text)
  return { line: addressInFreeForm.addressLine1, suburb, postcode }
}

describe('matching', () => {
  const candidates = fixtures.addresses.map(({ postal, ...address }) => ({
    address: { ...address, signature: '' },
    ...(postal === undefined ? {} : { postal }),
  }))
  const matched = (typed: string) => {
    const { meant, exact } = matchAddresses(candidates, searchOf(typed))
    return (exact.length > 0 ? exact : meant).map(({ addressId }) => addressId)
  }

  const unitWords =
    'Unit, Flat, Apartment, Apt, Apt., Suite, Ste, Villa, Vlla, Townhouse, Town House, Tnhs, Shop, Office, Off, ' +
    'Room, Rm, Studio, Penthouse, Duplex, Maisonette, Block, House, Hse, Cottage, Kiosk, Stall, Site, Shed, Ward, ' +
    'Workshop, Carpark, Lot, U, F, Level, Lvl, L, Floor, Flr, Fl, UNIT No., Unit #'
  test.each(unitWords.split(', '))(
    '[CAR-09] finds unit 3/210 by %s 3, before a slash, comma, space or dash',
    word => {
      for (const between of ['/', ' / ', ', ', ' ', ' - ', ','])
        expect(matched(`${word} 3${between}210 Dominion Road`), between).toEqual([dominionRoad])
      expect(matched(`${word}3/210 Dominion Road`)).toEqual([dominionRoad])
    },
  )

  const countries =
    'New Zealand|new zealand|NZ|N.Z.|NZL|Aotearoa|Aotearoa New Zealand|Aotearoa / New Zealand|' +
    'New Zealand (Aotearoa)|New Zealand.'
  test.each(countries.split('|'))('[CAR-09] ignores the country after an address: %s', country => {
    for (const place of ['', ', Whangārei 0110', ', Whangārei'])
      expect(matched(`20 Bank Street${place}, ${country}`), place).toEqual([bankStreet])
    expect(matched(`20 Bank Street, Whangārei, ${country} 0110`)).toEqual([bankStreet])
    expect(matched(`20 bank st whangarei ${country}`)).toEqual([bankStreet])
  })

  test.each<[what: string, id: string, typed: string]>([
    [
      'a unit',
      dominionRoad,
      '3/210 Dominion Road|flat no 3/210 dominion rd mt eden|c/- 3/210 Dominion Road|3rd Floor, 210 Dominion Road',
    ],
    [
      'a level',
      albertStreet,
      'Level 5, 120 Albert Street|L5/120 Albert Street|L 5, 120 Albert St|Lvl 5 120 Albert St|' +
        'Floor 5/120 Albert Street|5th floor, 120 Albert Street|5/120 Albert Street|Unit 5, 120 Albert Street',
    ],
    ['a unit with a letter', 'NZFDE75D53EF', 'Shop 7B/28 Nelson Street|Apt 7b, 28 Nelson St'],
    ['a unit without a comma', 'NZF48B33578B', 'Flat 2 9 Lake Road'],
    [
      'a range by itself, its first number or any number on that side',
      albertRoad,
      '88-92 Albert Road|88 – 92 Albert Road, Devonport|88 Albert Road|88 Albert Rd, Devonport, Auckland 0624|' +
        '90 Albert Road|92 Albert Road Devonport',
    ],
    [
      'a range with letters',
      pukaPlace,
      ['1A-7A', '1a–7a', '1A - 7A', '1A', '1', '1-7', '7A', '5', '3A']
        .map(one => `${one} Puka Place`)
        .join('|'),
    ],
    [
      'an address without its rural delivery number, which no street has',
      rosedale,
      '14 Rosedale Road RD 3, Albany|14 Rosedale Road, RD 3, Albany|14 Rosedale Road, R D 3, Albany 0632|' +
        '14 Rosedale Road R.D.3 Albany|14 Rosedale Rd RD3|14 Rosedale Rd, Rd 3, Auckland|' +
        '14 Rosedale Road, Rural Delivery 3, Albany|14 rosedale rd 3',
    ],
    [
      'a state highway by its short form',
      highway,
      '40 State Highway 1|40 SH1|40 SH 1|40 S H 1, Warkworth|40 State Hwy 1|40 St Hwy 1|40 Highway 1|' +
        '40 Hwy 1, Warkworth 0985|40 SH-1 Warkworth|40 State Highway No. 1',
    ],
    [
      'a name in one word, two words or with a hyphen',
      teAtatu,
      '318 Teatatu Road|318 Te-Atatu Road|318 teatatu rd te-atatu south',
    ],
    [
      'a name of three words',
      wainuiomata,
      '60 Wainui-o-mata Road|60 Wainui Omata Road|60 Wainuiomata Road, Wainui o mata, Lower Hutt',
    ],
    ['a place with a macron', bankStreet, '20 Bank Street, Whangarei|20 bank st whanga-rei'],
  ])('[CAR-09] finds %s', (_, id, typed) => {
    for (const line of typed.split('|')) expect(matched(line), line).toEqual([id])
  })

  test.each([
    [
      'another unit or house',
      '4/210|Unit 33/210|Flat 3, 21|U 3/2100|Level 4, 210|Flat B, 210',
      'Dominion Road',
    ],
    ['a number outside the range', '89|94|86|88-94|88A|8', 'Albert Road'],
    ['a number outside the range with letters', '1B|2|9|1A-9A|1B-7B', 'Puka Place'],
  ])('[CAR-09] does not find %s', (_, houses, street) => {
    for (const house of houses.split('|')) expect(matched(`${house} ${street}`), house).toEqual([])
  })

  test.each(['RD 3', 'R D 3', 'R.D.3', 'RD3', 'Rural Delivery 3'])(
    '[CAR-09] never reads %s as a house number',
    rural => {
      expect(matched(rural)).toEqual([])
      expect(matched(`Main Street ${rural}`)).toEqual(matched('Main Street'))
    },
  )
})

describe('an address that Addressfinder writes in two ways', () => {
  const rural = ['19 Broderick Street, RD 3, Riverton 9883', '19 Broderick Street, Thornbury 9883']

  test('[CAR-09] is suggested in both forms', async () => {
    const lines = await sandboxService(sandbox.origin).suggest('19 brod')
    expect(lines.map(({ text }) => text)).toEqual(rural)
    expect(new Set(lines.map(({ addressId }) => addressId)).size).toBe(1)
  })

  test.each([
    ...rural.map(searchOf),
    ...rural.map(line => ({ line, suburb: '', postcode: '' })),
    { line: '19 Broderick St', suburb: 'Riverton', postcode: '' },
    { line: '19 broderick street riverton', suburb: '', postcode: '' },
  ])('[CAR-09] [HOLDER-05] [EDGE-07] is found once by either form: %j', async search => {
    expect(await sandboxService(sandbox.origin).find(search)).toMatchObject({
      outcome: 'found',
      addresses: [{ addressInFreeForm: { addressLine1: '19 Broderick Street' }, suburb: 'Thornbury' }],
    })
  })

  test('[CAR-09] is requested once', async () => {
    const { origin, requests } = await cannedServer(({ url }) => ({
      body: JSON.stringify(
        url.includes('metadata')
          ? {
              success: true,
              pxid: 'p1',
              postcode: '9883',
              city: 'Thornbury',
              address_line_1: '19 Broderick Street',
            }
          : { success: true, completions: rural.map(a => ({ a, pxid: 'p1' })) },
      ),
    }))
    const answer = await sandboxService(origin).find({
      line: '19 Broderick Street',
      suburb: '',
      postcode: '',
    })
    expect(answer).toMatchObject({ addresses: [{ addressId: 'p1' }] })
    expect(requests).toHaveLength(2)
  })
})

const search = { line: '12 Queen Street', suburb: '', postcode: '' }
const json = (value: object): CannedResponse => ({ body: JSON.stringify(value) })
/** Addressfinder's record of 12 Queen Street in a city. */
const street = (pxid: string, city: string, postcode: string | null) => ({
  success: true,
  ...{ pxid, postcode, city, address_line_1: '12 Queen Street', number: '12' },
  ...{ street: 'Queen Street', street_name: 'Queen', street_type: 'Street' },
})
const richmond = json(street('good', 'Richmond', '7020'))

describe('Addressfinder with a misbehaving service', () => {
  test.each([
    ['another street', { suburb: '', postcode: '' }, '12 Kauri Street'],
    ['another suburb', { suburb: 'Remuera', postcode: '' }, '12 Queen Street'],
    ['another postcode', { suburb: '', postcode: '9999' }, '12 Queen Street'],
    ['another number', { suburb: '', postcode: '' }, '1 Queen Street'],
  ])('[EDGE-07] rejects %s from an imprecise service', async (__, places, line) => {
    const known = { ...street('p1', 'Auckland', '1010'), suburb: 'Auckland Central' }
    const completed = { success: true, completions: [{ a: '12 Queen Street', pxid: 'p1' }] }
    const { origin } = await cannedServer(({ url }) => json(url.includes('metadata') ? known : completed))
    expect(await sandboxService(origin).find({ line, ...places })).toEqual({
      outcome: 'found',
      addresses: [],
    })
    expect(await sandboxService(origin).find(search)).toMatchObject({
      addresses: [{ addressId: 'p1', addressInBrokenDownForm: { streetNumber: '12', streetSuffixCode: '' } }],
    })
  })

  const behind = (
    answers: Readonly<Record<string, CannedResponse>>,
    texts: Readonly<Record<string, string>> = {},
  ) =>
    cannedServer(({ url }) => {
      const pxid = new URL(url, 'http://localhost').searchParams.get('pxid')
      if (pxid !== null) return answers[pxid] ?? null
      const completions = Object.keys(answers).map(key => ({ a: texts[key] ?? '12 Queen Street', pxid: key }))
      return { body: JSON.stringify({ success: true, completions }) }
    })

  test('[CAR-09] [EDGE-07] finds the other addresses if one line has no address or its record was deleted', async () => {
    const { origin } = await behind({
      good: richmond,
      odd: json(street('odd', 'Back Country', null)),
      gone: { status: 404, body: '{"success":false}' },
      deleted: { body: '{"success":false,"error_code":"1011","message":"The record does not exist"}' },
    })
    expect(await sandboxService(origin).find(search)).toMatchObject({
      outcome: 'found',
      addresses: [{ addressId: 'good' }],
    })
  })

  test.each([
    [
      'Unit 2, 1703A State Highway 1, Warkworth 0983',
      { address_line_1: 'Unit 2', address_line_2: '1703A State Highway 1', suburb: '', city: 'Warkworth' },
      'Unit 2, 1703A State Highway 1',
    ],
    [
      'Level 5, 120 Albert Street, Auckland Central, Auckland 1010',
      {
        address_line_1: 'Level 5',
        address_line_2: '120 Albert Street',
        suburb: 'Auckland Central',
        city: 'Auckland',
      },
      'Level 5, 120 Albert Street',
    ],
  ])('[CAR-09] [HOLDER-05] [EDGE-07] finds a two-line address: %s', async (text, addressRecord, line) => {
    const body = JSON.stringify({ ...street('two', '', searchOf(text).postcode), ...addressRecord })
    const { origin } = await behind({ two: { body } })
    const answer = await sandboxService(origin).find(searchOf(text))
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    expect(
      answer.addresses.map(address => [address.addressInFreeForm.addressLine1, addressText(address)]),
    ).toEqual([[line, text]])
  })

  test('[CAR-09] [EDGE-07] fails if the only address cannot be read', async () => {
    const { origin } = await behind({ odd: json(street('odd', 'Back Country', null)) })
    expect(await sandboxService(origin).find(search)).toEqual({ outcome: 'failed', reason: 'not understood' })
  })

  test('[CAR-09] [EDGE-07] fails if the service refuses one of two possible addresses', async () => {
    const { origin } = await behind({
      good: richmond,
      refused: { body: '{"success":false}' },
    })
    expect(await sandboxService(origin).find(search)).toEqual({ outcome: 'failed', reason: 'not understood' })
  })

  test.each([
    ['refuses', { body: '{"success":false}' }, 'not understood'],
    ['is out for', { status: 503 }, 'HTTP 503'],
    ['is silent on', null, 'timeout'],
  ])(
    '[CAR-09] [EDGE-07] with an exact match, ignores that the service %s another line, unless that could match too',
    async (_, broken, reason) => {
      const answers = { good: richmond, broken }
      const find = async (text: string, line: string) => {
        const { origin } = await behind(answers, { broken: text })
        return sandboxService(origin, broken ? {} : { timeoutMs: 2_000 }).find({ ...search, line })
      }
      const found = { outcome: 'found', addresses: [{ addressId: 'good' }] }
      const failed = { outcome: 'failed', reason }
      const results = await Promise.all([
        find('12A Queen Street, Richmond 7020', '12 Queen Street'),
        find('3/12 Queen Street, Richmond 7020', '12 Queen St, Richmond'),
        find('12 Queen Street, Auckland Central, Auckland 1010', '12 Queen Street'),
        // No result contains the whole search.
        find('12A Queen Street, Richmond 7020', 'Queen Street'),
      ])
      expect(results).toMatchObject([found, found, failed, failed])
    },
  )

  test('[CAR-09] [EDGE-07] replaces line breaks, bidirectional marks and lone surrogates by a space', async () => {
    const { origin } = await behind({
      odd: json({
        ...street('odd', 'Auck\u0000land', '1010'),
        address_line_1: '\t12 Queen\r\n Street\u2028',
        building_name: 'Kauri\t\u202ETower \ud83c',
        floor: 'Level\u0007 5',
      }),
    })
    const answer = await sandboxService(origin).find(search)
    expect(answer).toMatchObject({
      addresses: [
        {
          city: 'Auck land',
          addressInFreeForm: { addressLine1: '12 Queen Street' },
          addressInBrokenDownForm: { buildingName: 'Kauri Tower', levelType: 'Level', levelNumber: '5' },
        },
      ],
    })
  })

  const sized = (most: number) => 'x'.repeat(most)
  const limited: readonly [what: string, most: number, of: (text: string) => object][] = [
    ['id', 64, pxid => ({ pxid })],
    ['suburb', 100, suburb => ({ suburb })],
    ['city', 100, city => ({ city })],
    ['post town', 100, mailtown => ({ city: '', suburb: 'Lake', mailtown })],
    ['building', 200, building_name => ({ building_name })],
    ['floor', 200, floor => ({ floor })],
    ['unit', 200, unit_identifier => ({ unit_identifier })],
    ['number', 200, alpha => ({ number: '', alpha })],
    ['number with its letter', 200, alpha => ({ number: 1, alpha: alpha.slice(1) })],
    ['first line', 200, text => ({ address_line_1: `12 Queen Street ${text.slice(16)}` })],
  ]
  test.each(limited)(
    '[CAR-09] [EDGE-07] leaves out only the address whose %s exceeds our limit',
    async (_, most, of) => {
      const addressRecord = (key: string, text: string) =>
        json({ ...street(key, 'Richmond', '7020'), ...of(text) })
      const { origin } = await behind({
        good: richmond,
        full: addressRecord('full', sized(most)),
        over: addressRecord('over', sized(most + 1)),
      })
      const answer = await sandboxService(origin).find({ ...search, line: 'Queen Street' })
      if (answer.outcome !== 'found') throw new Error(answer.reason)
      expect(answer.addresses).toHaveLength(2)
      for (const found of answer.addresses) expect(agreed.safeParse(found).error).toBeUndefined()
    },
  )

  test.each([
    ['an id that is none', { pxid: "1' or 1" }],
    ['a first line of blanks', { address_line_1: ' \t' }],
  ])('[CAR-09] [EDGE-07] leaves out only the address with %s', async (_, odd) => {
    const { origin } = await behind({
      good: richmond,
      odd: json({ ...street('odd', 'Richmond', '7020'), ...odd }),
    })
    const answer = await sandboxService(origin).find({ ...search, line: 'Queen Street' })
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    expect(answer.addresses.map(({ addressId }) => addressId)).toEqual(['good'])
  })

  test('[CAR-09] suggests only single lines within the length limit of a search', async () => {
    const body = JSON.stringify({
      success: true,
      completions: ['12 Queen\tStreet\n', sized(200), sized(201), ' \t'].map((a, index) => ({
        a,
        pxid: `p${index}`,
      })),
    })
    const { origin } = await cannedServer(() => ({ body }))
    expect(await sandboxService(origin).suggest('12 queen')).toEqual([
      { addressId: 'p0', text: '12 Queen Street' },
      { addressId: 'p1', text: sized(200) },
    ])
  })

  const failures: readonly [what: string, answer: CannedResponse, reason: string][] = [
    ['hangs', null, 'timeout'],
    ['answers 500', { status: 500 }, 'HTTP 500'],
    ['answers garbage', { body: 'oops' }, 'not understood'],
    ['says no', { body: '{"success":false}' }, 'not understood'],
  ]
  test.each(failures)(
    '[CAR-09] gives no suggestions and a failed search when the service %s',
    async (__, answer, reason) => {
      const { origin } = await cannedServer(() => answer)
      const adapter = sandboxService(origin, answer === null ? { timeoutMs: 200 } : {})
      expect(await adapter.suggest('12 queen')).toEqual([])
      expect(await adapter.find(search)).toEqual({
        outcome: 'failed',
        reason,
      })
    },
  )

  test('a search with a wrong secret fails', async () => {
    const answer = await sandboxService(sandbox.origin, { secret: 'wrong' }).find(search)
    expect(answer).toEqual({ outcome: 'failed', reason: 'HTTP 401' })
  })
})
