/**
 * `npm run deploy:check`: checks the files in deploy/ with the programs that read them. As root it installs missing
 * Debian packages. Exits with 1 if a check fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCompose, checkManifests } from './deploy/manifests.ts'
import { checkAlerts, checkHaproxy, checkNginx } from './deploy/proxies.ts'
import { ensurePrograms, findProgram } from './machine.mjs'

const programs = [
  { package: 'nginx-light', name: 'nginx' },
  { package: 'haproxy', name: 'haproxy' },
  { package: 'prometheus', name: 'promtool' },
].map(({ package: debianPackage, name }) => ({
  package: debianPackage,
  present: () => findProgram(name),
  otherwise: `${name} (Debian: ${debianPackage})`,
}))

const checks: readonly (readonly [title: string, check: (folder: string) => void])[] = [
  ['nginx reads deploy/nginx.conf', checkNginx],
  ['haproxy reads deploy/haproxy.cfg and deploy/haproxy-postgres.cfg', checkHaproxy],
  ['promtool reads the alerts and passes their tests', checkAlerts],
  [
    'the Kubernetes manifests are complete and refer to what exists',
    () => checkManifests('deploy/kubernetes'),
  ],
  ['the compose file refers to what exists', () => checkCompose('deploy/compose.yaml')],
]

ensurePrograms(programs)
const folder = mkdtempSync(join(tmpdir(), 'openroad-deploy-'))
try {
  for (const [title, check] of checks) {
    try {
      check(folder)
      console.log(`✔ ${title}`)
    } catch (error) {
      console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
