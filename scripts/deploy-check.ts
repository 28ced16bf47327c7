/**
 * `npm run deploy:check`: checks the files in deploy/ with the programs that read them, and builds and runs the
 * image. Installs missing Debian packages if it runs as root, otherwise names them. Prints one line per check and
 * exits with 1 if one fails. `-- --node-image NAME` replaces the image's base where the real one cannot be
 * downloaded.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCompose, checkManifests } from './deploy/check-manifests.ts'
import { buildImage, run, runImage } from './deploy/container-image.ts'
import { debianProgram, ensurePrograms } from './machine.mjs'

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
  await run('nginx', ['-t', '-c', withLocalServers('nginx.conf', folder)])
}

async function checkHaproxy(folder: string): Promise<void> {
  for (const file of ['haproxy.cfg', 'haproxy-postgres.cfg'])
    await run('haproxy', ['-c', '-f', withLocalServers(file, folder)])
}

async function checkAlerts(): Promise<void> {
  await run('promtool', ['check', 'rules', 'deploy/alerts.yaml'])
  await run('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'])
}

const checks: readonly (readonly [title: string, check: (folder: string) => void | Promise<void>])[] = [
  ['nginx reads deploy/nginx.conf', checkNginx],
  ['haproxy reads deploy/haproxy.cfg and deploy/haproxy-postgres.cfg', checkHaproxy],
  ['promtool reads the alerts and passes their tests', checkAlerts],
  [
    'the Kubernetes manifests are complete and refer to what exists',
    () => checkManifests('deploy/kubernetes'),
  ],
  ['the compose file refers to what exists', () => checkCompose('deploy/compose.yaml')],
  ['buildah builds the image from deploy/Dockerfile', () => buildImage(values['node-image'])],
  ['the image migrates a database, runs read-only and is ready', runImage],
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
