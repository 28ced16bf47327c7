/** `npm run migrate`: migrates the configured database to the schema of this version, before its nodes start. */
import { migrate } from '#db/migrate.ts'
import { parseConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { openConfiguredDatabase } from './configured-database.ts'

try {
  const database = await openConfiguredDatabase(parseConfig(process.env), {
    max: 1,
    isUnlimited: true,
    onError: error => console.error(error),
  })
  try {
    const applied = await migrate(database.connection)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(describeStartupError(error) ?? error)
  process.exitCode = 1
}
