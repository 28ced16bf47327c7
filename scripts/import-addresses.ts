/** `npm run addresses:import FILE.csv`: imports the LINZ NZ Addresses file for ADDRESS=address-book. */
import { parseArgs } from 'node:util'
import { migrate } from '#db/migrate.ts'
import { importFile } from './addresses/import-file.ts'
import { runCommand, UsageError, withConfiguredDatabase } from './command.ts'

const usage = `npm run addresses:import FILE.csv
npm run addresses:import -- --fewer FILE.csv

  FILE.csv  LINZ NZ Addresses (layer 105689, data.linz.govt.nz), exported as CSV
  --fewer   accept a file with far fewer addresses than the table in use

The database is the server's: DATABASE_DIRECT_URL, else DATABASE_URL, else the one that npm start runs in DATA_DIR.
An import that was interrupted has changed nothing: run it again.`

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { fewer: { type: 'boolean', default: false } },
  })
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new UsageError(usage)
  await withConfiguredDatabase(async ({ connection, kysely }) => {
    await migrate(connection)
    const done = await importFile({ db: kysely, path, mayShrink: values.fewer, print: console.log })
    if (done.outcome === 'unchanged') return console.log('The address book holds this file already.')
    const odd = done.unreadable === 0 ? '' : ` ${done.unreadable} rows said no address and were left out.`
    console.log(`The address book holds ${done.rows} addresses.${odd}`)
  })
}

await runCommand(run, usage)
