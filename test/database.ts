/** Creates a migrated, empty database for a test file. */
import { inject } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { copyTemplate, databaseUrl, dropDatabase } from './database-template.ts'

export interface TestDatabase extends Database {
  /** For a second pool or another process on the same database. */
  readonly url: string
}

/** Call it in `beforeAll`, and `close()` in `afterAll`, which drops the database. `max`: connections, default 10. */
export async function testDatabase(options: { readonly max?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseServerUrl')
  const name = await copyTemplate(server)
  const url = databaseUrl(server, name)
  // A test may restart the database on purpose, so connection errors are ignored.
  const database = await openDatabase({ url }, { ...options, onError: () => undefined })
  const close = async () => {
    await database.close()
    await dropDatabase(server, name)
  }
  return { ...database, url, close }
}
