/**
 * Benchmark of typed address searches: whole addresses letter by letter, with typing errors and hostile
 * input, and the time of each response. Times cover the whole service, including reading the line.
 */
import type { Database } from '#db/client.ts'
import { addressBookRepository } from '#db/repositories/address-book.ts'
import { addressBook } from '#partners/address/address-book.ts'
import type { AddressService } from '#partners/address/port.ts'
import { type LinzRow, type LinzSample, randomOf } from '#test/linz-file.ts'
import { median, quantile } from '../load/statistics.ts'

export interface TypingFigures {
  readonly name: string
  readonly keystrokes: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
  readonly worstTyped: string
  /** How often the last letter's answer held the address that was typed. */
  readonly found: string
}

interface Typed {
  readonly line: string
  /** The address whose line it is; null where nothing need be found. */
  readonly id: string | null
}

const fewestLetters = 3
export const floor = 'select 1'
const rounds = 5
const addressesARound = 50

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const part = (row: LinzRow, column: keyof LinzRow): string => row[column] ?? ''
const typed = (row: LinzRow, line: string): Typed => ({ line, id: part(row, 'address_id') })

/** Swaps two letters in the middle of the road's name. */
function withSlip(row: LinzRow): string {
  const name = part(row, 'road_name')
  const at = Math.floor(name.length / 2)
  const slipped = name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1)
  return part(row, 'full_address').replace(name, slipped)
}

/** As people write it who copy it from a letter: the unit in words, a rural delivery number, the country. */
function inWords(row: LinzRow): string {
  const unit = part(row, 'unit_value')
  const number = part(row, 'full_address_number').replace(/^.*\//, '')
  const house = unit === '' ? number : `Flat ${unit}, ${number}`
  return `${house} ${part(row, 'full_road_name')}, RD 3, ${part(row, 'suburb_locality')}, New Zealand`
}

const hostile: readonly Typed[] = [
  '%%%',
  '___',
  "'; drop table x; --",
  '\\\\\\',
  '((((',
  ':*&|!',
  '1 1 1 1 1 1 1 1 1 1',
  'a b c d e f g h i j k',
  's t r a e',
  '   ',
  '///',
  '1/1/1/1',
  '9'.repeat(200),
  'a'.repeat(10_000),
  'ō'.repeat(500),
  '\u0000\u0001 12 q',
  '12 road road road road',
  'street street street auckland auckland',
  'qzqz wxwx yqyq vbvb',
  '1 a',
  '12 s',
  'auc',
  'road',
  'street auckland',
  '1 road auckland',
  '1 street',
  'saint',
  'the',
  'auckland wellington',
  '99999 road',
  '99 road auckland',
  'te o te o te o te o te o',
  '1024',
  '1 1024',
].map(line => ({ line, id: null }))

export async function measureTyping(database: Database, sample: LinzSample): Promise<TypingFigures[]> {
  const service = addressBook(addressBookRepository(database.kysely))
  const picked = pickRows(sample)
  const perRound = new Map<string, Round[]>()
  const add = (name: string, round: Round) => perRound.set(name, [...(perRound.get(name) ?? []), round])
  for (let round = 0; round < rounds; round += 1) {
    const rows = picked.slice(round * addressesARound, (round + 1) * addressesARound)
    for (const [name, lines] of setsOf(rows)) add(name, await typeAll(service, lines))
    // The floor: what the same machine takes in the same minute for asking nothing.
    add(floor, await timeNothing(database))
  }
  return [...perRound].map(([name, each]) => figuresOf(name, each))
}

function pickRows(sample: LinzSample): LinzRow[] {
  const random = randomOf(7)
  const picked: LinzRow[] = []
  const share = (2 * rounds * addressesARound) / sample.count
  for (const row of sample.rows()) if (random() < share) picked.push(row)
  return picked.sort((a, b) => part(a, 'shape').localeCompare(part(b, 'shape')))
}

function setsOf(rows: readonly LinzRow[]): [name: string, lines: readonly Typed[]][] {
  const long = rows.filter(row => part(row, 'road_name').length >= 6 && part(row, 'unit_value') === '')
  const streetFirst = (row: LinzRow) => `${part(row, 'full_road_name')} ${part(row, 'full_address_number')}`
  return [
    ['as written', rows.map(row => typed(row, part(row, 'full_address')))],
    ['plain', rows.map(row => typed(row, plain(part(row, 'full_address').replaceAll(',', ''))))],
    ['street first', rows.map(row => typed(row, streetFirst(row)))],
    ['in other words', rows.map(row => typed(row, inWords(row)))],
    ['not there', rows.map(row => ({ line: `9${part(row, 'full_address')}`, id: null }))],
    ['with a slip', long.map(row => typed(row, withSlip(row)))],
    ['hostile', hostile],
  ]
}

interface Round {
  readonly times: readonly { readonly ms: number; readonly text: string }[]
  readonly lines: number
  readonly found: number
}

async function typeAll(service: AddressService, lines: readonly Typed[]): Promise<Round> {
  const times: { ms: number; text: string }[] = []
  let found = 0
  for (const { line, id } of lines) {
    const letters = id === null ? [line] : Array.from(line, (_, index) => line.slice(0, index + 1))
    let ids: string[] = []
    for (const text of letters.filter(each => each.trim().length >= fewestLetters)) {
      const from = performance.now()
      const answer = await service.suggest(text)
      times.push({ ms: performance.now() - from, text: text.slice(0, 40) })
      ids = answer.map(each => each.addressId)
    }
    if (id !== null && ids.includes(id)) found += 1
  }
  return { times, lines: lines.filter(line => line.id !== null).length, found }
}

async function timeNothing(database: Database): Promise<Round> {
  const times: { ms: number; text: string }[] = []
  for (let index = 0; index < 1_000; index += 1) {
    const from = performance.now()
    await database.pool.query('select 1')
    times.push({ ms: performance.now() - from, text: '' })
  }
  return { times, lines: 0, found: 0 }
}

/** The machine is shared: of each figure the median of the rounds, and the worst of all. */
function figuresOf(name: string, each: readonly Round[]): TypingFigures {
  const at = (share: number) =>
    median(
      each.map(({ times }) =>
        quantile(
          times.map(({ ms }) => ms),
          share,
        ),
      ),
    )
  const all = each.flatMap(({ times }) => times)
  const worst = all.reduce((a, b) => (b.ms > a.ms ? b : a))
  const sum = (of: (round: Round) => number) => each.reduce((total, round) => total + of(round), 0)
  return {
    name,
    keystrokes: all.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: worst.ms,
    worstTyped: worst.text,
    found:
      sum(round => round.lines) === 0
        ? ''
        : `; ${sum(round => round.found)} of ${sum(round => round.lines)} found`,
  }
}
