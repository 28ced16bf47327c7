/** Tests that every requirement, threat and decision cited in a comment exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otherFolders, productFolders, sourceFiles } from '../../scripts/docs/sources.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const decisionFiles = readdirSync(join(root, 'docs/decisions')).filter(name => name.endsWith('.md'))
const decisions = new Set(decisionFiles.map(name => name.slice(0, 4)))

/** The tables of ids, with the pattern of a row. */
const rows = [
  ['docs/requirements.md', /^\| ([A-Z]{2,}-\d\d) /gm],
  ['docs/threats.md', /^\| (T\d+) /gm],
  ['docs/faults.md', /^\| (L\d) /gm],
  ['db/checks/invariants.ts', /^ {4}id: '(I\d+)'/gm],
] as const
const known = new Set(rows.flatMap(([path, row]) => [...read(path).matchAll(row)].map(([, mark]) => mark)))

const comment = /^\s*(?:\/\*\*|\*|\/\/|--)/
const commentsIn = (path: string) =>
  read(path)
    .split('\n')
    .filter(line => comment.test(line))
    .join('\n')

const pages = decisionFiles.map(name => `docs/decisions/${name}`)
const texts = [
  ...sourceFiles(root, [...productFolders, ...otherFolders], /\.(ts|tsx|mjs|sql)$/).map(
    path => [path, commentsIn(path)] as const,
  ),
  ...[...pages, 'docs/faults.md', 'docs/runbook.md', 'ARCHITECTURE.md'].map(
    path => [path, read(path)] as const,
  ),
]
const naming = (mark: RegExp, isKnown: (mark: string) => boolean) =>
  texts.flatMap(([path, text]) =>
    [...text.matchAll(mark)].flatMap(([, found = '']) => (isKnown(found) ? [] : [`${found} in ${path}`])),
  )

test('every table has rows', () => {
  expect(rows.map(([path, row]) => [path, [...read(path).matchAll(row)].length > 4])).toEqual(
    rows.map(([path]) => [path, true]),
  )
})

test('no comment or decision cites an unknown id', () => {
  const kinds = [...new Set([...known].map(mark => mark?.replace(/-?\d+$/, '')))].join('|')
  const mark = new RegExp(`(?<![\\w-])((?:${kinds})-?\\d{1,2})(?![\\w-])`, 'g')
  expect(naming(mark, found => known.has(found))).toEqual([])
})

test('no comment or decision cites an unknown decision', () => {
  const mark = /(?:[Dd]ecisions?[ /]|[[(]|: )(00\d\d)(?![\w.-])/g
  expect(naming(mark, found => decisions.has(found))).toEqual([])
})
