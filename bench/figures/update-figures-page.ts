/**
 * `npm run figures`: updates docs/figures.md with the last figures that the measuring commands stored on this
 * machine. Rows that no command measured here stay, as do all notes; some rows are written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, findWorstFigure, readStoredRuns } from './figure-store.ts'

/** The targets that a command measures: the row's name, the command, and the stored figures that show it. */
const promises: readonly (readonly [name: string, command: string, figures: RegExp])[] = [
  ['script to the first usable screen of `/vehicle`', 'size', /^script of \/vehicle$/],
  ['script of any other page opened directly', 'size', /^script of \/(vehicle\/|pay)/],
  ['script of the whole journey by bank', 'size', /^script of the whole journey/],
  ['all bytes of the first screen, every brand', 'size', /^all bytes of the entry screen/],
  ['largest paint (LCP) of every route and brand', 'lighthouse', /^largest paint/],
  ['Lighthouse mobile, every route and brand', 'lighthouse', /^Lighthouse of/],
  ['layout shift over a whole journey', 'vitals', /^layout shift/],
  ['longest interaction (INP), processor 4 times slower', 'vitals', /^longest interaction/],
  ['price after a tap, server apart', 'vitals', /^longest price/],
  ['step to step, server apart', 'vitals', /^longest step/],
  ['errors of the Nu HTML checker', 'html', /./],
  ['HTTP Observatory', 'observatory', /./],
  ['amend, 8 clients', 'bench', /^amend, /],
  ['retrieval, 8 clients', 'bench', /^retrieval by id, /],
  ['processor time of a validated call without database', 'bench', /^CPU of a validated call/],
  ['whole purchases a second, one node on one core', 'bench', /^whole purchases/],
  ['p99 of a call at half that load', 'bench', /^p99 of a call/],
  ['schedule as PDF', 'bench', /^a schedule as PDF/],
  ['first `npm start` after the install', 'bench', /^first npm start/],
  ['second `npm start` to ready', 'bench', /^npm start again/],
  ['goodput at twice the capacity', 'bench -- overload', /^goodput/],
  ['p99 of accepted calls at twice the capacity', 'bench -- overload', /^p99 of accepted/],
  ['calls lost at twice the capacity', 'bench -- overload', /^calls lost/],
  ['binds at twice the capacity', 'bench -- overload', /^binds/],
  ['failed requests while nodes are replaced', 'bench -- restarts', /^failed requests/],
  ['memory of a node after 30 minutes of load', 'bench -- soak', /^memory of a node after/],
  [
    'retrieval, amend and bind: many quotes against 10,000',
    'bench -- growth',
    /^1\d{6,7}: (retrieval|amend|bind)/,
  ],
  ['query plans that read a whole table', 'bench -- growth', /plans that read/],
  ['address search over 2.3 million addresses', 'bench:addresses', /searches: /],
  ['purchases lost, doubled, unpaid or unserved under chaos', 'chaos', /^seed/],
  [
    'failover and rolling restart: wrong policies, calls answered 500',
    'failover',
    /^(acknowledged|quotes|policies|invariants|calls)/,
  ],
  ['failover: longest pause between binds', 'failover', /^primary killed: seconds without a bind/],
  ['mutation score of the rules', 'mutants', /./],
  ['`npm test`, green in a row', 'flake-check', /green in a row/],
  ['`npm test`, the slowest of them', 'flake-check', /slowest/],
  ['processor time of the unit and call tests', 'test:times', /./],
]

const file = join(import.meta.dirname, '../../docs/figures.md')
const columns = 8

const reached = (figures: readonly Figure[], { measured, ratio, holds }: Figure): string => {
  const marks = { true: '✔ ', false: '✘ ', null: '' }
  const among = figures.length > 1 ? ` (worst of ${figures.length})` : ''
  return `${marks[`${holds}`]}${measured}${ratio === null ? '' : `, ${ratio.toFixed(2)} ×`}${among}`
}

/** The row of a target; null if its command was not run here. */
function measuredRow([name, command, names]: (typeof promises)[number], note: string): string[] | null {
  const runs = readStoredRuns(command).filter(run => run.figures.some(figure => names.test(figure.name)))
  const [oldest] = runs.toSorted((one, other) => one.at.localeCompare(other.at))
  const figures = runs.flatMap(run => run.figures.filter(figure => names.test(figure.name)))
  const worst = findWorstFigure(figures)
  if (!oldest || !worst) return null
  const { commit, machine, at } = oldest
  const result = reached(figures, worst)
  return [name, worst.floor, result, worst.reach, `\`${command}\``, `${commit}, ${at}`, machine, note]
}

const formatRow = (cells: readonly string[]): string =>
  `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
const cellsOf = (line: string): string[] => line.slice(2, -2).split(/ \| /)
const text = readFileSync(file, 'utf8').split('\n')
const missing = promises.filter(([name]) => !text.some(line => cellsOf(line)[0] === name))
if (missing.length > 0)
  throw new Error(`docs/figures.md has no row ${missing.map(([name]) => name).join('; ')}.`)
const updated = text.map(line => {
  const cells = cellsOf(line)
  const promise = promises.find(([name]) => cells.length === columns && name === cells[0])
  const row = promise && measuredRow(promise, cells[columns - 1] ?? '')
  return row ? formatRow(row) : line
})
writeFileSync(file, updated.join('\n'))
for (const line of updated.filter(line => line.includes('| ✘ '))) console.log(line)
process.exitCode = updated.some(line => line.includes('| ✘ ')) ? 1 : 0
