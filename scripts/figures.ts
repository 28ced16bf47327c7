/**
 * `npm run figures`: writes the figures that each measuring command stored last to docs/generated/figures.md and
 * figures.json. `npm run release-check` runs those commands.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table, writtenPage } from './docs/markdown.ts'
import { explanations } from './figures/explanations.ts'
import { type Figure, storedFigures, writeStored } from './figures/store.ts'
import { heldFigures } from './figures/test-run.ts'

const root = join(import.meta.dirname, '..')
const kept = storedFigures()
const holdsIn = ({ holds }: Figure) => (holds === null ? 'stated' : holds ? 'yes' : 'NO')
const missed = kept.flatMap(({ figures }) => figures.filter(({ holds }) => holds === false))
const text = writtenPage(
  'Figures',
  `What is asked of the product in figures, as it was last measured: ${missed.length} missed. Written by \`npm run figures\`; do not edit. The tests do not check it: the machine decides.`,
  ...kept.flatMap(({ command, figures, commit, machine, at }) => [
    `## npm run ${command}`,
    `At commit ${commit}, ${at.replace('T', ' ')} UTC, on ${machine}.`,
    table(
      ['figure', 'floor', 'reached', 'ratio', 'wanted', 'holds'],
      figures.map(figure => [
        figure.name,
        figure.floor,
        figure.measured,
        figure.ratio === null ? '' : figure.ratio.toFixed(2),
        figure.reach,
        holdsIn(figure),
      ]),
    ),
  ]),
  '## npm test',
  'What every run of the tests holds.',
  table(
    ['figure', 'wanted', 'held by'],
    heldFigures.map(({ name, reach, file, title }) => [name, reach, `${title} (\`${file}\`)`]),
  ),
  '## Why those that are missed are missed',
  missed.length === 0
    ? 'None is.'
    : table(
        ['figure', 'why'],
        [...Map.groupBy(missed, ({ name }) => explanations.find(([start]) => name.startsWith(start)))].map(
          ([reason, figures]) => [
            figures.length > 2 && reason
              ? `${reason[0]} … (${figures.length})`
              : figures.map(({ name }) => name).join('; '),
            reason?.[1] ?? 'not looked into yet',
          ],
        ),
      ),
)
writeFileSync(join(root, 'docs/generated/figures.md'), text)
writeStored(kept)
for (const { command, figures } of kept)
  for (const figure of figures)
    console.log(
      `${holdsIn(figure).padEnd(6)}  ${command}: ${figure.name}: ${figure.measured} (wanted: ${figure.reach})`,
    )
process.exitCode = missed.length === 0 ? 0 : 1
