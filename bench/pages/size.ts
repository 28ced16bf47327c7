/**
 * `npm run size`: measures the script of every route and of the whole journey as a ratio to React alone, and all
 * bytes of the entry page. Exits with 1 above a target.
 */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { startPath } from '#journey/page-paths.ts'
import { type Figure, figureWithoutBaseline, storeFigures } from '../figures/figure-store.ts'
import { entryBytes, maximumEntryBytes, sizesOf } from './bundle-size.ts'
import { brandKeys, withBrowser, withServer } from './running-product.ts'

/** Targets as ratios to React alone: the first page, any other route, and a whole purchase by bank. */
const wantedFirstRoute = 1.5
const wantedRoute = 1.75
const wantedJourney = 2.35

/** The smallest React application, which renders one word. */
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
      modulePreload: false,
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

async function scriptFigures(): Promise<Figure[]> {
  const floor = await floorBytes()
  const { routes, journey } = sizesOf(join(import.meta.dirname, '../../dist/client'))
  const rows: readonly (readonly [name: string, bytes: number, wanted: number])[] = [
    ...Object.entries(routes).map(
      ([route, bytes]) => [route, bytes, route === startPath ? wantedFirstRoute : wantedRoute] as const,
    ),
    ['the whole journey', journey, wantedJourney],
  ]
  return rows.map(([name, bytes, wanted]) => ({
    name: `script of ${name}`,
    measured: kilobytes(bytes),
    floor: `React alone ${kilobytes(floor)}`,
    ratio: bytes / floor,
    reach: `≤ ${wanted} ×`,
    holds: bytes / floor <= wanted,
  }))
}

async function entryFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  await withServer(port =>
    withBrowser(async browser => {
      for (const brand of brandKeys) {
        const context = await browser.newContext()
        const { screen, withNext } = await entryBytes(
          context,
          `http://${brand}.localhost:${port}${startPath}`,
        )
        await context.close()
        figures.push(
          figureWithoutBaseline(
            `all bytes of the entry screen, ${brand}`,
            `${kilobytes(screen)}, ${kilobytes(withNext)} with what it fetches ahead`,
            `≤ ${kilobytes(maximumEntryBytes)}`,
            screen <= maximumEntryBytes,
          ),
        )
      }
    }),
  )
  return figures
}

const figures = [...(await scriptFigures()), ...(await entryFigures())]
for (const { name, measured, ratio, reach, holds } of figures)
  console.log(
    `${name.padEnd(52)} ${measured.padStart(9)}  ${ratio === null ? '' : `${ratio.toFixed(2)} ×  `}(wanted ${reach}: ${holds ? 'holds' : 'above'})`,
  )
storeFigures('size', figures)
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1
