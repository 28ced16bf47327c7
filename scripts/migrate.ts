/** `npm run migrate`: migrates the configured database to the schema of this version, before its nodes start. */
import { migrate } from '#db/migrate.ts'
import { runCommand, withConfiguredDatabase } from './command.ts'

await runCommand(() =>
  withConfiguredDatabase(async ({ connection }) => {
    const applied = await migrate(connection)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  }),
)
