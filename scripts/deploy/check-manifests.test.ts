/** Tests that the check of the manifests finds a name that does not exist. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkCompose, checkManifests } from './check-manifests.ts'

const deploy = join(import.meta.dirname, '../../deploy')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openroad-manifests-'))
  cpSync(deploy, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function replace(file: string, old: string, text: string): void {
  const path = join(folder, file)
  const before = readFileSync(path, 'utf8')
  expect(before).toContain(old)
  writeFileSync(path, before.replace(old, text))
}

it('[INFRA-04] the manifests and the compose file are complete', () => {
  checkManifests(join(folder, 'kubernetes'))
  checkCompose(join(folder, 'compose.yaml'))
})

it.each([
  ['path: /ready, port: http', 'path: /ready, port: htp', 'port of a probe: htp does not exist'],
  ['image: openroad:1', 'image: openrod:1', 'image: openrod does not exist'],
  ['configMapRef: { name: openroad }', 'configMapRef: { name: open }', 'ConfigMap: open does not exist'],
  ['namespace: openroad', 'namespace: other', 'other does not exist'],
])('[INFRA-04] a manifest with %s changed to %s is refused', (old, text, sentence) => {
  replace('kubernetes/openroad.yaml', old, text)
  expect(() => checkManifests(join(folder, 'kubernetes'))).toThrow(sentence)
})

it('[INFRA-04] a compose service that depends on no service is refused', () => {
  replace('compose.yaml', 'depends_on: [node-1, node-2]', 'depends_on: [node-1, node-3]')
  expect(() => checkCompose(join(folder, 'compose.yaml'))).toThrow('node-3 does not exist')
})
