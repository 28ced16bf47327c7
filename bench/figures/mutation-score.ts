/** Stores the mutation score of Stryker's last report as a figure, and exits with 1 if it is too low. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figureWithoutBaseline, storeFigures } from './figure-store.ts'

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}

const wantedPercent = 85
const path = join(import.meta.dirname, '../../node_modules/.cache/openroad/mutants.json')
const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report
const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
const count = (...kinds: readonly string[]) => statuses.filter(status => kinds.includes(status)).length
const seen = count('Killed', 'Timeout')
const all = seen + count('Survived', 'NoCoverage')
const percent = (100 * seen) / all
storeFigures('mutants', [
  figureWithoutBaseline(
    'planted changes of journey/ and underwriting/ that a test detects',
    `${percent.toFixed(1)} % of ${all}`,
    `≥ ${wantedPercent} %`,
    percent >= wantedPercent,
  ),
])
if (percent < wantedPercent) process.exitCode = 1
