/** The HTML of the report page: filter, totals, and every plot with a table of the same numbers. */
import { type Html, html } from '#documents/html.ts'
import { moneyText } from '#journey/money.ts'
import { noPartner, otherPartner } from '#journey/partner-id.ts'
import {
  detailText,
  type FilterText,
  type NamedCount,
  type NamedNumbers,
  type SalesColumn,
  type SalesNumbers,
  type SalesReport,
} from '#journey/sales-report.ts'
import { bar, dayPlot } from './plots.ts'
import { reportStyle } from './report-style.ts'

/** Values that the form offers. */
export interface ReportChoices {
  readonly brands: readonly string[]
  readonly partners: readonly string[]
}

const countText = (count: number): string => count.toLocaleString('en-NZ', { maximumFractionDigits: 1 })
const wholeMoney = (cents: number): string => moneyText(Math.round(cents / 100) * 100).replace(/\.00$/, '')
const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)
const binds = ({ boundByBank, boundByCard }: SalesNumbers): number => boundByBank + boundByCard

interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | Html
  readonly isPlot?: true
}

/** A table that scrolls sideways on a narrow screen; its first column names the row. */
function table<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  const [first, ...others] = columns
  const head = others.map(({ title, isPlot }) =>
    isPlot ? html`<td class="drawn"></td>` : html`<th scope="col">${title}</th>`,
  )
  const body = rows.map(
    row =>
      html`<tr><th scope="row">${first?.cell(row) ?? ''}</th>${others.map(({ cell, isPlot }) =>
        isPlot ? html`<td class="drawn">${cell(row)}</td>` : html`<td>${cell(row)}</td>`,
      )}</tr>`,
  )
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><th scope="col">${first?.title ?? ''}</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const plotted = <Row>(rows: readonly Row[], value: (row: Row) => number): Column<Row> => {
  const longest = Math.max(0, ...rows.map(value))
  return { title: '', cell: row => bar(value(row), longest), isPlot: true }
}

const counts = (caption: string, name: string, rows: readonly NamedCount[], text = detailText): Html =>
  table(caption, rows, [
    { title: name, cell: row => text(row.name) },
    { title: 'Count', cell: ({ count }) => countText(count) },
    plotted(rows, ({ count }) => count),
  ])

function groups(caption: string, name: string, rows: readonly NamedNumbers[]): Html {
  const count = (title: string, value: (numbers: SalesNumbers) => number) => ({
    title,
    cell: ({ numbers }: NamedNumbers) => countText(value(numbers)),
  })
  return table(caption, rows, [
    { title: name, cell: row => row.name },
    count('Prospects', ({ prospects }) => prospects),
    count('Priced', ({ priced }) => priced),
    count('Binds', binds),
    count('Policies', ({ policies }) => policies),
    plotted(rows, ({ numbers }) => numbers.policies),
    { title: 'Premium', cell: ({ numbers }) => moneyText(numbers.premiumCents) },
    plotted(rows, ({ numbers }) => numbers.premiumCents),
    { title: 'Refunded', cell: ({ numbers }) => moneyText(numbers.refundedCents) },
  ])
}

const funnel = ({ funnel: steps }: SalesReport): Html =>
  table('Steps from the plate to the policy', steps, [
    { title: 'Step', cell: ({ name }) => name },
    { title: 'Count', cell: ({ count }) => countText(count) },
    { title: 'Reached', cell: ({ reached }) => percent(reached) },
    { title: 'Dropped', cell: ({ dropped }) => countText(dropped) },
    plotted(steps, ({ count }) => count),
  ])

function perDay(
  title: string,
  { days }: SalesReport,
  column: SalesColumn,
  text: (value: number) => string,
  scaleText = text,
): Html {
  const plottedDays = days.map(({ name: day, numbers }) => ({
    day,
    value: numbers[column],
    text: text(numbers[column]),
  }))
  return html`<section><h2>${title}</h2>${dayPlot(plottedDays, scaleText)}
<details><summary>The same as a table</summary>${table(title, plottedDays, [
    { title: 'Day', cell: ({ day }) => day },
    { title, cell: one => one.text },
  ])}</details></section>`
}

