/** Renders the sales report as HTML: filter, totals, and inline SVG charts, each with a table for screen readers. */
import { createHash } from 'node:crypto'
import { type Html, html } from '#documents/html.ts'
import { moneyText } from '#journey/money.ts'
import { noReferrer, unknownReferrer } from '#journey/referrer-id.ts'
import {
  detailText,
  type NamedCount,
  percentText,
  type SalesColumn,
  type SalesFilterInput,
  type SalesNumbers,
  type SalesNumbersByName,
  type SalesReport,
} from '#journey/sales-report.ts'

export interface ReportChoices {
  readonly brands: readonly string[]
  readonly partners: readonly string[]
}

const countText = (count: number): string => count.toLocaleString('en-NZ', { maximumFractionDigits: 1 })
const wholeMoney = (cents: number): string => moneyText(Math.round(cents / 100) * 100).replace(/\.00$/, '')
const binds = ({ boundByBank, boundByCard }: SalesNumbers): number => boundByBank + boundByCard

const plain = (value: number): string => String(Math.round(value * 100) / 100)

/** A bar as long as its share of the longest one; it fills its table cell. */
const bar = (value: number, longest: number): Html =>
  html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${plain(longest > 0 ? (100 * value) / longest : 0)}" height="10"/></svg>`

interface PlottedDay {
  readonly day: string
  readonly value: number
  /** The value as people read it, for the tooltip. */
  readonly text: string
}

const height = 100

/** The end of the scale: a round number whose half is round as well. */
function scaleEnd(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  const round = [2, 4, 6, 8, 10].find(digit => digit * power >= highest) ?? 10
  return round * power
}

/** Of the width of a day; the rest is the gap to the next one. */
const columnWidth = 0.78

/** Columns over the days on a scale from zero, with lines at zero, half and the top. */
function dayPlot(days: readonly PlottedDay[], text: (value: number) => string): Html {
  const end = scaleEnd(Math.max(...days.map(({ value }) => value)))
  const columns = days.map(({ day, value, text: shown }, index) => {
    const tall = (height * value) / end
    // The clear column over the whole height shows the tooltip for a low value too.
    return html`<g><title>${day}: ${shown}</title><rect class="clear" x="${index}" y="0" width="1" height="${height}"/><rect x="${plain(index + (1 - columnWidth) / 2)}" y="${plain(height - tall)}" width="${columnWidth}" height="${plain(tall)}"/></g>`
  })
  const lines = [0, height / 2, height].map(
    y => html`<line x1="0" x2="${days.length}" y1="${y}" y2="${y}" vector-effect="non-scaling-stroke"/>`,
  )
  return html`<div class="plot" aria-hidden="true">
<div class="scale"><span>${text(end)}</span><span>${text(end / 2)}</span><span>${text(0)}</span></div>
<svg viewBox="0 0 ${days.length} ${height}" preserveAspectRatio="none">${lines}${columns}</svg>
<div class="ends"><span>${days[0]?.day ?? ''}</span><span>${days.at(-1)?.day ?? ''}</span></div>
</div>`
}

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

function groups(caption: string, name: string, rows: readonly SalesNumbersByName[]): Html {
  const count = (title: string, value: (numbers: SalesNumbers) => number) => ({
    title,
    cell: ({ numbers }: SalesNumbersByName) => countText(value(numbers)),
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
    { title: 'Reached', cell: ({ reached }) => percentText(reached) },
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

function filterForm(given: SalesFilterInput, { brands, partners }: ReportChoices): Html {
  const options = (values: readonly string[], chosen: string | undefined) =>
    [...new Set([...values, ...(chosen === undefined ? [] : [chosen])])].map(
      value => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${value}</option>`,
    )
  return html`<form action="/" method="get">
<label>First day<input type="date" name="from" value="${given.from ?? ''}"></label>
<label>Last day<input type="date" name="to" value="${given.to ?? ''}"></label>
<label>Brand<select name="brand"><option value="">All brands</option>${options(brands, given.brand)}</select></label>
<label>Partner<select name="partner"><option value="">All partners</option>${options([...partners, unknownReferrer, noReferrer], given.partner)}</select></label>
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

export const problemPage = (sentence: string, given: SalesFilterInput, choices: ReportChoices): string =>
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

const reportStyle = `
:root{color-scheme:light dark;--page:#F7F5F0;--surface:#FFF;--ink:#17212B;--muted:#4A5560;--line:#D5D8D4;--bar:#0A5A66;--link:#0A5A66;--focus:#0B3D91;--border:#6F7B86;--on-bar:#FFF;--error:#A8201A}
@media (prefers-color-scheme:dark){:root{--page:#0E161C;--surface:#17222A;--ink:#EDF2F4;--muted:#B4C0C9;--line:#2E3B45;--bar:#7CD3DC;--link:#8ADAE2;--focus:#9CC4FF;--border:#8593A0;--on-bar:#06262B;--error:#FFB4AB}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:72rem;margin:0 auto;padding:24px 16px 48px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
h1{font-size:clamp(1.625rem,1.3rem + 1.6vw,2.375rem);line-height:1.2;margin:0}
h2{font-size:1.25rem;line-height:1.2;margin:0 0 8px}
p{margin:0;max-width:66ch}.note{color:var(--muted);font-size:.875rem}.error{color:var(--error);font-weight:600}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:16px;display:grid;gap:12px;grid-template-columns:minmax(0,1fr);align-content:start}
.pair{display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
@media (min-width:60rem){.pair{grid-template-columns:repeat(2,minmax(0,1fr))}}
form{display:flex;flex-wrap:wrap;gap:12px 16px;align-items:end}
label{display:grid;gap:4px;font-size:.875rem;font-weight:600}
input,select,button{font:inherit;min-height:44px;padding:0 12px;border:1px solid var(--border);border-radius:6px;background:var(--surface);color:var(--ink)}
button{background:var(--bar);border-color:var(--bar);color:var(--on-bar);font-weight:600;padding:0 20px;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.tiles{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:12px;margin:0}
@media (min-width:48rem){.tiles{grid-template-columns:repeat(4,minmax(0,1fr))}}
.tiles div{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.tiles dt{color:var(--muted);font-size:.875rem}.tiles dd{margin:0;font-size:1.5rem;font-weight:700;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--muted);font-size:.875rem;padding-bottom:4px}
th,td{padding:6px 12px 6px 0;text-align:right;border-bottom:1px solid var(--line);vertical-align:middle;white-space:nowrap}
th{font-weight:600}thead th{color:var(--muted);font-size:.875rem}
th:first-child{text-align:left}
.drawn{width:40%;min-width:6rem}
svg{display:block;fill:var(--bar)}
.bar{width:100%;height:14px}.clear{fill:transparent}g:hover rect:last-child{opacity:.7}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 8px;color:var(--muted);font-size:.75rem;font-variant-numeric:tabular-nums}
.plot svg{width:100%;height:180px}.plot line{stroke:var(--line)}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;line-height:1}
.ends{grid-column:2;display:flex;justify-content:space-between}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--link);text-decoration:underline}
@media print{form,summary{display:none}section,.tiles div{break-inside:avoid}}
`

export const reportStyleHash = `'sha256-${createHash('sha256').update(reportStyle).digest('base64')}'`
