/** Tests that the settings in deploy/ are those the server reads, without a cluster. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parseConfig } from '#server/config.ts'
import { all, root, read as text } from './conventions/repository-files.ts'

const manifests = text('deploy/kubernetes/openroad.yaml')
const kustomization = text('deploy/kubernetes/kustomization.yaml')
const image = text('deploy/Dockerfile')

/** Every value of a key, at any depth of the tree. */
function valuesOf(tree: unknown, key: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key),
  ])
}

/** The environment of a node in the cluster: image, ConfigMap, Deployment and secrets. */
function settings(): Record<string, string> {
  const pairs = (pattern: RegExp, from: string) =>
    Object.fromEntries([...from.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]))
  const own = Buffer.alloc(32, 1).toString('base64')
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgresql://db.example/openroad?sslmode=verify-full',
    JWT_KEY: own,
    PII_KEYS: `1:${own}`,
    SMTP_URL: 'smtps://mail.example:465',
  }
  const named = /# (DATABASE_URL(?:, [A-Z_]+)+)/.exec(manifests)?.[1]?.split(', ') ?? []
  return {
    ...pairs(/\b([A-Z_]+)=([^\s"\\]+)/g, image.slice(image.indexOf('\nENV '), image.indexOf('NODE_OPTIONS'))),
    ...pairs(/^ {6}- ([A-Z_]+)=(\S+)$/gm, kustomization),
    ...pairs(/\{ name: ([A-Z_]+), value: "?([^"\n]+?)"? \}/g, manifests),
    ...Object.fromEntries(named.map(name => [name, secrets[name] ?? 'given'])),
  }
}

test('the manifests start a production node with real partners, and set only settings that the server reads', () => {
  const told = settings()
  expect(Object.keys(told).length).toBeGreaterThan(15)
  const config = parseConfig(told)
  expect(config).toMatchObject({ production: true, host: '0.0.0.0', drainSeconds: 10, metricsPort: 9464 })
  const table = text('docs/settings.md')
  expect(Object.keys(told).filter(name => !table.includes(`\`${name}\``))).toEqual([])
  // The runbook creates secrets with the names that the manifest uses.
  const runbook = text('docs/runbook.md')
  for (const name of /# (DATABASE_URL[^\n]+)/.exec(manifests)?.[1]?.split(', ') ?? ['none'])
    expect(runbook).toMatch(new RegExp(`^ {7}${name}=`, 'm'))
})

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly namespace?: string }
}

test('[INFRA-04] the namespaces, images and probe ports of the manifests exist', () => {
  const objects = parseAllDocuments(manifests).flatMap(document => {
    expect(document.errors).toEqual([])
    const one = document.toJS() as Manifest & { readonly items?: readonly Manifest[] }
    return one.items ?? [one]
  })
  const namespaced = objects.filter(({ kind }) => kind !== 'Namespace')
  expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['openroad']))
  expect(new Set(valuesOf(objects, 'image'))).toEqual(new Set(['openroad:1']))
  expect(kustomization).toContain('- name: openroad\n    newName: ')
  const named = valuesOf(valuesOf(objects, 'ports'), 'name')
  const probed = valuesOf(valuesOf(objects, 'httpGet'), 'port')
  expect(probed).toHaveLength(3)
  expect(probed.filter(port => !named.includes(port))).toEqual([])
})

test('[INFRA-04] a changed setting makes a new ConfigMap for the nodes, the migration and both CronJobs', () => {
  const [made] = all(/configMapGenerator:\n +- name: (\w+)\n +namespace: openroad$/gm, kustomization)
  // Plain names, to which kustomize adds the hash. The CronJobs share a list, and the migration is an init container.
  expect(all(/configMapRef: \{ name: (\w+) \}/g, manifests)).toEqual([made, made, made])
  expect(manifests).not.toContain('kind: ConfigMap')
  expect(kustomization).not.toContain('disableNameSuffixHash')
})

test('the runbook labels the clients that the policy admits, and replaces the secret that the nodes use', () => {
  const runbook = text('docs/runbook.md')
  const admitted = all(/matchLabels: \{ openroad\/role: (\w+) \}/g, manifests)
  expect(admitted).toHaveLength(2)
  for (const role of admitted)
    expect(runbook).toMatch(new RegExp(`kubectl label namespace \\S+ openroad/role=${role}$`, 'm'))
  const [secret] = all(/secretRef: \{ name: ([\w-]+) \}/g, manifests)
  expect(runbook).toContain(`kubectl -n openroad create secret generic ${secret} --from-env-file=`)
})

test('a node gets enough time to stop, and its probes use existing paths', () => {
  const hardStopSeconds = Number(/hardStopMs = (\d+)_000/.exec(text('server/lib/graceful-shutdown.ts'))?.[1])
  const graces = [
    ...all(/terminationGracePeriodSeconds: (\d+)/g, manifests),
    ...all(/stop_grace_period: (\d+)s/g, text('deploy/compose.yaml')),
  ]
  expect(graces.length).toBeGreaterThan(1)
  for (const seconds of graces) expect(Number(seconds)).toBeGreaterThan(hardStopSeconds)
  const answered = all(/app\.get\('([^']+)'/g, text('server/plugins/health.ts'))
  const asked = all(/httpGet: \{ path: ([^,]+),/g, manifests)
  expect(asked).toHaveLength(3)
  expect(asked.filter(path => !answered.includes(path))).toEqual([])
})

test('the image contains every folder and file that the server and the operators’ commands import', () => {
  const { imports } = JSON.parse(text('package.json')) as { imports: Record<string, string> }
  const needed = Object.keys(imports)
    .map(name => name.slice(1, -2))
    .filter(folder => !['web', 'dev', 'test'].includes(folder))
  const copied = all(/\/app\/(\S+)/g, image)
  const commands = ['scripts/ops.ts', 'scripts/report.ts', 'scripts/migrate.ts']
  expect(copied).toEqual(
    expect.arrayContaining([...needed, 'dist', 'node_modules', 'scripts/ops', ...commands]),
  )
  const imported = commands.flatMap(path => all(/from '\.\/([\w/-]+\.ts)'/g, text(path)))
  expect(imported.length).toBeGreaterThan(5)
  const isCopied = (path: string) => copied.some(one => path === one || path.startsWith(`${one}/`))
  expect(imported.map(path => `scripts/${path}`).filter(path => !isCopied(path))).toEqual([])
})

test('hourly CronJobs check the invariants and the operators’ tasks', () => {
  expect(all(/schedule: "(\d{1,2}) \* \* \* \*"/g, manifests)).toHaveLength(2)
  const asked = all(/command: \[node, scripts\/ops\.ts, (\w+)\]/g, manifests)
  expect(asked).toEqual(['invariants', 'waiting'])
  // The alert rules use these names.
  expect(all(/kind: CronJob\n +metadata:\n +name: openroad-(\w+)/g, manifests)).toEqual(asked)
  for (const name of asked) expect(text('deploy/alerts.yaml')).toContain(`job_name=~"openroad-${name}-.*"`)
  const sources = readdirSync(join(root, 'scripts/ops')).map(name => text(`scripts/ops/${name}`))
  expect(all(/\busage: '([\w-]+)/g, sources.join(''))).toEqual(expect.arrayContaining(asked))
})
