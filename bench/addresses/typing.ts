/**
 * What visitors type, letter by letter, and how long each letter's answer takes: whole addresses in the ways people
 * write them, with slips, and with what nobody should send. Times are the whole service's, reading of the line included.
 */
import { addressStore } from '#db/addresses.ts'
import type { Database } from '#db/open.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { type LinzRow, type LinzSample, randomOf } from '#test/linz-file.ts'

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
const addressesTyped = 150

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
  '1024',
  '1 1024',
].map(line => ({ line, id: null }))

export async function measureTyping(database: Database, sample: LinzSample): Promise<TypingFigures[]> {
  const service = addressBook(addressStore(database.kysely))
  const random = randomOf(7)
  const picked: LinzRow[] = []
  for (const row of sample.rows())
    if (random() < 0.005 && picked.length < addressesTyped * 40) picked.push(row)
  const rows = picked.sort(() => random() - 0.5).slice(0, addressesTyped)
  const long = rows.filter(row => part(row, 'road_name').length >= 6 && part(row, 'unit_value') === '')

  const sets: readonly (readonly [name: string, lines: readonly Typed[]])[] = [
    ['as written', rows.map(row => typed(row, part(row, 'full_address')))],
    ['plain', rows.map(row => typed(row, plain(part(row, 'full_address').replaceAll(',', ''))))],
    [
      'street first',
      rows.map(row => typed(row, `${part(row, 'full_road_name')} ${part(row, 'full_address_number')}`)),
    ],
    ['with a slip', long.map(row => typed(row, withSlip(row)))],
    ['hostile', hostile],
  ]
  const measured: TypingFigures[] = []
  for (const [name, lines] of sets) measured.push(await measureSet(name, lines))
  return measured

  async function measureSet(name: string, lines: readonly Typed[]): Promise<TypingFigures> {
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
    times.sort((a, b) => a.ms - b.ms)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.ms ?? 0
    const worst = times.at(-1)
    return {
      name,
      keystrokes: times.length,
      p50: at(0.5),
      p99: at(0.99),
      worst: worst?.ms ?? 0,
      worstTyped: worst?.text ?? '',
      found: name === 'hostile' ? 'no error' : `${found} of ${lines.length} found`,
    }
  }
}
