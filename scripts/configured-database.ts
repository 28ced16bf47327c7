/**
 * Opens the database that the operators' commands use: that of DATABASE_DIRECT_URL or DATABASE_URL, or else the one
 * that `npm start` runs in DATA_DIR. The commands need sessions of their own, so they do not use a pooler.
 */
import { type Database, type DatabaseOptions, openDatabase } from '#db/client.ts'
import type { Config } from '#server/config.ts'

export async function openConfiguredDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  options: DatabaseOptions,
): Promise<Database> {
  if (database) return openDatabase({ url: database.directUrl }, options)
  // Imported here, because the product's image does not contain dev/.
  const { startPostgres } = await import('#dev/postgres.ts')
  const postgres = await startPostgres(dataDir)
  const opened = await openDatabase({ url: postgres.url }, options)
  return {
    ...opened,
    async close() {
      await opened.close()
      await postgres.stop()
    },
  }
}
