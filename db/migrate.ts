/**
 * Migrates a database to the schema of this version at every start. Plain SQL files 'NNNN-name.sql' run in
 * order, once each, in one transaction each, except indexes that are built concurrently with writes. Nodes
 * that start together take turns.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Migration,
  Migrator,
} from 'kysely/migration'
import pg from 'pg'
import type { DatabaseConnection } from './client.ts'
import { errorCode, uniqueViolation } from './postgres-errors.ts'

export interface MigrateOptions {
  /** Told after some seconds, and every minute from then on, for how many another node has had the turn. */
  readonly onWait?: (seconds: number) => void
}

/**
 * Returns the files it applied now. Throws with the file's name, and applies no further file, when one fails. On a
 * connection of its own: a large table may keep it waiting for longer than any other statement may.
 */
export async function migrate(
  connection: DatabaseConnection,
  folder: string,
  { onWait = () => undefined }: MigrateOptions = {},
): Promise<readonly string[]> {
  // Two connections: an index is built outside the transaction that holds the lock.
  const pool = new pg.Pool({ ...connection, max: 2, application_name: 'openroad-migration', keepAlive: true })
  // The caller of the statement gets the error of a lost connection; without listeners this process would
  // end.
  pool.on('error', () => undefined)
  pool.on('connect', client => void client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    const migrations = await readMigrations(folder, db)
    await makeLockTable(db)
    const applied: string[] = []
    for (;;) {
      const file = await applyNextInTime(db, migrations, onWait)
      if (file === undefined) return applied
      applied.push(file)
    }
  } finally {
    await db.destroy()
  }
}

// Kysely's own lock for PostgreSQL is a session's advisory lock. It is lost behind a pooler that shares sessions, so
// here the lock table is locked by the transaction itself, which frees it however it ends.
class TableLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TableLockAdapter()
  }
}

const lockTable = sql.table(DEFAULT_MIGRATION_LOCK_TABLE)

async function makeLockTable(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create table if not exists ${lockTable}
      (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db)
  } catch (error) {
    // Another node made it in this moment: "if not exists" does not cover that.
    if (![uniqueViolation, '42P07', '42710'].includes(errorCode(error) ?? '')) throw error
  }
}

/** PostgreSQL error codes: lock timeout and deadlock. */
const notInTime = '55P03'
const heldUp: readonly unknown[] = [notInTime, '40P01']
const mostAttempts = 60
const betweenAttemptsMs = 1_000
const betweenTurnsMs = 100
const firstToldMs = 3_000
const toldEveryMs = 60_000

/**
 * The previous version still serves customers during a migration. A waiting table lock blocks all later
 * queries, so a migration waits briefly, lets them pass and tries again.
 */
async function applyNextInTime(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  onWait: (seconds: number) => void,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyNextInTurn(db, migrations, onWait)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (attempt === mostAttempts || !heldUp.includes(errorCode(cause))) throw error
      await pause(betweenAttemptsMs)
    }
  }
}

/** Asks for the turn until it comes: an index that another node builds waits for whoever waits inside the database. */
async function applyNextInTurn(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  onWait: (seconds: number) => void,
): Promise<string | undefined> {
  const since = performance.now()
  let tellAfterMs = firstToldMs
  for (;;) {
    try {
      return await applyNext(db, migrations)
    } catch (error) {
      if (errorCode(error) !== notInTime) throw error
      const waitedMs = performance.now() - since
      if (waitedMs >= tellAfterMs) {
        onWait(Math.floor(waitedMs / 1000))
        tellAfterMs = waitedMs + toldEveryMs
      }
      await pause(betweenTurnsMs)
    }
  }
}

