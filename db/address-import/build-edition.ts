/**
 * Imports a new edition of the addresses in batches, into tables beside the current ones, and publishes it at
 * the end. If the importer is killed, at most one batch is lost; searches use the current edition until then.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type CopyRow, copyRows, publishEdition, type StreetRecord } from './publish-edition.ts'

export interface AddressRecord {
  readonly id: string
  readonly street: StreetRecord
  readonly houseNumber: number
  /** As written: '21A', '23-25', '1A-7A'. */
  readonly house: string
  readonly unitType: string
  readonly unitNumber: string
  readonly levelType: string
  readonly levelNumber: string
}

export interface Batch {
  readonly addresses: readonly AddressRecord[]
  /** The first byte of the file behind this batch. */
  readonly position: number
  /** Rows of the file that say no address. */
  readonly unreadable: number
}

export interface ImportState {
  readonly position: number
  readonly rows: number
  readonly unreadable: number
}

export interface AddressImport {
  state(): ImportState
  saveBatch(batch: Batch): Promise<void>
  /** How many addresses the book now in use holds. */
  currentRows(): Promise<number>
  finish(): Promise<void>
  /** Lets another import begin at once: this one has ended, well or not. */
  abort(): Promise<void>
}

/** Longer than a batch takes on a slow disk. */
export const leaseSeconds = 10

/**
 * Continues the import of this file, or starts it and drops another file's unfinished one. 'finished': this edition is
 * in use already. 'busy': another process is importing, or was killed a moment ago.
 */
export async function beginImport(
  client: pg.ClientBase,
  fileHash: string,
): Promise<AddressImport | 'finished' | 'busy'> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  const holder = randomUUID()
  const begun = await transaction(client, async () => {
    // One import begins at a time, and waits for one that is being published.
    await client.query('lock table public.address_import in share row exclusive mode')
    const newest = await client.query<{ file_hash: string; finished: boolean; held: boolean }>(
      `select file_hash, finished_at is not null as finished, held_until > clock_timestamp() as held
       from public.address_import order by id desc limit 1`,
    )
    const last = newest.rows[0]
    if (last?.finished === false && last.held) return 'busy'
    if (last?.file_hash === fileHash && last.finished) return 'finished'
    if (last?.file_hash !== fileHash || last.finished) await startOver(client, fileHash)
    await client.query(
      `update public.address_import set holder = $1, held_until = clock_timestamp() + $2 * interval '1 second'
       where finished_at is null`,
      [holder, leaseSeconds],
    )
    return 'begun'
  })
  if (begun !== 'begun') return begun
  return importOf(client, holder, await readState(client, holder), await readStreets(client))
}

async function startOver(client: pg.ClientBase, fileHash: string): Promise<void> {
  await client.query(`
    drop schema if exists address_book_incoming cascade;
    delete from public.address_import where finished_at is null;
    create schema address_book_incoming;
    create table address_book_incoming.street (like address_book.street including all);
    create table address_book_incoming.address (like address_book.address including all);
    create table address_book_incoming.word (like address_book.word including all);
    create table address_book_incoming.found_street (
      id integer primary key, name text, type text, suffix text, suburb text, city text, postcode text
    )`)
  await client.query('insert into public.address_import (file_hash) values ($1)', [fileHash])
}

const taken = () => new Error('The import has been taken over by another one.')

async function readState(client: pg.ClientBase, holder: string): Promise<ImportState> {
  const { rows } = await client.query<ImportState>(
    'select position, rows, unreadable from public.address_import where finished_at is null and holder = $1',
    [holder],
  )
  if (rows[0] === undefined) throw taken()
  return { ...rows[0], position: Number(rows[0].position) }
}

const keyOf = (street: StreetRecord): string =>
  [street.name, street.type, street.suffix, street.suburb, street.city, street.postcode].join('\t')

/** Streets are some hundred thousand whatever the file's length: the only thing the import keeps in memory. */
async function readStreets(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<StreetRecord & { id: number }>(
    'select * from address_book_incoming.found_street',
  )
  return new Map(rows.map(street => [keyOf(street), street.id]))
}

function importOf(
  client: pg.ClientBase,
  holder: string,
  begun: ImportState,
  streets: Map<string, number>,
): AddressImport {
  let state = begun

  /** Extends the lease, and locks its row until the surrounding transaction ends. */
  const hold = async (seconds: number) => {
    const { rowCount } = await client.query(
      `update public.address_import set held_until = clock_timestamp() + $2 * interval '1 second'
       where finished_at is null and holder = $1`,
      [holder, seconds],
    )
    return rowCount === 1
  }
  const stillHeld = async () => {
    if (!(await hold(leaseSeconds))) throw taken()
  }

  const saveBatch = async ({ addresses, position, unreadable }: Batch) => {
    const found: CopyRow[] = []
    const streetIdOf = (street: StreetRecord): number => {
      const key = keyOf(street)
      const known = streets.get(key)
      if (known !== undefined) return known
      const id = streets.size + 1
      streets.set(key, id)
      found.push({ id, ...street })
      return id
    }
    const rows = addresses.map(each => ({
      id: each.id,
      street_id: streetIdOf(each.street),
      house_number: each.houseNumber,
      house: each.house,
      unit_type: each.unitType,
      unit_number: each.unitNumber,
      level_type: each.levelType,
      level_number: each.levelNumber,
    }))
    await transaction(client, async () => {
      await stillHeld()
      await copyRows(client, 'address_book_incoming.found_street', found)
      await copyRows(client, 'address_book_incoming.address', rows)
      await client.query(
        `update public.address_import set position = $1, rows = rows + $2, unreadable = unreadable + $3
         where finished_at is null`,
        [position, rows.length, unreadable],
      )
    })
    state = { position, rows: state.rows + rows.length, unreadable: state.unreadable + unreadable }
  }

  const currentRows = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select coalesce(sum(addresses), 0)::integer as count from address_book.street',
    )
    return rows[0]?.count ?? 0
  }

  const finish = () =>
    transaction(client, async () => {
      await stillHeld()
      await publishEdition(client)
    })
  return { state: () => state, saveBatch, currentRows, finish, abort: () => hold(0).then() }
}

async function transaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
