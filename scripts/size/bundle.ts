/** What a visitor's browser has to fetch of our script, route by route, from the manifest of the built pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

const main = 'web/main.tsx'
const screens: Readonly<Record<string, string>> = {
  '/vehicle': 'web/steps/entry/entry-screen.tsx',
  '/vehicle/step1': 'web/steps/1-car/car-step.tsx',
  '/vehicle/step2': 'web/steps/2-driver/driver-step.tsx',
  '/vehicle/step3': 'web/steps/3-quote/quote-step.tsx',
  '/vehicle/step4': 'web/steps/4-policyholder/policyholder-step.tsx',
  '/vehicle/step5': 'web/steps/5-payment/payment-step.tsx',
  '/paymentsuccess and the other outcomes': 'web/outcomes/index.ts',
}
/** Fetched on the way although no screen waits for it: addresses are typed, and the captcha solves its puzzle. */
const onTheWay = [
  'web/form/address-combobox.tsx',
  'web/captcha/proof-of-work.ts',
  'node_modules/altcha/dist/workers/pbkdf2.js',
]

/** The files of these modules and of all they import, each once. */
export function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...modules]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The build has no ${module}.`)
    if (seen.has(module)) continue
    seen.add(module)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...new Set([...seen].map(module => manifest[module]?.file ?? ''))].filter(file =>
    file.endsWith('.js'),
  )
}

export interface Sizes {
  /** Gzip bytes of script until a route's first screen works. */
  readonly routes: Readonly<Record<string, number>>
  /** Gzip bytes of all script from the first page to the success page. */
  readonly journey: number
}

export function sizesOf(client: string): Sizes {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'))
  const bytes = (modules: readonly string[]) =>
    filesOf(manifest, modules).reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
  return {
    routes: Object.fromEntries(
      Object.entries(screens).map(([route, screen]) => [route, bytes([main, screen])]),
    ),
    journey: bytes([main, ...Object.values(screens), ...onTheWay]),
  }
}
