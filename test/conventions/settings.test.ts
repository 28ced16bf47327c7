/** Checks that the README's table of settings matches the settings the server reads, in both directions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../scripts/docs/sources.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (pattern: RegExp, from: string) => [...from.matchAll(pattern)].map(match => match[1] ?? '')
const sorted = (names: readonly string[]) => [...new Set(names)].sort()

/** Whatever reads a setting does it by a `Reader`, and nothing else in those files is written in capitals and quotes. */
const read = sourceFiles(root, ['server'], /\.ts$/)
  .filter(path => !isTest(path) && /\btype Reader\b/.test(text(path)))
  .flatMap(path => all(/'([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)'/g, text(path)))

const [, environment = ''] = /^## Environment$([\s\S]*?)^## /m.exec(text('README.md')) ?? []
const told = all(/^\| ([^|]+) \|/gm, environment).flatMap(cell => all(/`([^`]+)`/g, cell))

test('every setting that is read has its row in the README, and every row is of one that is read', () => {
  expect(read.length).toBeGreaterThan(40)
  expect(sorted(told)).toEqual(sorted(read))
})

test('no setting has two rows', () => {
  expect(told.filter((name, at) => told.indexOf(name) !== at)).toEqual([])
})
