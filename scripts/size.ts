/**
 * `npm run size`: the script of every route and of the whole journey as a ratio to React alone, built here in the same
 * run by the same tools. Ends with 1 when a ratio is above what is wanted.
 */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { type Figure, keepFigures } from './figures/kept.ts'
import { sizesOf } from './size/bundle.ts'

const wantedRoute = 1.35
const wantedJourney = 2

/** An application that draws one word: what nobody who uses React can be below. */
const reactAlone = `
  import { createElement, StrictMode } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  hydrateRoot(document.body, createElement(StrictMode, null, 'Openroad'))`

async function floorBytes(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'chrome111',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'react-alone' },
    },
    plugins: [
      {
        name: 'react-alone',
        resolveId: id => (id === 'react-alone' ? id : null),
        load: id => (id === 'react-alone' ? reactAlone : null),
      },
    ],
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('React alone could not be built.')
  return output.output.reduce(
    (sum, part) => sum + (part.type === 'chunk' ? gzipSync(part.code, { level: 9 }).length : 0),
    0,
  )
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const floor = await floorBytes()
const { routes, journey } = sizesOf(join(import.meta.dirname, '../dist/client'))
const rows: readonly (readonly [name: string, bytes: number, wanted: number])[] = [
  ...Object.entries(routes).map(([route, bytes]) => [route, bytes, wantedRoute] as const),
  ['the whole journey', journey, wantedJourney],
]
const figures = rows.map(
  ([name, bytes, wanted]): Figure => ({
    name: `script of ${name}`,
    measured: kilobytes(bytes),
    floor: `React alone ${kilobytes(floor)}`,
    ratio: bytes / floor,
    reach: `≤ ${wanted} ×`,
    holds: bytes / floor <= wanted,
  }),
)
for (const { name, measured, ratio, reach, holds } of figures)
  console.log(
    `${name.padEnd(45)} ${measured.padStart(9)}  ${ratio?.toFixed(2)} ×  (wanted ${reach}: ${holds ? 'holds' : 'above'})`,
  )
keepFigures('size', figures)
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1
