/** The contract tests of every address adapter, with the sandbox's service and with misbehaving partners. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address as agreed } from '#contract/schemas/common.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { addressText } from '#journey/address.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import fixtures from '#sandbox/data/addresses.json' with { type: 'json' }
import { fillAddressBook } from '#test/address-book.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { testSandbox } from '#test/sandbox.ts'
import { splitAddressLine } from '#web/features/address-search/address-lookups.ts'
import { addressBook } from './address-book.ts'
import { addressfinder } from './addressfinder.ts'
import { matchAddresses } from './match-addresses.ts'
import type { AddressService } from './port.ts'

const serviceAt = (
  url: string,
  options: { readonly secret?: string; readonly timeoutMs?: number } = {},
): AddressService => addressfinder({ url, ...sandboxKeys.address, ...options })
const sandboxService = async () => serviceAt((await testSandbox()).origin)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await fillAddressBook(database.kysely, fixtures.addresses)
})
afterAll(() => database.close())

const adapters: readonly [name: string, make: () => Promise<AddressService>][] = [
  ['addressfinder', sandboxService],
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
    ['DOMINION ROAD MT EDEN', ['3/210 Dominion Road, Mount Eden, Auckland 1024']],
    ['61 massey rd, māngere', ['61 Massey Road, Mangere, Auckland 2022']],
    ['forbury rd saint clair', ['73 Forbury Road, St Clair, Dunedin 9012']],
    ['31 heret', ['31 Heretaunga Street East, Hastings 4122', '31 Heretaunga Street West, Hastings 4122']],
    ['nowhere at all', []],
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
    ['12 Queen Street', 'Auckland', '1010', ['NZ3EA5F1D29F']],
    ['Apt 3, 210 Dominion Rd', 'Auckland', '', ['NZ359DA7C6EB']],
    ['31 Heretaunga Street', 'Hastings', '4122', ['NZ22F7FB6119', 'NZ9BBEB9A9F3']],
    ['31 Heretaunga St East', '', '', ['NZ22F7FB6119']],
    ['Queen Street', '', '', ['NZ3EA5F1D29F', 'NZB89A7AC1D4']],
    ['73 Forbury Road', 'Saint Clair', '9012', ['NZ28B577E24C']],
    ['3 Lake Road', '', '', []],
    ['4/210 Dominion Road', '', '', []],
    ['89 Albert Road', '', '', []],
    ['RD 3', '', '', []],
    ['12 Queen Street', 'Richmond', '', []],
    ['12 Queen Street', '', '9999', []],
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
    ['c/- 3/210 Dominion Road', dominionRoad],
    ['Suite 5/120 Albert St, Auckland Central', albertStreet],
    ['Villa 1204, 35 Taranaki Street', 'NZC2E3E7BDB4'],
    ['90 Albert Road', albertRoad],
    ['3A Puka Place', pukaPlace],
    ['14 Rosedale Road, Rural Delivery No. 3, Albany, Auckland 0632, New Zealand', rosedale],
    ['40 S.H. 1', highway],
    ['318 Te Atatū Rd, Teatatu South', teAtatu],
    ['20 Bank St, Whanga Rei 0110', bankStreet],
    ['Suite 1204, Level 12, 35 Taranaki Street', 'NZC2E3E7BDB4'],
    ['Level 1, Units 3; 210 Dominion Road', dominionRoad],
    ['Fifth Floor, 120 Albert Street', albertStreet],
    ['1-7A Puka Place', pukaPlace],
    ['60 Wai-nui-o-mata Road', wainuiomata],
    ['3, 210 Dominion Road, Mt Eden', dominionRoad],
    ['40, State Highway 1', highway],
    ['12, Queen Street, Auckland 1010', 'NZ3EA5F1D29F'],
    ['12 Queen St, Auckland CBD 1010', 'NZ3EA5F1D29F'],
    ['102 A Gt Nth Road', 'NZBC071202BB'],
  ])('[CAR-09] suggests and finds %s', async (typed, id) => {
    expect((await (await make()).suggest(typed)).map(({ addressId }) => addressId)).toEqual([id])
    expect(await found(typed)).toEqual([id])
  })

  test('[CAR-09] [HOLDER-05] finds every line that is suggested for part of a line', async () => {
    const service = await make()
    for (const typed of ['88 alb', '1 puka', '40 sh1', 'wainui o mata', 'l5/120 alb', 'bank st nz']) {
      const lines = await service.suggest(typed)
      expect(lines, typed).not.toEqual([])
      for (const { addressId, text } of lines) expect(await found(text), text).toEqual([addressId])
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
    const { addresses } = matchAddresses(candidates, searchOf(typed))
    return addresses.map(({ addressId }) => addressId)
  }

  const unitWords = 'Unit, Flat, Apt., Ste, Town House, Tnhs, Off, U, Level, L, Flr, UNIT No., Unit #'
  test.each(unitWords.split(', '))(
    '[CAR-09] finds unit 3/210 by %s 3, before a slash, comma, space or dash',
    word => {
      for (const between of ['/', ' / ', ', ', ' ', ' - ', ','])
        expect(matched(`${word} 3${between}210 Dominion Road`), between).toEqual([dominionRoad])
      expect(matched(`${word}3/210 Dominion Road`)).toEqual([dominionRoad])
    },
  )

  const countries =
    'New Zealand|NZ|N.Z.|NZL|Aotearoa New Zealand|Aotearoa / New Zealand|New Zealand (Aotearoa)'
  test.each(countries.split('|'))('[CAR-09] ignores the country after an address: %s', country => {
    for (const place of [', ', ', Whangārei 0110, ', ' whangarei '])
      expect(matched(`20 Bank Street${place}${country}`), place).toEqual([bankStreet])
    expect(matched(`20 Bank Street, Whangārei, ${country} 0110`)).toEqual([bankStreet])
  })

  test.each<[what: string, id: string, typed: string]>([
    [
      'a unit',
      dominionRoad,
      'flat no 3/210 dominion rd mt eden|c/- 3/210 Dominion Road|3rd Floor, 210 Dominion Road',
    ],
    [
      'a level',
      albertStreet,
      'Level 5, 120 Albert Street|L5/120 Albert Street|5th floor, 120 Albert Street|Unit 5, 120 Albert Street',
    ],
    ['a unit with a letter', 'NZFDE75D53EF', 'Shop 7B/28 Nelson Street|Apt 7b, 28 Nelson St'],
    ['a unit without a comma', 'NZF48B33578B', 'Flat 2 9 Lake Road'],
    [
      'a range by itself, its first number or any number on that side',
      albertRoad,
      '88 – 92 Albert Road, Devonport|88 Albert Rd, Devonport, Auckland 0624|90 Albert Road|92 Albert Road',
    ],
    [
      'a range with letters',
      pukaPlace,
      '1a–7a Puka Place|1A - 7A Puka Place|1A Puka Place|1 Puka Place|1-7 Puka Place|5 Puka Place|3A Puka Place',
    ],
    [
      'an address without its rural delivery number, which no street has',
      rosedale,
      '14 Rosedale Road, R D 3, Albany 0632|14 Rosedale Road R.D.3 Albany|14 Rosedale Rd RD3|14 rosedale rd 3|14 Rosedale Road, Albany RD 3|14 Rosedale Road, (RD 3), Albany',
    ],
    [
      'a state highway by its short form',
      highway,
      '40 SH1|40 S H 1, Warkworth|40 State Hwy 1|40 St Hwy 1|40 Highway 1|40 SH-1 Warkworth|40 State Highway No. 1',
    ],
    ['a name in one word or with a hyphen', teAtatu, '318 Teatatu Road|318 teatatu rd te-atatu south'],
    [
      'a name of several words',
      wainuiomata,
      '60 Wainui Omata Road|60 Wainuiomata Road, Wainui o mata, Lower Hutt|60 Wai nui o mata Road, Wai-nui-o-mata',
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
    ['a number outside the range with letters', '1B|2|9|1A-9A|1B-7B|1A-7B', 'Puka Place'],
    ['another level of a unit', 'Level 11, Flat 1204, 35', 'Taranaki Street'],
  ])('[CAR-09] does not find %s', (_, houses, street) => {
    for (const house of houses.split('|')) expect(matched(`${house} ${street}`), house).toEqual([])
  })

  test.each(['RD 3', 'R.D.3', 'Rural Delivery 3'])('[CAR-09] never reads %s as a house number', rural => {
    expect(matched(rural)).toEqual([])
    expect(matched(`Main Street ${rural}`)).toEqual(matched('Main Street'))
    const inSuburb = { line: 'Rosedale Road', suburb: `${rural} Albany`, postcode: '' }
    expect(matchAddresses(candidates, inSuburb).addresses.map(({ addressId }) => addressId)).toEqual([
      rosedale,
    ])
  })
})

const search = { line: '12 Queen Street', suburb: '', postcode: '' }
const json = (value: object): CannedResponse => ({ body: JSON.stringify(value) })
/** Addressfinder's record of 12 Queen Street in a city. */
const street = (pxid: string, city: string, postcode: string | null) => ({
  success: true,
  pxid,
  postcode,
  city,
  address_line_1: '12 Queen Street',
  number: '12',
  street: 'Queen Street',
  street_name: 'Queen',
  street_type: 'street',
})
const richmond = json(street('good', 'Richmond', '7020'))

