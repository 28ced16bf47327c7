/** `npm run report`: prints the sales report of the configured database as text or CSV. */
import { parseArgs } from 'node:util'
import { readBrands } from '#brands/index.ts'
import { findSalesCounts } from '#db/repositories/sales-counts.ts'
import { nzToday } from '#journey/dates.ts'
import { moneyText } from '#journey/money.ts'
import {
  detailText,
  isMoneyColumn,
  makeSalesReport,
  type NamedCount,
  parseSalesFilter,
  percentText,
  type SalesColumn,
  type SalesFilter,
  type SalesNumbers,
  type SalesNumbersByName,
  type SalesReport,
  salesColumns,
} from '#journey/sales-report.ts'
import { runCommand, UsageError, withConfiguredDatabase } from './command.ts'

const columns = Object.keys(salesColumns) as SalesColumn[]

/** Columns in lines as wide as their longest cell; every column after the `left` first ones is flush right. */
function table(rows: readonly (readonly string[])[], left = 1): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map(row => row[index]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, index) =>
        index < left ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const cell = (column: SalesColumn, numbers: SalesNumbers): string =>
  isMoneyColumn(column) ? moneyText(numbers[column]) : String(numbers[column])

const counts = (rows: readonly NamedCount[]): string[] => {
  const seen = rows.filter(({ count }) => count > 0)
  return seen.length === 0
    ? ['none']
    : table(seen.map(({ name, count }) => [detailText(name), String(count)]))
}

function reportText(report: SalesReport): string[] {
  const { filter, lines, total } = report
  const chosen = [filter.brand && `brand ${filter.brand}`, filter.partner && `partner ${filter.partner}`]
  const heading = [`Sales from ${filter.from} to ${filter.to}`, ...chosen.filter(Boolean)].join(', ')
  if (lines.length === 0) return [heading, '', 'Nothing was counted in this period.']
  // Without the columns that are zero in the whole report.
  const shown = columns.filter(column => total[column] !== 0)
  const numbersRow = (keys: readonly string[], numbers: SalesNumbers) => [
    ...keys,
    ...shown.map(column => cell(column, numbers)),
  ]
  const shownTitles = shown.map(column => salesColumns[column])
  const section = (title: string, rows: readonly string[]) => ['', title, ...rows.map(row => `  ${row}`)]
  const group = (name: string, rows: readonly SalesNumbersByName[]) =>
    section(
      `${name}s`,
      table([[name, ...shownTitles], ...rows.map(row => numbersRow([row.name], row.numbers))]),
    )
  const perDay = [
    ['Day', 'Brand', 'Partner', ...shownTitles],
    ...lines.map(({ day, brand, partner, numbers }) => numbersRow([day, brand, partner], numbers)),
    numbersRow(['Total', '', ''], total),
  ]
  const funnel = [
    ['Step', 'Count', 'Reached', 'Dropped'],
    ...report.funnel.map(step => [
      step.name,
      String(step.count),
      percentText(step.reached),
      String(step.dropped),
    ]),
  ]
  return [
    heading,
    'Each event counts on the day it happened, New Zealand time. Amounts include GST.',
    ...section('Per day, brand and partner', table(perDay, 3)),
    ...section('Funnel', table(funnel)),
    ...group('Brand', report.brands),
    ...group('Partner', report.partners),
    ...group('Source', report.sources),
    ...section('Declined', counts(report.declined)),
    ...section('Referred', counts(report.referred)),
    ...section('Time from the first page to the policy', counts(report.policyTimes)),
  ]
}

/** One line per day, brand and partner; amounts in dollars. No cell needs quotation marks. */
function reportCsv({ lines, declined, referred }: SalesReport): string[] {
  const title = [
    'Day',
    'Brand',
    'Partner',
    ...Object.values(salesColumns),
    ...declined.map(({ name }) => `Declined ${name}`),
    ...referred.map(({ name }) => `Referred ${name}`),
  ]
  const rows = lines.map(({ day, brand, partner, numbers, ...line }) => [
    day,
    brand,
    partner,
    ...columns.map(column => (isMoneyColumn(column) ? (numbers[column] / 100).toFixed(2) : numbers[column])),
    ...[...line.declined, ...line.referred].map(({ count }) => count),
  ])
  return [title, ...rows].map(cells => cells.join(','))
}

const usage =
  'npm run report -- [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--brand KEY] [--partner ID] [--csv]; without days it is the last thirty.'

function readCommand(): { filter: SalesFilter; isCsv: boolean } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { from: text, to: text, brand: text, partner: text, csv: { type: 'boolean', default: false } },
  })
  const { from, to, brand, partner } = values
  const filter = parseSalesFilter({ from, to, brand, partner }, [...readBrands().keys()], nzToday(new Date()))
  if (typeof filter === 'string') throw new UsageError(`${filter}\n${usage}`)
  return { filter, isCsv: values.csv }
}

async function run(): Promise<void> {
  const { filter, isCsv } = readCommand()
  const counts = await withConfiguredDatabase(({ kysely }) => findSalesCounts(kysely, filter))
  const report = makeSalesReport(counts, filter)
  for (const line of isCsv ? reportCsv(report) : reportText(report)) console.log(line)
}

await runCommand(run, usage)
