/** Tests for secrets and dependencies: no secret in browser files or the repository, only locked packages. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { all, read, root, sourceFiles } from '#test/conventions/repository-files.ts'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly resolved?: string
}

it('[T42] every package is locked with a hash, and only listed ones may run install scripts', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  expect(installed.length).toBeGreaterThan(300)
  for (const [path, { integrity = '' }] of installed) expect(integrity, path).toMatch(/^sha(512|384|256)-/)

  const { allowScripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read('package.json'),
  ) as Record<string, Record<string, unknown>>
  const named = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const running = installed.filter(([, one]) => one.hasInstallScript).map(([path]) => named(path))
  // Its install script is not needed and not allowed.
  expect(running.filter(name => !(name in (allowScripts ?? {})))).toEqual(['vnu-jar'])
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

it('[T42] [T44] the pages load nothing from other origins and contain no server setting', () => {
  const built = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' })
  const files = built.filter(name => /\.(js|css|html|json)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  const readers = sourceFiles(['server']).filter(path => /config|retention/.test(path))
  const settings = new Set(readers.flatMap(path => all(/'([A-Z][A-Z0-9_]{4,})'/g, read(path))))
  expect(settings.size).toBeGreaterThan(20)
  for (const name of files) {
    const text = read(`dist/client/${name}`)
    const spoken = [...settings].filter(setting => setting.includes('_') && text.includes(setting))
    expect(spoken, name).toEqual([])
    expect(text, name).not.toContain('sourceMappingURL')
    expect(all(/(?:import|src=|href=|url\()\s*["'(]?(https?:\/\/[^"')\s]+)/g, text), name).toEqual([])
  }
})

const secretShapes = [
  /-----BEGIN (?:[A-Z ]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bsk_live_[0-9a-zA-Z]{10,}/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bxox[baprs]-[A-Za-z0-9-]{10,}/,
  /\bpostgres(?:ql)?:\/\/[^:@\s/'"`$]+:[^@\s'"`$]{6,}@(?!localhost|127\.|db[:/]|postgres[:/]|database[:/])/,
]
it('[T44] no file of the repository contains a live secret', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  const texts = (listed.length > 0 ? listed : sourceFiles()).filter(
    path => !/\.(png|woff2|ttf|pdf|jpg|gz)$/.test(path),
  )
  expect(texts.length).toBeGreaterThan(400)
  const found = texts.filter(path => secretShapes.some(shape => shape.test(read(path))))
  expect(found).toEqual([])
  // The patterns match real secrets; these are assembled here, so that this file does not match.
  const secrets = [
    `-----BEGIN ${'PRIVATE KEY'}-----`,
    `AKIA${'A1'.repeat(8)}`,
    `sk_live${'_'}${'a1'.repeat(5)}`,
    `ghp${'_'}${'a1'.repeat(15)}`,
    `xoxb${'-'}${'1'.repeat(10)}`,
    `postgres:${'//'}openroad:swordfish@db.example/openroad`,
  ]
  expect(secrets.map((secret, at) => secretShapes[at]?.test(secret))).toEqual(secrets.map(() => true))
})

const strongKey = Buffer.alloc(32, 5).toString('base64')
it('[T44] [T16] production with sandbox partners does not start: it prints a sentence and exits with 78', () => {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'production', PORT: '0', JWT_KEY: strongKey, PII_KEYS: `1:${strongKey}` }
  const program = ['--disable-warning=ExperimentalWarning', 'server/main.ts']
  const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8' })
  expect(status).toBe(78)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toContain(strongKey)
})
