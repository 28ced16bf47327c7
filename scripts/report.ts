/**
 * `npm run report`: prints the sales report of the configured database as text or CSV. Exit code 2 means a mistake
 * in the command, 1 a database that cannot be read.
 */
import { parseArgs } from 'node:util'
import { readBrands } from '#brands/index.ts'
import { findSalesCounts } from '#db/repositories/sale-counts.ts'
import { nzToday } from '#journey/dates.ts'
import { makeSalesReport, parseSalesFilter, type SalesFilter } from '#journey/sales-report.ts'
import { parseConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { openConfiguredDatabase } from './configured-database.ts'
import { reportCsv, reportText } from './report/format.ts'

const usage =
  'npm run report -- [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--brand KEY] [--partner ID] [--csv]; without days it is the last thirty.'

/** A mistake in the command, as a sentence. */
class ReportCommandError extends Error {}

function readCommand(): { filter: SalesFilter; isCsv: boolean } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { from: text, to: text, brand: text, partner: text, csv: { type: 'boolean', default: false } },
  })
  const { from, to, brand, partner } = values
  const filter = parseSalesFilter({ from, to, brand, partner }, [...readBrands().keys()], nzToday(new Date()))
  if (typeof filter === 'string') throw new ReportCommandError(filter)
  return { filter, isCsv: values.csv }
}

async function run(): Promise<void> {
  const { filter, isCsv } = readCommand()
  const database = await openConfiguredDatabase(parseConfig(process.env), {
    max: 1,
    isUnlimited: true,
    onError: error => console.error(error),
  })
  try {
    const report = makeSalesReport(await findSalesCounts(database.kysely, filter), filter)
    for (const line of isCsv ? reportCsv(report) : reportText(report)) console.log(line)
  } finally {
    await database.close()
  }
}

const isMistake = (error: unknown): error is Error =>
  error instanceof ReportCommandError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

run().catch((error: unknown) => {
  if (isMistake(error)) {
    console.error(`${error.message}\n${usage}`)
    process.exitCode = 2
    return
  }
  console.error(describeStartupError(error) ?? error)
  process.exitCode = 1
})
