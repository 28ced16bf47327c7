/**
 * Builds the server image from deploy/Dockerfile with buildah, and runs it with podman like the manifests: read-only,
 * without capabilities, migration first. Used by deploy-check.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startPostgres } from '#dev/postgres.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { startSandboxFor } from '#test/node-process.ts'

const image = 'localhost/openroad-deploy-check'
const containerName = 'openroad-deploy-check'
const buildWithinMs = 1_800_000
const podmanWithinMs = 300_000
const readyWithinMs = 120_000

/** Needed if the machine is itself a container. */
const nested = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const hardened = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=1000:1000'],
  ...['--network', 'host', '--cgroupns', 'host', '--pull', 'never'],
]

/** @param nodeImage the base image; undefined uses that of the Dockerfile, which must be downloaded */
export async function buildImage(nodeImage: string | undefined): Promise<void> {
  const base = nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]
  const isolation = process.getuid?.() === 0 ? ['--isolation', 'chroot'] : []
  await run(
    'buildah',
    ['bud', ...isolation, '--network', 'host', ...base, '-f', 'deploy/Dockerfile', '-t', image, '.'],
    buildWithinMs,
  )
}

const podman = (...args: string[]): Promise<string> => run('podman', [...nested, ...args], podmanWithinMs)

/** Migrates a new database with the image, starts a node of it and waits until the node is ready. */
export async function runImage(): Promise<void> {
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
    await untilReady(`http://127.0.0.1:${port}/ready`)
    await podman('stop', '--time', '40', containerName)
  } finally {
    await opened.disposeAsync()
  }
}

async function untilReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMs
  const isReady = () =>
    fetch(url).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > giveUpAt)
      throw new Error(`The node is not ready:\n${await podman('logs', containerName)}`)
    await delay(500)
  }
}

/** @returns the program's standard output; throws with its errors if it fails */
export async function run(program: string, args: readonly string[], timeoutMs = 60_000): Promise<string> {
  try {
    const options = { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 } as const
    return (await promisify(execFile)(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const said = (stderr || stdout || message).trim().slice(-4_000)
    throw new Error(`${program} ${args.join(' ')} failed:\n${said}`, { cause: error })
  }
}
