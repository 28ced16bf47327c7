/**
 * Finds each route's script files in the build manifest and measures their gzip size; also measures everything that
 * the entry page downloads in a browser. Used by `npm run size` and the tests.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { policyPath, startPath } from '#journey/page-paths.ts'
import { pathOfStep, steps } from '#journey/steps.ts'

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  /** Chunks that it may load later. */
  readonly dynamicImports?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

const main = 'web/entry-client.tsx'
/** The page folder of each route, after which the build names the file. */
const screens: Readonly<Record<string, string>> = {
  [startPath]: 'start',
  ...Object.fromEntries(steps.map(step => [pathOfStep(step), step])),
  [`${policyPath} and the other status pages`]: 'status',
}
/**
 * Files that an ordinary purchase by bank never loads: the brand's tag manager, another captcha, its dialog, a stored
 * quote, an address typed by hand, 'Email my quote', 'Confirm it's you', a card payment that failed, a quote
 * that cannot be opened.
 */
const rareModules: readonly string[] = [
  'web/features/analytics/tag-manager-container.ts',
  'web/features/captcha/captcha-dialog.tsx',
  'web/features/captcha/recaptcha.ts',
  'web/features/email-quote/email-quote-dialog.tsx',
  'web/features/manual-address/manual-address-dialog.tsx',
  'web/features/quote-access/draft-from-quote.ts',
  'web/pages/car/lazy/confirm-identity.tsx',
  'web/pages/status/lazy/card-payment-failed-page.tsx',
  'web/pages/status/lazy/closed-quote-pages.tsx',
]
/** The captcha's worker, which no module imports. */
const worker = 'node_modules/altcha/dist/workers/pbkdf2.js'

const atOnce = ({ imports = [] }: Chunk): readonly string[] => imports
const inTheEnd = ({ imports = [], dynamicImports = [] }: Chunk): readonly string[] => [
  ...imports,
  ...dynamicImports.filter(module => !rareModules.includes(module)),
]

/** The files of these modules and of all their imports, each once. */
export function filesOf(manifest: Manifest, modules: readonly string[], follow = atOnce): string[] {
  const seen = new Set<string>()
  const waiting = modules.map(
    module => Object.keys(manifest).find(key => manifest[key]?.name === module) ?? module,
  )
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The build has no ${module}.`)
    if (seen.has(module)) continue
    seen.add(module)
    waiting.push(...follow(chunk))
  }
  return [...new Set([...seen].map(module => manifest[module]?.file ?? ''))].filter(file =>
    file.endsWith('.js'),
  )
}

export interface Sizes {
  /** Gzip bytes of script until a route is usable. */
  readonly routes: Readonly<Record<string, number>>
  /** Gzip bytes of all script from the first page to the success page. */
  readonly journey: number
}

const manifestOf = (client: string): Manifest =>
  JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'))

/** The script files of the entry page. */
const entryFiles = (client: string): string[] => filesOf(manifestOf(client), [main, screens[startPath] ?? ''])

/** All script files from the first page to the success page. */
export const journeyFiles = (client: string): string[] =>
  filesOf(manifestOf(client), [main, worker], inTheEnd)

export function sizesOf(client: string): Sizes {
  const manifest = manifestOf(client)
  const bytes = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0)
  return {
    routes: Object.fromEntries(
      Object.entries(screens).map(([route, screen]) => [route, bytes(filesOf(manifest, [main, screen]))]),
    ),
    journey: bytes(journeyFiles(client)),
  }
}

export const maximumEntryBytes = 130_000

interface EntryBytes {
  /** Compressed bytes on the network. */
  readonly screen: number
  /** Including the script that is prefetched for the next page. */
  readonly withNext: number
}

/**
 * Measures the entry page with an empty cache.
 * @param context a browser context with an empty cache
 */
export async function entryBytes(context: BrowserContext, address: string): Promise<EntryBytes> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname)
  })
  const fetched: { readonly script: string | undefined; readonly bytes: number }[] = []
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    fetched.push({ script: scripts.get(requestId), bytes: encodedDataLength })
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.close()

  const own = entryFiles(join(import.meta.dirname, '../../dist/client')).map(file => `/${file}`)
  const missing = own.filter(path => !fetched.some(({ script }) => script === path))
  if (missing.length > 0) throw new Error(`The entry screen did not fetch ${missing.join(', ')}.`)
  const sum = (files: typeof fetched) => files.reduce((bytes, file) => bytes + file.bytes, 0)
  return {
    screen: sum(fetched.filter(({ script }) => script === undefined || own.includes(script))),
    withNext: sum(fetched),
  }
}
