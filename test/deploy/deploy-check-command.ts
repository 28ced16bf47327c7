/** `npm run deploy:check`: checks the files in deploy/ with their programs, and runs the image. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startPostgres } from '#dev/postgres.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { startSandboxFor } from '#test/node-process.ts'
import { waitUntil } from '#test/wait-until.ts'
import { debianProgram, ensurePrograms } from '../../scripts/system-programs.mjs'

const image = 'localhost/openroad-deploy-check'
const containerName = 'openroad-deploy-check'
const buildWithinMs = 1_800_000
const podmanWithinMs = 300_000

/** Needed if the machine is itself a container. */
const nested = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const hardened = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=1000:1000'],
  ...['--network', 'host', '--cgroupns', 'host', '--pull', 'never'],
]

/** @param nodeImage the base image; undefined uses that of the Dockerfile, which must be downloaded */
async function buildImage(nodeImage: string | undefined): Promise<void> {
  const base = nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]
  const isolation = process.getuid?.() === 0 ? ['--isolation', 'chroot'] : []
  await runProgram(
    'buildah',
    ['bud', ...isolation, '--network', 'host', ...base, '-f', 'deploy/Dockerfile', '-t', image, '.'],
    buildWithinMs,
  )
}

const podman = (...args: string[]): Promise<string> =>
  runProgram('podman', [...nested, ...args], podmanWithinMs)

/** Migrates a new database with the image, starts a node of it and waits until the node is ready. */
async function checkImageStarts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-image-'))
  const opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  try {
    const postgres = await startPostgres(folder)
    opened.defer(() => postgres.stop())
    const database = await breakableConnectionTo(postgres.url)
    opened.defer(() => database.close())
    const sandbox = await startSandboxFor(folder)
    opened.defer(() => sandbox.close())
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const settings = {
      DATABASE_URL: database.url,
      JWT_KEY: randomBytes(32).toString('base64'),
      PII_KEYS: `1:${randomBytes(32).toString('base64')}`,
      SANDBOX_URL: sandbox.origin,
      ALLOW_SANDBOX: 'yes',
      HOST: '127.0.0.1',
      PORT: String(port),
    }
    const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const start = (...rest: string[]): Promise<string> =>
      podman('run', ...hardened, ...environment, '--name', containerName, ...rest)
    await start('--rm', image, 'node', 'scripts/migrate.ts')
    opened.defer(() => podman('rm', '--force', '--ignore', containerName).then())
    await start('--detach', image)
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok
    await waitUntil('the node is ready', isReady).catch(async (cause: Error) => {
      throw new Error(`${cause.message}\n${await podman('logs', containerName)}`, { cause })
    })
    await podman('stop', '--time', '40', containerName)
  } finally {
    await opened.disposeAsync()
  }
}

/** @returns the program's standard output; throws with its errors if it fails */
async function runProgram(program: string, args: readonly string[], timeoutMs = 60_000): Promise<string> {
  try {
    const options = { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 } as const
    return (await promisify(execFile)(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const said = (stderr || stdout || message).trim().slice(-4_000)
    throw new Error(`${program} ${args.join(' ')} failed:\n${said}`, { cause: error })
  }
}

// `-- --node-image NAME` replaces the image's base where the real one cannot be downloaded.
const { values } = parseArgs({ options: { 'node-image': { type: 'string' } } })

/** Copies a configuration with the names of its servers replaced by loopback addresses, which always resolve. */
function withLocalServers(file: string, folder: string): string {
  const text = readFileSync(join('deploy', file), 'utf8')
    .replace(/\b(?:node|database)-(\d):(\d+)/g, '127.0.0.$1:$2')
    .replaceAll('/var/cache/nginx', join(folder, 'cache'))
  const copy = join(folder, file)
  writeFileSync(copy, text)
  return copy
}

async function checkNginx(folder: string): Promise<void> {
  await runProgram('nginx', ['-t', '-c', withLocalServers('nginx.conf', folder)])
}

async function checkHaproxy(folder: string): Promise<void> {
  for (const file of ['haproxy.cfg', 'haproxy-postgres.cfg'])
    await runProgram('haproxy', ['-c', '-f', withLocalServers(file, folder)])
}

async function checkAlerts(): Promise<void> {
  await runProgram('promtool', ['check', 'rules', 'deploy/alerts.yaml'])
  await runProgram('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'])
}

const checks: readonly (readonly [title: string, check: (folder: string) => void | Promise<void>])[] = [
  ['nginx reads deploy/nginx.conf', checkNginx],
  ['haproxy reads deploy/haproxy.cfg and deploy/haproxy-postgres.cfg', checkHaproxy],
  ['promtool reads the alerts and passes their tests', checkAlerts],
  ['buildah builds the image from deploy/Dockerfile', () => buildImage(values['node-image'])],
  ['the image migrates a database, runs read-only and is ready', checkImageStarts],
]

ensurePrograms([
  debianProgram('nginx-light', 'nginx'),
  debianProgram('haproxy', 'haproxy'),
  debianProgram('prometheus', 'promtool'),
  debianProgram('buildah', 'buildah'),
  debianProgram('podman', 'podman'),
  debianProgram('runc', 'runc'),
])
const folder = mkdtempSync(join(tmpdir(), 'openroad-deploy-'))
try {
  for (const [title, check] of checks) {
    try {
      await check(folder)
      console.log(`✔ ${title}`)
    } catch (error) {
      console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
