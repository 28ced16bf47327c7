/** Finds, or installs as root, what the tests need of the system: browsers, PDF tools and a folder in memory. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SetupError } from './setup.mjs'

// The headless shell first: it runs the browser tests 1.5 to 1.9 times faster than the full browser.
const chromiums = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const isProgram = path => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @returns {string | undefined} the program's absolute path, if it is in PATH */
export const findProgram = (name, path = process.env.PATH ?? '') =>
  path
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isProgram)

/** The Chromium of CHROMIUM_PATH, else the system's; undefined if there is none. */
export const findChromium = (env = process.env, names = chromiums) => {
  if (env.CHROMIUM_PATH) {
    if (isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new SetupError(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is not a program.`)
  }
  for (const name of names) {
    const found = findProgram(name, env.PATH)
    if (found) return found
  }
  return macApplications.find(isProgram)
}

/** The full Chromium, which Lighthouse needs, instead of the headless shell. */
export const findFullChromium = (env = process.env) =>
  findChromium(
    env,
    chromiums.filter(name => !name.endsWith('-shell')),
  )

/**
 * WebKitGTK's test browser, which Debian installs outside PATH; undefined if it or a dependency is missing. The tests
 * print by WebKitGTK's Python binding.
 */
export const findMiniBrowser = () => {
  if (!['WebKitWebDriver', 'Xvfb', 'matchbox-window-manager'].every(name => findProgram(name)))
    return undefined
  const folder = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map(name => `/usr/lib/${name}`)
    .find(name => isProgram(join(name, 'webkit2gtk-4.1/MiniBrowser')))
  const binding = ['/usr/lib/python3/dist-packages/gi', `${folder}/girepository-1.0/WebKit2-4.1.typelib`]
  return folder && binding.every(path => existsSync(path))
    ? join(folder, 'webkit2gtk-4.1/MiniBrowser')
    : undefined
}

/** Chromium's own sandbox does not work for root, the user of most containers. */
export const chromiumFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/**
 * The folder in memory for the tests' databases, if the machine has one with 4 GB to spare: copying a database there
 * takes a tenth of the time.
 * @returns {string | undefined}
 */
export const memoryFolder = (path = '/dev/shm') => {
  try {
    accessSync(path, constants.W_OK)
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > 4 * 2 ** 30 ? path : undefined
  } catch {
    return undefined
  }
}

/** A program that a Debian package contains. */
export const debianProgram = (name, program, present = () => findProgram(program)) => ({
  package: name,
  present,
  otherwise: `${program} (Debian: ${name})`,
})

const testPrograms = [
  {
    ...debianProgram('chromium-headless-shell', 'Chromium', () => findChromium()),
    otherwise: 'Chromium (or set CHROMIUM_PATH)',
  },
  debianProgram('poppler-utils', 'pdftotext'),
  debianProgram('qpdf', 'qpdf'),
]

/** Programs without which some tests do not run, with a sentence that says which. */
const optionalPrograms = [
  {
    missing: 'Journeys in other browser engines do not run.',
    programs: [
      debianProgram('firefox-esr', 'firefox-esr', () => findProgram('firefox-esr') ?? findProgram('firefox')),
      ...['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'matchbox-window-manager'].map(
        name => debianProgram(name, name, findMiniBrowser),
      ),
    ],
  },
  {
    missing: 'Purchases behind a pooler are not tested.',
    programs: [debianProgram('pgbouncer', 'pgbouncer')],
  },
]

/** Installs the optional programs if possible; otherwise prints which tests do not run. */
export const ensureOptionalPrograms = () => {
  for (const { missing, programs } of optionalPrograms) {
    try {
      ensurePrograms(programs)
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      console.log(`${missing} ${error.message}`)
    }
  }
}

/**
 * Installs the Debian packages of the programs that are missing, or throws one sentence that names them. By default
 * the programs that the tests call.
 */
export function ensurePrograms(needs = testPrograms) {
  const missing = needs.filter(need => !need.present())
  if (missing.length === 0) return
  const names = missing.map(need => need.otherwise).join(', ')
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
    throw new SetupError(`Please install ${names} and run the command again.`)
  }
  const packages = missing.map(need => need.package)
  console.log(`Installing ${packages.join(', ')} with apt-get, once.`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  const { stderr } = apt('install', '--yes', '--no-install-recommends', ...packages)
  if (missing.some(need => !need.present())) {
    const reason = stderr.split('\n').find(line => line.startsWith('E:')) ?? 'no reason given'
    throw new SetupError(`${names} is missing, and apt-get could not install it (${reason}).`)
  }
}
