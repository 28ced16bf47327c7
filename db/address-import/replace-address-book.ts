/** Replaces the address book by a newer edition in one transaction, for `npm run addresses:import`. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { errorCode } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { joinedWordRuns, typoIndexKeys, wordForms } from '#journey/address-words.ts'
import { parseAddressText } from '#journey/typed-address.ts'

type Street = Readonly<Omit<Schema['address_book.street'], 'id' | 'addresses' | 'words'>>
export interface AddressRecord extends Readonly<Omit<Schema['address_book.address'], 'street_id'>> {
  readonly street: Street
}

export interface EditionWriter {
  /** How many addresses the edition in use has. */
  readonly rowsInUse: number
  add(addresses: readonly AddressRecord[]): Promise<void>
}

/** Its message is shown to the operator who imports. */
export class AddressImportError extends Error {
  override name = 'AddressImportError'
}

/**
 * `fill` adds all addresses; if it throws, the edition in use stays. 'unchanged': the edition in use was made from the file
 * with this hash. Throws AddressImportError if another import is running, or if the tables are in use at each of `attempts`.
 */
export function replaceAddressBook(
  db: Kysely<Schema>,
  fileHash: string,
  fill: (edition: EditionWriter) => Promise<void>,
  attempts = mostAttempts,
): Promise<'replaced' | 'unchanged'> {
  return db.transaction().execute(async tx => {
    // A statement may take minutes on a slow disk. An importer that does not answer loses its lock after one minute.
    await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '1min'`.execute(
      tx,
    )
    await lockImports(tx)
    const inUse = await tx
      .selectFrom('address_import')
      .select(['file_hash', 'rows'])
      .orderBy('imported_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (inUse?.file_hash === fileHash) return 'unchanged'
    await sql`
      create schema address_book_incoming;
      create table address_book_incoming.street (like address_book.street including all);
      create table address_book_incoming.address (like address_book.address including all);
      create table address_book_incoming.word (like address_book.word including all)`.execute(tx)
    const streets = new Map<string, NumberedStreet>()
    await fill({
      rowsInUse: inUse?.rows ?? 0,
      add: addresses => insertAddresses(tx, addresses, streets),
    })
    await insertStreets(tx, [...streets.values()])
    await sql`
      analyze address_book_incoming.street, address_book_incoming.address, address_book_incoming.word`.execute(
      tx,
    )
    const rows = [...streets.values()].reduce((sum, street) => sum + street.addresses, 0)
    await tx.insertInto('address_import').values({ file_hash: fileHash, rows }).execute()
    await replaceTables(tx, attempts)
    return 'replaced'
  })
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/** Until the end of the transaction no other import begins. */
async function lockImports(tx: Transaction<Schema>): Promise<void> {
  try {
    await sql`lock table public.address_import in exclusive mode nowait`.execute(tx)
  } catch (error) {
    if (errorCode(error) !== lockNotAvailable) throw error
    throw new AddressImportError('Another import is running on this database.', { cause: error })
  }
}

interface NumberedStreet {
  readonly id: number
  readonly street: Street
  addresses: number
}

type Row = Readonly<Record<string, string | number | readonly string[]>>

/** The keys of a row are the columns of the table. One JSON text for all rows is much faster than a parameter for each value. */
const insertRows = (tx: Transaction<Schema>, name: 'street' | 'address' | 'word', rows: readonly Row[]) => {
  const table = sql.table(`address_book_incoming.${name}`)
  return sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)})`.execute(
    tx,
  )
}

/** `streets` by all their values: some hundred thousand, the only part of the file that is kept in memory. */
async function insertAddresses(
  tx: Transaction<Schema>,
  addresses: readonly AddressRecord[],
  streets: Map<string, NumberedStreet>,
): Promise<void> {
  const streetOf = (street: Street): NumberedStreet => {
    const { name, type, suffix, suburb, city, postcode } = street
    const key = [name, type, suffix, suburb, city, postcode].join('\t')
    const known = streets.get(key) ?? { id: streets.size + 1, street, addresses: 0 }
    streets.set(key, known)
    return known
  }
  const rows = addresses.map(({ street, ...address }) => {
    const numbered = streetOf(street)
    numbered.addresses += 1
    return { ...address, street_id: numbered.id }
  })
  await insertRows(tx, 'address', rows)
}

/**
 * The words by which a street is found. '=' marks a word that starts the street name, '?' a missing postcode.
 * Neighbouring words are also stored joined: 'teatatu'.
 */
function lexemesOf(street: Street): string[] {
  const wordsOf = (text: string) =>
    parseAddressText(text).words.flatMap(word => word.match(/[\p{L}\p{N}]+/gu) ?? [])
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

/** True for a lexeme that begins with a letter: a search corrects slips in these only. */
const startsWithLetter = (lexeme: string): boolean => /^\p{L}/u.test(lexeme)

const batchSize = 5_000

async function insertStreets(tx: Transaction<Schema>, streets: readonly NumberedStreet[]): Promise<void> {
  const streetsOfWord = new Map<string, number>()
  // Streets with many addresses come first: a search stops after some hundred streets, in this order.
  const sorted = streets.toSorted((one, other) => other.addresses - one.addresses)
  for (const batch of batches(sorted)) {
    const rows = batch.map(({ id, street, addresses }) => {
      const lexemes = lexemesOf(street)
      for (const word of lexemes.filter(startsWithLetter))
        streetsOfWord.set(word, (streetsOfWord.get(word) ?? 0) + 1)
      return { id, ...street, addresses, words: lexemes.map(lexeme => `'${lexeme}'`).join(' ') }
    })
    await insertRows(tx, 'street', rows)
  }
  for (const batch of batches([...streetsOfWord])) {
    const rows = batch.map(([word, count]) => ({ word, streets: count, slips: typoIndexKeys(word) }))
    await insertRows(tx, 'word', rows)
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize)
}

/** Half an hour of attempts: longer than a dump takes. */
const mostAttempts = 720
const betweenAttemptsMs = 2_000

/**
 * A transaction that waits for a table lock blocks all later readers, and a dump may hold its lock for long. So each
 * attempt waits at most half a second, then lets searches run.
 */
async function replaceTables(tx: Transaction<Schema>, attempts: number): Promise<void> {
  // Shorter than PostgreSQL's deadlock_timeout of a second: in a deadlock with a dump, this side gives up.
  await sql`set local lock_timeout = '500ms'`.execute(tx)
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint swap`.execute(tx)
    try {
      // Locked in the order in which a search reads the tables, to avoid a deadlock.
      await sql`
        lock table address_book.word, address_book.street, address_book.address in access exclusive mode;
        drop schema address_book cascade;
        alter schema address_book_incoming rename to address_book`.execute(tx)
      return
    } catch (error) {
      if (![lockNotAvailable, deadlockDetected].includes(errorCode(error) ?? '')) throw error
      if (attempt === attempts)
        throw new AddressImportError(
          'Something was reading the address book all the time, for example a pg_dump, so the new one could not take its place. Run the import again when that is done.',
          { cause: error },
        )
    }
    await sql`rollback to savepoint swap`.execute(tx)
    await delay(betweenAttemptsMs)
  }
}
