/**
 * `npm run addresses:import FILE.csv`: imports the LINZ NZ Addresses file for ADDRESS=address-book. Run the same
 * command again to resume an interrupted import.
 */
import { parseArgs } from 'node:util'
import { AddressTablesInUseError } from '#db/address-import/publish-edition.ts'
import { migrate } from '#db/migrate.ts'
import { parseConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { importFile, progressReport } from './addresses/import-file.ts'
import { LinzFileError } from './addresses/linz-file.ts'
import { openConfiguredDatabase } from './configured-database.ts'

const usage = `npm run addresses:import FILE.csv
npm run addresses:import -- --fewer FILE.csv

  FILE.csv  LINZ NZ Addresses (layer 105689, data.linz.govt.nz), exported as CSV
  --fewer   accept a file with far fewer addresses than the table in use

The database is the server's: DATABASE_DIRECT_URL, else DATABASE_URL, else the one that npm start runs in DATA_DIR.`

async function run(path: string, mayShrink: boolean): Promise<void> {
  const database = await openConfiguredDatabase(parseConfig(process.env), {
    max: 2,
    // No time limit: the final sort of all words takes minutes on a slow disk.
    isUnlimited: true,
    onError: error => console.error(error),
  })
  const report = progressReport(process.stdout, () => performance.now())
  try {
    await migrate(database.connection)
    const done = await importFile({ pool: database.pool, path, mayShrink, onProgress: report.show })
    report.end()
    if (done.outcome === 'unchanged') return console.log('The address book holds this file already.')
    const odd = done.unreadable === 0 ? '' : ` ${done.unreadable} rows said no address and were left out.`
    console.log(`The address book holds ${done.rows} addresses.${odd}`)
  } finally {
    await database.close()
  }
}

function readArguments(): { path: string | undefined; mayShrink: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { fewer: { type: 'boolean' } },
  })
  return { path: positionals.length === 1 ? positionals[0] : undefined, mayShrink: values.fewer === true }
}

const { path, mayShrink } = readArguments()
if (path === undefined) {
  console.error(usage)
  process.exitCode = 1
} else {
  await run(path, mayShrink).catch((error: unknown) => {
    const saysItself = error instanceof LinzFileError || error instanceof AddressTablesInUseError
    const sentence = saysItself ? error.message : describeStartupError(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exitCode = 1
  })
}