describe('an address that Addressfinder writes in two ways', () => {
  const rural = ['19 Broderick Street, RD 3, Riverton 9883', '19 Broderick Street, Thornbury 9883']

  test('[CAR-09] [HOLDER-05] [EDGE-07] is suggested in both forms, and found once by either', async () => {
    const service = await sandboxService()
    const lines = await service.suggest('19 brod')
    expect(lines.map(({ text }) => text)).toEqual(rural)
    const whole = rural.map(line => ({ line, suburb: '', postcode: '' }))
    const inTown = { line: '19 Broderick St', suburb: 'Riverton', postcode: '' }
    for (const search of [...rural.map(searchOf), ...whole, inTown])
      expect(await service.find(search)).toMatchObject({
        outcome: 'found',
        addresses: [{ addressInFreeForm: { addressLine1: '19 Broderick Street' }, suburb: 'Thornbury' }],
      })
  })

  test('[CAR-09] is requested once', async () => {
    const { origin, requests } = await cannedServer(({ url }) =>
      json(
        url.includes('metadata')
          ? { ...street('p1', 'Thornbury', '9883'), address_line_1: '19 Broderick Street' }
          : { success: true, completions: rural.map(a => ({ a, pxid: 'p1' })) },
      ),
    )
    const answer = await serviceAt(origin).find({ line: '19 Broderick Street', suburb: '', postcode: '' })
    expect(answer).toMatchObject({ addresses: [{ addressId: 'p1' }] })
    expect(requests).toHaveLength(2)
  })
})

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
    expect(await serviceAt(origin).find({ line, ...places })).toEqual({
      outcome: 'found',
      addresses: [],
    })
    expect(await serviceAt(origin).find(search)).toMatchObject({
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
    expect(await serviceAt(origin).find(search)).toMatchObject({
      outcome: 'found',
      addresses: [{ addressId: 'good' }],
    })
  })

  test('[CAR-09] [HOLDER-05] [EDGE-07] finds a two-line address', async () => {
    const text = 'Unit 2, 1703A State Highway 1, Warkworth 0983'
    const lines = { address_line_1: 'Unit 2', address_line_2: '1703A State Highway 1' }
    const { origin } = await behind({ two: json({ ...street('two', 'Warkworth', '0983'), ...lines }) })
    const answer = await serviceAt(origin).find(searchOf(text))
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    expect(answer.addresses.map(addressText)).toEqual([text])
  })

  test.each([
    ['the only address cannot be read', { odd: json(street('odd', 'Back Country', null)) }],
    [
      'the service refuses one of two possible ones',
      { good: richmond, refused: { body: '{"success":false}' } },
    ],
  ])('[CAR-09] [EDGE-07] fails if %s', async (_, answers) => {
    const { origin } = await behind(answers)
    expect(await serviceAt(origin).find(search)).toEqual({ outcome: 'failed', reason: 'not understood' })
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
        return serviceAt(origin, broken ? {} : { timeoutMs: 2_000 }).find({ ...search, line })
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
    const answer = await serviceAt(origin).find(search)
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

  const idsFor = async (answers: Readonly<Record<string, CannedResponse>>) => {
    const { origin } = await behind(answers)
    const answer = await serviceAt(origin).find({ ...search, line: 'Queen Street' })
    if (answer.outcome !== 'found') throw new Error(answer.reason)
    for (const found of answer.addresses) expect(agreed.safeParse(found).error).toBeUndefined()
    return answer.addresses.map(({ addressId }) => addressId)
  }
  const inRichmond = (key: string, changes: object) =>
    json({ ...street(key, 'Richmond', '7020'), ...changes })

  test.each<[what: string, most: number, of: (text: string) => object]>([
    ['id', 64, pxid => ({ pxid })],
    ['suburb', 100, suburb => ({ suburb })],
    ['city', 100, city => ({ city })],
    ['post town', 100, mailtown => ({ city: '', suburb: 'Lake', mailtown })],
    ['building', 200, building_name => ({ building_name })],
    ['number with its letter', 200, alpha => ({ number: 1, alpha: alpha.slice(1) })],
    ['first line', 200, text => ({ address_line_1: `12 Queen Street ${text.slice(16)}` })],
  ])('[CAR-09] [EDGE-07] leaves out only the address whose %s exceeds our limit', async (_, most, of) => {
    const full = inRichmond('full', of('x'.repeat(most)))
    const over = inRichmond('over', of('x'.repeat(most + 1)))
    expect(await idsFor({ good: richmond, full, over })).toHaveLength(2)
  })

  test.each([
    ['an id that is none', { pxid: "1' or 1" }],
    ['a first line of blanks', { address_line_1: ' \t' }],
  ])('[CAR-09] [EDGE-07] leaves out only the address with %s', async (_, odd) => {
    expect(await idsFor({ good: richmond, odd: inRichmond('odd', odd) })).toEqual(['good'])
  })

  test('[CAR-09] suggests only single lines within the length limit of a search', async () => {
    const lines = ['12 Queen\tStreet\n', 'x'.repeat(200), 'x'.repeat(201), ' \t']
    const completions = lines.map((a, index) => ({ a, pxid: `p${index}` }))
    const { origin } = await cannedServer(() => json({ success: true, completions }))
    const suggested = await serviceAt(origin).suggest('12 queen')
    expect(suggested.map(({ text }) => text)).toEqual(['12 Queen Street', 'x'.repeat(200)])
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
      const adapter = serviceAt(origin, answer === null ? { timeoutMs: 200 } : {})
      expect(await adapter.suggest('12 queen')).toEqual([])
      expect(await adapter.find(search)).toEqual({ outcome: 'failed', reason })
    },
  )

  test('a search with a wrong secret fails', async () => {
    const answer = await serviceAt((await testSandbox()).origin, { secret: 'wrong' }).find(search)
    expect(answer).toEqual({ outcome: 'failed', reason: 'HTTP 401' })
  })
})
