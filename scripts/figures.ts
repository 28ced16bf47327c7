/** `npm run figures [-- command …]`: runs all or some measuring commands and writes docs/generated/figures.md and .json. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table, writtenPage } from './docs/markdown.ts'
import { explanations } from './figures/explanations.ts'
import { type Figure, storedFigures, writeStored } from './figures/store.ts'
import { heldFigures } from './figures/test-run.ts'

/** In this order; each stores its figures at its end. `lighthouse` and `growth` take an hour each, `steady` three. */
const commands = [
  'size',
  'html',
  'vitals',
  'lighthouse',
  'observatory',
  'bench',
  'bench -- overload',
  'bench -- restarts 50',
  'bench -- soak 30',
  'bench -- growth',
  'bench:addresses',
  'chaos',
  'mutants',
  'steady',
] as const

const root = join(import.meta.dirname, '..')
const asked = process.argv.slice(2)
const chosen =
  asked.length === 0
    ? commands
    : commands.filter(command => asked.includes(command.split(' ')[0] ?? '') || asked.includes(command))
if (asked.length > 0 && chosen.length === 0 && asked[0] !== 'none')
  throw new Error(`There are the commands ${commands.join(', ')}; 'none' only writes the page.`)

for (const command of chosen) {
  console.log(`\nnpm run ${command}`)
  spawnSync('npm', ['run', '--silent', ...command.split(' ')], { cwd: root, stdio: 'inherit' })
}

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
