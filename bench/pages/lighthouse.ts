/**
 * `npm run lighthouse`: measures Lighthouse's mobile scores and the largest contentful paint of every route and brand,
 * as medians of five. A shorter run: `-- --runs 1 --brands fern --routes /vehicle`. Exits with 1 below the targets.
 */
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse'
import { cardReturnPaths, isLegalPath, startPath } from '#journey/page-paths.ts'
import { chromiumFlags, findFullChromium } from '../../scripts/system-programs.mjs'
import { type Figure, figureWithoutBaseline, storeFigures } from '../figures/figure-store.ts'
import { median } from '../load/statistics.ts'
import { brandKeys, routes, withServer } from './running-product.ts'

/** Includes the route that only redirects. */
const everyRoute = [...routes, cardReturnPaths.cancelled]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    brands: { type: 'string', default: brandKeys.join() },
    routes: { type: 'string', default: everyRoute.join() },
  },
})
const runs = Number(values.runs)
const wantedScore = 100
const wantedRatio = 1.05

/** Only the first page and the legal documents may be in a search index, so SEO counts for them only. */
const categoriesOf = (route: string): string[] => [
  'performance',
  'accessibility',
  'best-practices',
  ...(route === startPath || isLegalPath(route) ? ['seo'] : []),
]

interface Run {
  readonly scores: Readonly<Record<string, number>>
  readonly paintMs: number
  /** The audits that lowered a score. */
  readonly faults: readonly string[]
}

/** On a busy machine Lighthouse sometimes misses the start of a page; such a run is repeated. */
const attempts = 3

async function measure(url: string, flags: Flags): Promise<Run> {
  let fault = 'no result'
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = await lighthouse(url, flags)
    const lhr = result?.lhr
    if (lhr && !lhr.runtimeError && Object.values(lhr.categories).every(({ score }) => score !== null))
      return runOf(lhr)
    fault = lhr?.runtimeError?.message ?? 'a score is missing'
  }
  throw new Error(`${url}: ${fault}`)
}

function runOf({ categories, audits }: RunnerResult['lhr']): Run {
  const weighing = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    faults: weighing.flatMap(({ id }) => {
      const { score = null, displayValue = '' } = audits[id] ?? {}
      return score !== null && score < 0.9 ? [`${id} ${displayValue}`] : []
    }),
  }
}

const chromePath = findFullChromium()
if (!chromePath) {
  console.error('Lighthouse needs a whole Chromium: install the package chromium, or set CHROMIUM_PATH.')
  process.exit(1)
}
const chrome = await launch({
  chromeFlags: ['--headless=new', '--disable-gpu', ...chromiumFlags],
  chromePath,
})
let holds = true
try {
  await withServer(async port => {
    console.log(`route · brand · medians of ${runs} · largest paint beside the page without script`)
    for (const brand of values.brands.split(',')) {
      const figures: Figure[] = []
      for (const route of values.routes.split(',')) {
        const url = `http://${brand}.localhost:${port}${route}`
        const flags: Flags = { port: chrome.port, logLevel: 'silent', onlyCategories: categoriesOf(route) }
        const seen: Run[] = []
        const bare: number[] = []
        for (let run = 0; run < runs; run += 1) {
          seen.push(await measure(url, flags))
          const withoutScript = { ...flags, onlyCategories: ['performance'], blockedUrlPatterns: ['*.js'] }
          bare.push((await measure(url, withoutScript)).paintMs)
        }
        const scores = categoriesOf(route).map(name => {
          const all = seen.map(one => one.scores[name] ?? Number.NaN)
          return { name, median: median(all), least: Math.min(...all) }
        })
        const paint = median(seen.map(({ paintMs }) => paintMs))
        const ratio = paint / median(bare)
        const said = scores
          .map(one => `${one.name} ${one.median}${one.least < one.median ? ` (least ${one.least})` : ''}`)
          .join(', ')
        console.log(`${route} · ${brand} · ${said} · ${paint.toFixed(0)} ms, ${ratio.toFixed(2)} x`)
        figures.push(
          figureWithoutBaseline(
            `Lighthouse of ${route}, ${brand}, median of ${runs}`,
            said,
            String(wantedScore),
            scores.every(one => one.median >= wantedScore),
          ),
          {
            name: `largest paint of ${route}, ${brand}`,
            measured: `${paint.toFixed(0)} ms`,
            floor: `the same page without script ${median(bare).toFixed(0)} ms`,
            ratio,
            reach: `≤ ${wantedRatio} ×`,
            holds: ratio <= wantedRatio,
          },
        )
        for (const fault of new Set(seen.flatMap(({ faults }) => faults))) console.log(`    ${fault}`)
      }
      holds &&= figures.every(one => one.holds)
      // Stored per brand, because each takes a quarter of an hour. Partial runs are not stored.
      if (values.routes === everyRoute.join() && runs >= 5)
        storeFigures(`lighthouse -- --brands ${brand}`, figures)
    }
  })
} finally {
  chrome.kill()
}
if (!holds) process.exitCode = 1
