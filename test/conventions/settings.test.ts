/** Tests that docs/settings.md lists exactly the settings that the server reads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../scripts/docs/sources.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (pattern: RegExp, from: string) => [...from.matchAll(pattern)].map(match => match[1] ?? '')
const sorted = (names: readonly string[]) => [...new Set(names)].sort()

/** A setting is the name of a `setting` or a `choice`, or a key of an object schema. */
const settingPatterns = [
  /\b(?:setting|choice)\(\s*'([A-Z\d_]+)'/g,
  /\b([A-Z][A-Z\d_]+): (?:text\(|anyText|databaseAddress\()/g,
]
const read = sourceFiles(root, ['server'], /\.ts$/)
  .filter(path => !isTest(path) && /lib\/settings\.ts'/.test(text(path)))
  .flatMap(path => settingPatterns.flatMap(pattern => all(pattern, text(path))))

const [, environment = ''] = /^## Environment$([\s\S]*?)^## /m.exec(text('docs/settings.md')) ?? []
const told = all(/^\| ([^|]+) \|/gm, environment).flatMap(cell => all(/`([^`]+)`/g, cell))

test('docs/settings.md has a row for each of the server’s settings, and no other', () => {
  expect(read.length).toBeGreaterThan(40)
  expect(sorted(told)).toEqual(sorted(read))
})

test('no setting has two rows', () => {
  expect(told.filter((name, at) => told.indexOf(name) !== at)).toEqual([])
})
