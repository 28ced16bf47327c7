/**
 * Checks the Kubernetes manifests and the compose file: they parse, each object is complete, and each name they refer
 * to exists. Used by deploy-check. A cluster's own validation needs `kubectl`, which Debian does not package.
 */
import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z.looseObject({}).optional(),
})
type KubernetesObject = z.infer<typeof object>

const list = z.looseObject({ kind: z.literal('List'), items: z.array(object) })

const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  resources: z.array(z.string()),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
  configMapGenerator: z.array(
    z.strictObject({
      name: z.string(),
      namespace: z.string(),
      literals: z.array(z.string().regex(/^[A-Z][A-Z_]*=/)),
    }),
  ),
})

const compose = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      depends_on: z
        .union([z.array(z.string()), z.record(z.string(), z.looseObject({ condition: z.string() }))])
        .optional(),
      network_mode: z.string().optional(),
    }),
  ),
})

/** Every value of a key, at any depth of the tree. */
function valuesOf(tree: unknown, key: string): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap(item => valuesOf(item, key))
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key),
  ])
}

const namesOf = (tree: unknown, key: string): string[] =>
  valuesOf(tree, key).map(value => z.looseObject({ name: z.string() }).parse(value).name)

function readObjects(path: string): KubernetesObject[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).flatMap(document => {
    for (const error of document.errors) throw error
    const content: unknown = document.toJS()
    const items = list.safeParse(content)
    return items.success ? items.data.items : [object.parse(content)]
  })
}

function assertSubset(what: string, used: readonly string[], known: readonly string[]): void {
  const unknown = used.filter(name => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${what}: ${[...new Set(unknown)].join(', ')} does not exist`)
}

/** @param folder the folder of the manifests */
export function checkManifests(folder: string): void {
  const settings = kustomization.parse(parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8')))
  const objects = settings.resources.flatMap(file => readObjects(`${folder}/${file}`))
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name)
  for (const { kind, metadata } of objects)
    if (kind !== 'Namespace')
      assertSubset(`namespace of ${kind} ${metadata.name}`, [metadata.namespace ?? '(none)'], namespaces)
  assertSubset(
    'ConfigMap',
    namesOf(objects, 'configMapRef'),
    settings.configMapGenerator.map(({ name }) => name),
  )
  assertSubset(
    'image',
    valuesOf(objects, 'image').map(image => String(image).replace(/:.*/, '')),
    settings.images.map(({ name }) => name),
  )
  assertSubset(
    'port of a probe',
    valuesOf(valuesOf(objects, 'httpGet'), 'port').map(String),
    valuesOf(valuesOf(objects, 'ports'), 'name').map(String),
  )
}

export function checkCompose(file: string): void {
  const { services } = compose.parse(parse(readFileSync(file, 'utf8'), { merge: true }))
  const names = Object.keys(services)
  for (const [name, { depends_on: needs = [], network_mode: network }] of Object.entries(services)) {
    assertSubset(`${name} depends on`, Array.isArray(needs) ? needs : Object.keys(needs), names)
    if (network?.startsWith('service:'))
      assertSubset(`network of ${name}`, [network.slice('service:'.length)], names)
  }
}
