/**
 * `npm run deploy:check`: checks the files in deploy/ with the programs that read them, and builds and runs the image. Installs
 * Debian's packages when it runs as root, else names what is missing. Prints one line a check and exits with 1 if one fails.
 * `-- --node-image NAME` gives a stand-in for the image's base, where the real one cannot be downloaded.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildImage, runImage } from './deploy/container-image.ts'
import { checkCompose, checkManifests } from './deploy/manifests.ts'
import { checkAlerts, checkHaproxy, checkNginx } from './deploy/proxies.ts'
import { ensurePrograms, findProgram } from './machine.mjs'

const programs = [
  { package: 'nginx-light', name: 'nginx' },
  { package: 'haproxy', name: 'haproxy' },
  { package: 'prometheus', name: 'promtool' },
  { package: 'buildah', name: 'buildah' },
  { package: 'podman', name: 'podman' },
  { package: 'runc', name: 'runc' },
].map(({ package: debianPackage, name }) => ({
  package: debianPackage,
  present: () => findProgram(name),
  otherwise: `${name} (Debian: ${debianPackage})`,
}))

const { values } = parseArgs({ options: { 'node-image': { type: 'string' } } })

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

ensurePrograms(programs)
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
