/** A migrated, empty database for each test file that needs one. */
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, getTypeParser, openDatabase } from '#db/client.ts'
import { copyTemplate, databaseUrl, dropDatabase } from './database-template.ts'

/** Runs a statement of the test; returns its rows. */
const queryOn =
  (pool: pg.Pool) =>
  async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows

export interface TestDatabase extends Database {
  readonly query: ReturnType<typeof queryOn>
  /** The test's own connections, whose statements need no schema; the product uses others. */
  readonly pool: pg.Pool
  /** For a second pool or another process on the same database. */
  readonly url: string
}

/** `close()` drops the database. `max`: connections, default 10. */
export async function testDatabase(options: { readonly max?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseServerUrl')
  const name = await copyTemplate(server)
  const url = databaseUrl(server, name)
  // A test may restart the database on purpose, so connection errors are ignored.
  const database = await openDatabase({ url }, { ...options, onError: () => undefined })
  // The product's sessions have no search path, as behind a pooler: a table without its schema fails. They have time
  // limits; a test's own statements, which fill whole tables, have none.
  const pool = new pg.Pool({
    connectionString: url,
    options: '-c search_path=public -c statement_timeout=0',
    types: { getTypeParser },
    max: options.max ?? 10,
  })
  pool.on('error', () => undefined)
  pool.on('connect', client => void client.on('error', () => undefined))
  const close = async () => {
    await pool.end()
    await database.close()
    await dropDatabase(server, name)
  }
  return { ...database, pool, query: queryOn(pool), url, close }
}

/** A database for all tests of a file: `const database = await databaseForFile()`. */
export async function databaseForFile(): Promise<TestDatabase> {
  const database = await testDatabase()
  afterAll(() => database.close())
  return database
}
