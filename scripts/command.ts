/** Shared by the programs in scripts/: prints an expected error as one sentence, and opens the configured database. */
import { type Database, type DatabaseOptions, openDatabase } from '#db/client.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'

/** A failure that the operator can correct; the message is one sentence. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A mistake in the command line; the message says how the command is used. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/**
 * Runs the command of this process. An error sets the exit code: 2 for UsageError and for options that `parseArgs` refuses,
 * otherwise 1. `usage` is printed after the sentence of `parseArgs`.
 */
export async function runCommand(run: () => void | Promise<void>, usage = ''): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.exitCode = error instanceof UsageError || isParseArgsError(error) ? 2 : 1
    if (isParseArgsError(error)) console.error(`${error.message}\n${usage}`)
    else if (error instanceof CommandError) console.error(error.message)
    else console.error(describeStartupError(error) ?? error)
  }
}

/**
 * Opens the database that the commands use: that of DATABASE_DIRECT_URL or DATABASE_URL, or else the one that `npm start`
 * runs in DATA_DIR. The commands need sessions of their own, so they do not use a pooler.
 */
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

/** Runs `work` with the configured database, without time limits: a command may read data of many years. */
export async function withConfiguredDatabase<T>(work: (database: Database, config: Config) => Promise<T>) {
  const config = parseConfig(process.env)
  const database = await openConfiguredDatabase(config, {
    max: 2,
    isUnlimited: true,
    onError: error => console.error(error),
  })
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
