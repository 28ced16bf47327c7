/** Opens the database for operators' commands: DATABASE_URL, or the one that `npm start` runs in DATA_DIR. */
import { type Database, type DatabaseOptions, openDatabase } from '#db/client.ts'
import type { Config } from '#server/config.ts'

export async function openConfiguredDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  options: DatabaseOptions,
): Promise<Database> {
  if (database) return openDatabase(database, options)
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