function applyNext(db: Kysely<unknown>, migrations: Record<string, Migration>): Promise<string | undefined> {
  return db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table ${lockTable} nowait`.execute(tx)
    // A node that has gone without a word leaves its turn within a minute or so, and not when the system gives it up.
    await sql`set local tcp_keepalives_idle = 30`.execute(tx)
    await sql`set local tcp_keepalives_interval = 10`.execute(tx)
    await sql`set local tcp_keepalives_count = 3`.execute(tx)
    await sql`set local tcp_user_timeout = '60s'`.execute(tx)
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const newer = await appliedByNewer(tx, Object.keys(migrations).at(-1) ?? '')
    const provider = { getMigrations: async () => ({ ...migrations, ...newer }) }
    const { error, results } = await new Migrator({ db: tx, provider }).migrateUp()
    if (error === undefined) return results?.[0]?.migrationName
    const failed = results?.find(each => each.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      failed === undefined ? `The database cannot be migrated: ${reason}` : `${failed}: ${reason}`,
      {
        cause: error,
      },
    )
  })
}

/** What a newer version has applied since: going back to this one leaves it as it is, for migrations only ever widen. */
async function appliedByNewer(tx: Kysely<unknown>, ownLast: string): Promise<Record<string, Migration>> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as found`.execute(tx)
  if (!tables[0]?.found) return {}
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(tx)
  const names = rows.map(({ name }) => name).filter(name => name.slice(0, 4) > ownLast.slice(0, 4))
  return Object.fromEntries(names.map(name => [name, { up: async () => undefined }]))
}

async function readMigrations(folder: string, db: Kysely<unknown>): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const [index, file] of files.entries()) {
    const number = file.match(/^(\d{4})-[a-z0-9-]+\.sql$/)?.[1]
    if (Number(number) !== index + 1)
      throw new Error(`${file}: migrations are named 0001-name.sql, 0002-…, without gaps.`)
    const text = await readFile(join(folder, file), 'utf8')
    if (/^\s*(begin|start transaction|commit|rollback)\s*;/im.test(text))
      throw new Error(`${file}: a migration is one transaction and must not begin or end one.`)
    const indexes = indexesOf(file, text)
    migrations[file] = {
      async up(tx) {
        if (indexes) await changeIndexes(db, indexes)
        else await tx.executeQuery(CompiledQuery.raw(text))
      },
    }
  }
  return migrations
}

interface IndexChange {
  readonly statement: string
  /** The name without its schema. */
  readonly name: string
}

/** The statements of a file that builds or drops indexes 'concurrently'; null for any other file. */
function indexesOf(file: string, text: string): readonly IndexChange[] | null {
  const plain = text.replace(/--.*$/gm, '')
  if (!/\bconcurrently\b/i.test(plain)) return null
  const statements = plain.split(';').map(statement => statement.trim())
  return statements.filter(Boolean).map(statement => {
    const change =
      /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) (?:\w+\.)?(\w+)\b/i
    const name = change.exec(statement)?.[1]
    if (name === undefined)
      throw new Error(
        `${file}: where an index is changed concurrently there is nothing else, each "if (not) exists".`,
      )
    return { statement, name }
  })
}

/**
 * Nobody who writes waits for these; they wait for who has written, and for no longer than anybody may write. Each may
 * take as long as the table asks for. One that fails half-way leaves an index that is no use, under its name: the next
 * try takes that away first.
 */
async function changeIndexes(db: Kysely<unknown>, changes: readonly IndexChange[]): Promise<void> {
  await db.connection().execute(async outside => {
    await sql`set statement_timeout = 0`.execute(outside)
    await sql`set lock_timeout = '30s'`.execute(outside)
    for (const { statement, name } of changes) {
      const { rows } = await sql<{ schema: string }>`
        select relnamespace::regnamespace::text as schema
        from pg_index join pg_class on pg_class.oid = indexrelid
        where relname = ${name} and not indisvalid`.execute(outside)
      for (const { schema } of rows)
        await sql`drop index concurrently ${sql.id(schema, name)}`.execute(outside)
      await outside.executeQuery(CompiledQuery.raw(statement))
    }
  })
}
