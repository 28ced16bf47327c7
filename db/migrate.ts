/**
 * Migrates a database by the files of db/migrations, once each, in order; a server node only checks at start that it was done.
 * Each file is one transaction, except files that build or drop indexes concurrently.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { ConnectionSettings } from './client.ts'
import { errorCode } from './postgres-errors.ts'
import { setSessionDefaults } from './session-defaults.ts'

/** Kysely's record of the migrations that were applied. */
export const migrationTable = `public.${DEFAULT_MIGRATION_TABLE}`
export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** PostgreSQL error codes: lock timeout and deadlock. */
const worthRetrying: readonly unknown[] = ['55P03', '40P01']
const attempts = 60
const pauseMs = 1_000

/** A node was started on a database that lacks migrations of this version. */
class SchemaOutdatedError extends Error {
  override readonly name = 'SchemaOutdatedError'
}

/**
 * Returns the names of the applied files. If one fails, throws an error with its name and applies no later
 * one. Kysely's lock lets only one process migrate at a time.
 */
export async function migrate(
  connection: ConnectionSettings,
  folder = migrationsFolder,
): Promise<readonly string[]> {
  const pool = new pg.Pool({
    ...connection,
    // One holds Kysely's lock, the other reads what is applied.
    max: 2,
    application_name: 'openroad-migration',
    keepAlive: true,
    async onConnect(client) {
      await connection.onConnect?.(client)
      // A waiting table lock blocks all later queries of the nodes, so a migration gives way soon and tries again.
      await client.query(
        `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '2s';
         set search_path = public; set default_transaction_isolation = 'read committed'`,
      )
    },
  })
  // The statement's caller gets the error of a lost connection; without listeners this process would end.
  pool.on('error', () => undefined)
  pool.on('connect', client => void client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrations = await readMigrations(folder)
    const applied: string[] = []
    for (const [file, migration] of Object.entries(migrations))
      if (await applyInTime(db, migrations, file, migration)) applied.push(file)
    await setSessionDefaults(db)
    return applied
  } finally {
    await db.destroy()
  }
}

/** Throws SchemaOutdatedError, whose message says in one sentence what to run. Migrations of a newer version are no problem. */
export async function assertSchemaCurrent(db: QueryExecutorProvider, folder = migrationsFolder) {
  const applied = await appliedMigrations(db)
  const missing = Object.keys(await readMigrations(folder)).find(file => !applied.includes(file))
  if (missing !== undefined)
    throw new SchemaOutdatedError(
      `The database lacks the migration ${missing}: run \`npm run migrate\` first.`,
    )
}

async function appliedMigrations(db: QueryExecutorProvider): Promise<readonly string[]> {
  const table = await sql`select 1 where to_regclass(${migrationTable}) is not null`.execute(db)
  if (table.rows.length === 0) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(migrationTable)}`.execute(db)
  return rows.map(({ name }) => name)
}

interface SqlMigration extends Migration {
  readonly isConcurrent: boolean
}
type Migrations = Readonly<Record<string, SqlMigration>>

/** True if the file was applied now, false if it had been. */
async function applyInTime(
  db: Kysely<unknown>,
  migrations: Migrations,
  file: string,
  { isConcurrent }: SqlMigration,
): Promise<boolean> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => knownMigrations(db, migrations, file) },
  })
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } = await migrator.migrateUp({ disableTransactions: isConcurrent })
    if (error === undefined) return results.length > 0
    if (attempt < attempts && worthRetrying.includes(errorCode(error))) {
      await delay(pauseMs)
      continue
    }
    const failed = results.find(each => each.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${failed ?? 'The database cannot be migrated'}: ${reason}`, { cause: error })
  }
}

/**
 * Returns this file and the applied ones. Kysely's lock is held, so no other file can be applied next. Files
 * of a newer version are kept as they are.
 */
async function knownMigrations(db: Kysely<unknown>, migrations: Migrations, file: string) {
  const last = Object.keys(migrations).at(-1) ?? ''
  const known = (name: string) => name in migrations || name.slice(0, 4) > last.slice(0, 4)
  const names = new Set([...(await appliedMigrations(db)).filter(known), file])
  return Object.fromEntries([...names].map(name => [name, migrations[name] ?? { up: async () => undefined }]))
}

async function readMigrations(folder: string): Promise<Migrations> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations: Record<string, SqlMigration> = {}
  for (const [index, file] of files.entries()) {
    const number = file.match(/^(\d{4})-[a-z0-9-]+\.sql$/)?.[1]
    if (Number(number) !== index + 1)
      throw new Error(`${file}: migrations are named 0001-name.sql, 0002-…, without gaps.`)
    const text = await readFile(join(folder, file), 'utf8')
    if (/^\s*(begin|start transaction|commit|rollback)\s*;/im.test(text))
      throw new Error(`${file}: a migration is one transaction and must not begin or end one.`)
    const changes = indexChanges(file, text)
    migrations[file] = {
      isConcurrent: changes !== null,
      up: db => (changes ? changeIndexes(db, changes) : db.executeQuery(CompiledQuery.raw(text)).then()),
    }
  }
  return migrations
}

interface IndexChange {
  readonly statement: string
  /** The index's name without its schema. */
  readonly name: string
}

/** The statements of a file that builds or drops indexes concurrently; null for any other file. */
function indexChanges(file: string, text: string): readonly IndexChange[] | null {
  const plain = text.replace(/--.*$/gm, '')
  if (!/\bconcurrently\b/i.test(plain)) return null
  const statements = plain.split(';').map(statement => statement.trim())
  return statements.filter(Boolean).map(statement => {
    const change =
      /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) (?:\w+\.)?(\w+)\b/i
    const name = change.exec(statement)?.[1]
    if (name === undefined)
      throw new Error(
        `${file}: a file with CONCURRENTLY may contain only "create index concurrently if not exists" and "drop index concurrently if exists".`,
      )
    return { statement, name }
  })
}

/** A build that failed half-way leaves an invalid index under its name: the next try drops it first. */
async function changeIndexes(db: Kysely<unknown>, changes: readonly IndexChange[]): Promise<void> {
  await sql`set lock_timeout = '30s'`.execute(db)
  for (const { statement, name } of changes) {
    const { rows } = await sql<{ schema: string }>`
      select relnamespace::regnamespace::text as schema from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = ${name} and not indisvalid`.execute(db)
    for (const { schema } of rows) await sql`drop index concurrently ${sql.id(schema, name)}`.execute(db)
    await db.executeQuery(CompiledQuery.raw(statement))
  }
}
