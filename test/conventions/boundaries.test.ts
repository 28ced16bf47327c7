/** Tests of the import boundary check: it reads all files, each file has its rules, and a forbidden import is found. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import boundaries from '../../.dependency-cruiser.mjs'
import { productFiles, productFolders, root, sourceFiles } from './repository-files.ts'

interface Cruise {
  readonly totalCruised: number
  readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
}

async function cruise(cwd: string): Promise<Cruise> {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const command = [bin, '--config', config, '--output-type', 'json', ...productFolders]
  const options = { cwd, maxBuffer: 100_000_000 }
  const { stdout } = await promisify(execFile)(process.execPath, command, options)
  return JSON.parse(stdout).summary
}

test('each file of the product has the rules of one row, and each row has files', () => {
  const rows = boundaries.forbidden.flatMap(({ name, from }) =>
    name.endsWith('-imports') ? [{ name, path: new RegExp(String(from.path)) }] : [],
  )
  const used = productFiles([...productFolders, 'dev']).map(file => {
    const own = rows.filter(({ path }) => path.test(file)).map(({ name }) => name)
    expect(own, file).toHaveLength(1)
    return own[0]
  })
  expect(new Set(used)).toEqual(new Set(rows.map(({ name }) => name)))
})

test('the check reads every source file of the product', async () => {
  const { totalCruised } = await cruise(root)
  expect(totalCruised).toBeGreaterThanOrEqual(sourceFiles(productFolders, /\.tsx?$/).length)
})

// The rules of all rows are made by one function, so one row shows it.
test('forbidden imports of values, types, packages and the database are found, and so are cycles', async () => {
  const folder = await temporaryDir()
  const imports = Object.fromEntries(productFolders.map(name => [`#${name}/*`, `./${name}/*`]))
  const files = {
    'package.json': JSON.stringify({ name: 'planted', type: 'module', imports }),
    'web/pages/car/car-page.tsx': `export type { Page } from '#web/pages/driver/driver-page.tsx'`,
    'web/pages/driver/driver-page.tsx': `export type { Page } from '#web/pages/car/car-page.tsx'`,
    'web/pages/quote/quote-page.tsx': `export type { Page } from '#web/app/services.tsx'`,
    'web/app/services.tsx': 'export type Page = string',
    'journey/rule.ts': `export { readFile } from 'node:fs'`,
    'server/routes/session.ts': `export { quotes } from '#db/repositories/quotes.ts'`,
    'db/repositories/quotes.ts': 'export const quotes = 1',
  }
  for (const name of productFolders) await mkdir(join(folder, name), { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const { violations } = await cruise(folder)
  expect(violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()).toEqual([
    'journey/rule.ts: journey-packages',
    'server/routes/session.ts: repositories-through-dependencies',
    'web/pages/car/car-page.tsx: no-cycles',
    'web/pages/car/car-page.tsx: web-pages-imports',
    'web/pages/driver/driver-page.tsx: web-pages-imports',
  ])
})
