/** Tests of the import boundary check: it reads all files and detects a violation of each rule. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productFolders, sourceFiles } from './repository-files.ts'

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { name: string }
    }[]
  }
}

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

const cruise = async (cwd: string, folders: readonly string[]): Promise<Cruise> => {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const options = ['--config', config, '--output-type', 'json', ...folders]
  const { stdout } = await run(process.execPath, [bin, ...options], { cwd, maxBuffer: 100_000_000 })
  return JSON.parse(stdout) as Cruise
}

/** A forbidden import for each rule: [importing file, imported file, violated rule]. */
const breaches: readonly (readonly [string, string, string])[] = [
  ['journey/rule.ts', 'contract/endpoints.ts', 'journey-imports'],
  ['contract/endpoints.ts', 'server/config.ts', 'contract-imports'],
  ['brands/index.ts', 'server/config.ts', 'brands-imports'],
  ['underwriting/rate.ts', 'partners/mail/port.ts', 'underwriting-imports'],
  ['partners/mail/smtp.ts', 'partners/payment/port.ts', 'partners-imports'],
  ['partners/insurer/embedded.ts', 'partners/mail/port.ts', 'partners-insurer-imports'],
  ['partners/http.ts', 'partners/mail/port.ts', 'partners-http-imports'],
  ['sandbox/gateway.ts', 'underwriting/rate.ts', 'sandbox-imports'],
  ['sandbox/insurer/rest.ts', 'partners/insurer/http-insurer.ts', 'sandbox-insurer-imports'],
  ['documents/schedule.ts', 'underwriting/rate.ts', 'documents-imports'],
  ['db/repositories/quotes.ts', 'partners/mail/port.ts', 'db-imports'],
  ['server/routes/session-and-captcha.ts', 'partners/mail/smtp.ts', 'server-imports'],
  ['server/routes/session-and-captcha.ts', 'db/repositories/quotes.ts', 'repositories-through-dependencies'],
  ['server/plugins/session.ts', 'documents/schedule.ts', 'server-plugins-imports'],
  ['server/lib/log.ts', 'server/access/session-tokens.ts', 'server-lib-imports'],
  ['server/access/session-tokens.ts', 'server/plugins/session.ts', 'server-access-imports'],
  ['server/main.ts', 'partners/mail/smtp.ts', 'server-main-imports'],
  ['server/container.ts', 'partners/mail/smtp.ts', 'server-container-imports'],
  ['server/container.ts', 'sandbox/server.ts', 'server-container-imports'],
  ['server/partners/adapters.ts', 'sandbox/server.ts', 'server-adapters-imports'],
  ['web/app/app.tsx', 'underwriting/rate.ts', 'web-app-imports'],
  ['web/pages/car/car-page.tsx', 'web/pages/driver/driver-page.tsx', 'web-pages-imports'],
  ['web/features/summary/rows.ts', 'web/app/services.tsx', 'web-features-imports'],
  ['web/components/field.tsx', 'web/api/client.ts', 'web-components-imports'],
  ['web/layout/header.tsx', 'web/pages/car/car-page.tsx', 'web-layout-imports'],
  ['web/api/client.ts', 'web/layout/header.tsx', 'web-api-imports'],
  ['web/content/car.ts', 'web/components/field.tsx', 'web-content-imports'],
  ['web/lib/clock.ts', 'web/components/field.tsx', 'web-lib-imports'],
  ['web/boot/script.ts', 'web/components/field.tsx', 'web-boot-imports'],
]

/** Imports that a pattern could forbid by mistake. */
const allowed: readonly (readonly [string, string])[] = [
  ['partners/insurer/embedded.ts', 'underwriting/rate.ts'],
  ['partners/mail/smtp.ts', 'partners/http.ts'],
  ['sandbox/insurer/rest.ts', 'partners/insurer/embedded.ts'],
  ['documents/schedule.ts', 'underwriting/cover-facts.ts'],
  ['web/pages/car/car-page.tsx', 'web/app/services.tsx'],
  // With the line before, a cycle of types.
  ['web/app/services.tsx', 'web/pages/car/car-page.tsx'],
  ['server/routes/session-and-captcha.ts', 'partners/mail/port.ts'],
  ['server/partners/adapters.ts', 'partners/mail/smtp.ts'],
  ['journey/rule.test.ts', 'server/config.ts'],
]

/** Writes a small project with these imports: types only, except for rules about values. */
const plant = (folder: string) => {
  const links: readonly (readonly [string, string, string?])[] = [...breaches, ...allowed]
  for (const file of new Set([...links.map(([from]) => from), ...links.map(([, to]) => to)])) {
    const imports = links.filter(([from]) => from === file)
    const lines = imports.map(([, to, rule], at) =>
      rule === 'repositories-through-dependencies'
        ? `import { thing as T${at} } from '#${to}'\nexport { T${at} }`
        : `import type { Thing as T${at} } from '#${to}'`,
    )
    const types = imports.map((_, at) => `T${at}`).join(' | ') || 'string'
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(
      join(folder, file),
      `${lines.join('\n')}\nexport type Thing = ${types}\nexport const thing = 1\n`,
    )
  }
  const folders = [...new Set(links.flat().map(path => path?.split('/')[0] ?? ''))].filter(
    name => !name.includes('-'),
  )
  const imports = Object.fromEntries(folders.map(name => [`#${name}/*`, `./${name}/*`]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'planted', type: 'module', imports }))
}

describe('import boundaries', () => {
  let folder = ''
  let planted: Cruise
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openroad-boundaries-'))
    plant(folder)
    planted = await cruise(folder, [...productFolders])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const found = (from: string, to: string) =>
    planted.summary.violations
      .filter(seen => seen.from === from && seen.to === to)
      .map(seen => seen.rule.name)

  test.each(breaches)('%s importing %s breaks %s', (from, to, rule) => {
    expect(found(from, to)).toContain(rule)
  })

  test.each(allowed)('%s may import %s', (from, to) => {
    expect(found(from, to).filter(rule => rule !== 'no-cycles')).toEqual([])
  })

  test('a cycle of types is a cycle', () => {
    expect(planted.summary.violations.map(seen => seen.rule.name)).toContain('no-cycles')
  })

  test('the check reads every source file of the product', async () => {
    const { summary } = await cruise(root, [...productFolders])
    const files = sourceFiles(root, productFolders, /\.tsx?$/)
    expect(files.length).toBeGreaterThan(30)
    expect(summary.totalCruised).toBeGreaterThanOrEqual(files.length)
  })
})
