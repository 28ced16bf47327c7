/**
 * The last step of an address import: fills the search index, streets with most addresses first, then
 * replaces the old address tables by the new ones. It runs in the caller's transaction and blocks searches
 * for at most about half a second.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '#db/postgres-errors.ts'
import { addressWords, deletionKeys, joinedWordRuns, wordForms } from '#journey/address-words.ts'

/** By column. */
export type CopyRow = Readonly<Record<string, string | number>>

/** The functions of pg's connection for COPY; @types/pg lacks them. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * All rows have the columns of the first one. `table` and the column names go into the statement as they are. Throws
 * PostgreSQL's error, and then no row is stored.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly CopyRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`
  const lines = Buffer.from(rows.map(row => lineOf(columns.map(column => row[column] ?? ''))).join(''))
  await new Promise<void>((resolve, reject) => {
    // pg passes the messages of a query to its object, as for pg-query-stream and pg-copy-streams.
    client.query<pg.Submittable>({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(lines)
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as pg.Submittable)
  })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** COPY's text format: a tab between values, a line for each row. */
const lineOf = (values: readonly (string | number)[]): string =>
  `${values.map(value => String(value).replace(/[\\\t\n\r]/g, found => escapes[found] ?? found)).join('\t')}\n`

/** Its message is shown to the operator who imports. */
export class AddressTablesInUseError extends Error {
  override name = 'AddressTablesInUseError'
  constructor(cause: unknown) {
    super(
      'Something has been reading the address book all the time, a pg_dump for one, and the new one could not take its place. Run the import again when that is done: it has to make the last step only.',
      { cause },
    )
  }
}

export interface StreetRecord {
  readonly name: string
  readonly type: string
  /** 'East'; '' when there is none. */
  readonly suffix: string
  readonly suburb: string
  readonly city: string
  /** '1025 1041' when its place has several; '' when it is not known. */
  readonly postcode: string
}

/** A street of address_book_incoming.found_street, with the number of its addresses. */
type FoundStreet = StreetRecord & { readonly id: number; readonly addresses: number }

const batchSize = 5_000

/** lock_not_available and deadlock_detected. */
const lockConflicts: readonly unknown[] = ['55P03', '40P01']
/** Half an hour of attempts: longer than a dump takes. */
const mostAttempts = 720
const betweenAttemptsMs = 2_000

/** Throws AddressTablesInUseError if the old edition was in use at every attempt. */
export async function publishEdition(client: pg.ClientBase, attempts = mostAttempts): Promise<void> {
  const streetsOf = new Map<string, number>()
  // Larger streets are written first: a search stops after some hundred streets, in this order.
  await client.query(`
    declare found cursor for
    select street.*, counted.addresses
    from (select street_id, count(*)::integer as addresses from address_book_incoming.address group by street_id) counted
    join address_book_incoming.found_street street on street.id = counted.street_id
    order by counted.addresses desc, street.id`)
  for (;;) {
    const { rows } = await client.query<FoundStreet>('fetch 5000 from found')
    if (rows.length === 0) break
    const streets = rows.map(street => {
      const lexemes = lexemesOf(street)
      for (const word of lexemes) count(streetsOf, word)
      return { ...street, words: lexemes.map(lexeme => `'${lexeme}'`).join(' ') }
    })
    await copyRows(client, 'address_book_incoming.street', streets)
  }
  await client.query('close found')
  await copyWords(client, [...streetsOf])
  await client.query(
    'analyze address_book_incoming.street, address_book_incoming.address, address_book_incoming.word',
  )
  await replaceEdition(client, attempts)
  await client.query('update public.address_import set finished_at = now() where finished_at is null')
}

/**
 * A transaction that waits for a table lock blocks all later readers, and a dump may hold its lock for long.
 * So each attempt waits only briefly, then lets searches run. The earlier steps are kept.
 */
async function replaceEdition(client: pg.ClientBase, attempts: number): Promise<void> {
  // Shorter than PostgreSQL's deadlock_timeout of a second: in a deadlock with a dump, this side gives up.
  await client.query(`set local lock_timeout = '500ms'`)
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint swap')
    try {
      // Locked in the order in which a search reads the tables, to avoid a deadlock.
      await client.query(`
        lock table address_book.word, address_book.street, address_book.address,
          address_book_incoming.found_street in access exclusive mode;
        drop table address_book_incoming.found_street;
        drop schema address_book cascade;
        alter schema address_book_incoming rename to address_book`)
      return
    } catch (error) {
      if (!lockConflicts.includes(errorCode(error))) throw error
      if (attempt === attempts) throw new AddressTablesInUseError(error)
    }
    await client.query('rollback to savepoint swap')
    await pause(betweenAttemptsMs)
  }
}

async function copyWords(
  client: pg.ClientBase,
  words: readonly (readonly [word: string, streets: number])[],
): Promise<void> {
  for (let from = 0; from < words.length; from += batchSize) {
    const rows = words
      .slice(from, from + batchSize)
      .map(([word, streets]) => ({ word, streets, slips: `{${deletionKeys(word).join(',')}}` }))
    await copyRows(client, 'address_book_incoming.word', rows)
  }
}

/**
 * = marks a word that starts the street name, ? a missing postcode. Neighbouring words are also stored
 * joined: teatatu.
 */
function lexemesOf(street: FoundStreet): string[] {
  const wordsOf = (text: string) => addressWords(text).flatMap(word => word.match(/[\p{L}\p{N}]+/gu) ?? [])
  const name = wordsOf(street.name)
  const first = [...name.slice(0, 1).flatMap(wordForms), ...joinedWordRuns(name, 0)]
  const places = [street.suburb, street.city].map(wordsOf)
  const all = [name, wordsOf(`${street.type} ${street.suffix} ${street.postcode}`), ...places]
  return [
    ...new Set([
      ...first.map(form => `=${form}`),
      ...all.flatMap(words => words.flatMap(wordForms)),
      ...[name, ...places].flatMap(words => words.flatMap((_, from) => joinedWordRuns(words, from))),
      ...(street.postcode === '' ? ['?'] : []),
    ]),
  ]
}

function count(streetsOf: Map<string, number>, lexeme: string): void {
  if (/^\p{L}/u.test(lexeme)) streetsOf.set(lexeme, (streetsOf.get(lexeme) ?? 0) + 1)
}