function tiles({ total }: SalesReport): Html {
  const shown: readonly (readonly [string, string])[] = [
    ['Prospects', countText(total.prospects)],
    ['Quotes priced', countText(total.priced)],
    ['Policies', countText(total.policies)],
    ['Premium', wholeMoney(total.premiumCents)],
    ['GST in the premium', wholeMoney(total.gstCents)],
    ['Refunded', wholeMoney(total.refundedCents)],
    ['Quotes emailed', countText(total.emailed)],
    ['Quotes retrieved', countText(total.retrieved)],
  ]
  return html`<dl class="tiles">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function filterForm(given: FilterText, { brands, partners }: ReportChoices): Html {
  const options = (values: readonly string[], chosen: string | undefined) =>
    [...new Set([...values, ...(chosen === undefined ? [] : [chosen])])].map(value =>
      value === chosen
        ? html`<option value="${value}" selected>${value}</option>`
        : html`<option value="${value}">${value}</option>`,
    )
  return html`<form action="/" method="get">
<label>First day<input type="date" name="from" value="${given.from ?? ''}"></label>
<label>Last day<input type="date" name="to" value="${given.to ?? ''}"></label>
<label>Brand<select name="brand"><option value="">All brands</option>${options(brands, given.brand)}</select></label>
<label>Partner<select name="partner"><option value="">All partners</option>${options([...partners, otherPartner, noPartner], given.partner)}</select></label>
<button>Show</button></form>`
}

const page = (title: string, form: Html, content: Html): string =>
  `${html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>`}${reportStyle}${html`</style>
</head>
<body><main><h1>Sales</h1>${form}${content}</main></body>
</html>
`}`

/** A page with the form and what is wrong with its values. */
export const problemPage = (sentence: string, given: FilterText, choices: ReportChoices): string =>
  page('Sales', filterForm(given, choices), html`<p class="error" role="alert">${sentence}</p>`)

export function reportPage(report: SalesReport, choices: ReportChoices): string {
  const { from, to, brand, partner } = report.filter
  const given = { from, to, brand: brand ?? undefined, partner: partner ?? undefined }
  const waysToPay: readonly NamedCount[] = [
    { name: 'Bank', count: report.total.boundByBank },
    { name: 'Card', count: report.total.boundByCard },
  ]
  const content = html`
<p class="note">Each event counts on the day it happened, New Zealand time; a quote can begin before the first day. Amounts include GST. The premium is the sum of a policy’s payments of one year.</p>
${tiles(report)}
<section><h2>Funnel</h2>${funnel(report)}</section>
<div class="pair">${perDay('Policies per day', report, 'policies', countText)}${perDay('Premium per day', report, 'premiumCents', moneyText, wholeMoney)}</div>
<section><h2>Brands</h2>${groups('Brands side by side', 'Brand', report.brands)}</section>
<div class="pair"><section><h2>Declined</h2>${counts('Declines by reason', 'Reason', report.declined)}</section>
<section><h2>Referred</h2>${counts('Referrals to a person by reason', 'Reason', report.referred)}</section></div>
<div class="pair"><section><h2>Time to the policy</h2>${counts('Policies by the time from the first page', 'Time', report.policyTimes)}</section>
<section><h2>Ways to pay</h2>${counts('Binds by payment way', 'Paid by', waysToPay, name => name)}</section></div>
<section><h2>Partners</h2>${groups('Partners of the links', 'Partner', report.partners)}</section>
<section><h2>Sources</h2>${groups('Sources of the links', 'Source', report.sources)}</section>`
  return page(`Sales from ${from} to ${to}`, filterForm(given, choices), content)
}
