/** Tests of documents against the code: cited ids, the calls in ARCHITECTURE.md, the settings, the state book. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { legalPaths, notFoundPath, statusPaths } from '#journey/page-paths.ts'
import { states } from '../../states/book.ts'
import { all, productFiles, read, root, sourceFiles } from './repository-files.ts'

const section = (path: string, heading: string) =>
  new RegExp(`^## ${heading}$(.*?)^## `, 'ms').exec(read(path))?.[1] ?? ''

describe('citations', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).filter(name => name.endsWith('.md'))
  /** The ids of requirements, threats, faults and invariants. */
  const known = new Set([
    ...all(/^\| ([A-Z]{2,}-\d\d) /gm, read('docs/requirements.md')),
    ...all(/^\| (T\d+) /gm, read('docs/threats.md')),
    ...all(/^\| (L\d) /gm, read('docs/faults.md')),
    ...all(/^ {4}id: '(I\d+)'/gm, read('db/checks/invariants.ts')),
  ])
  const commentsIn = (text: string) => text.match(/^\s*(?:\/\*\*|\*|\/\/|--).*$/gm)?.join('\n') ?? ''
  const documents = ['docs/faults.md', 'docs/runbook.md', 'ARCHITECTURE.md']
  const sources = sourceFiles(undefined, /\.(ts|tsx|mjs|sql)$/)
  const texts = [
    ...sources.map(path => [path, commentsIn(read(path))] as const),
    ...[...documents, ...decisions.map(name => `docs/decisions/${name}`)].map(
      path => [path, read(path)] as const,
    ),
  ]
  const unknown = (citation: RegExp, isKnown: (id: string) => boolean) =>
    texts.flatMap(([path, text]) =>
      all(citation, text).flatMap(id => (isKnown(id) ? [] : [`${id} in ${path}`])),
    )

  test('no comment or decision cites an unknown id', () => {
    const kinds = [...new Set([...known].map(id => id.replace(/-?\d+$/, '')))]
    expect(kinds).toEqual(expect.arrayContaining(['CAR', 'EDGE', 'T', 'L', 'I']))
    const id = new RegExp(`(?<![\\w-])((?:${kinds.join('|')})-?\\d{1,2})(?![\\w-])`, 'g')
    expect(unknown(id, found => known.has(found))).toEqual([])
  })

  test('no comment or decision cites an unknown decision', () => {
    const numbers = decisions.map(name => name.slice(0, 4))
    const decision = /(?:[Dd]ecisions?[ /]|[[(]|: )(00\d\d)(?![\w.-])/g
    expect(unknown(decision, found => numbers.includes(found))).toEqual([])
  })
})

test('the table ‘Steps, calls, partners’ of ARCHITECTURE.md lists exactly the calls of the contract', () => {
  const text = section('ARCHITECTURE.md', 'Steps, calls, partners')
  const cells = all(/^\|[^|]+\|([^|]+)\|/gm, text).flatMap(cell => cell.match(/\w+/g) ?? [])
  const named = [...cells, ...all(/`(\w+)`/g, text)]
  expect(Object.keys(endpoints).filter(call => !named.includes(call))).toEqual([])
  expect(named.filter(name => /[a-z][A-Z]/.test(name) && !(name in endpoints))).toEqual([])
})

test('docs/settings.md has one row for each of the server’s settings, and no other', () => {
  /** A setting is the name of a `setting` or a `settingsByKind`, or a key of an object schema. */
  const patterns = [
    /\b(?:setting|settingsByKind)\(\s*'([A-Z\d_]+)'/g,
    /\b([A-Z][A-Z\d_]+): (?:checkedText\(|urlSetting\(|anyText|databaseAddress\()/g,
  ]
  const sources = productFiles(['server'])
    .map(read)
    .filter(text => text.includes("lib/settings.ts'"))
  const settings = new Set(sources.flatMap(text => patterns.flatMap(pattern => all(pattern, text))))
  expect(settings.size).toBeGreaterThan(40)
  const rows = all(/^\| ([^|]+) \|/gm, section('docs/settings.md', 'Environment'))
  expect(rows.flatMap(cell => all(/`([^`]+)`/g, cell)).sort()).toEqual([...settings].sort())
})

test('[PAY-10] [BUS-04] every page outside the steps has a state in the state book', () => {
  /** Identical pages; web/entry-server.test.ts tests both. */
  const twins: Readonly<Record<string, string>> = { '/turners/page-not-found': notFoundPath }
  const shown = new Set(states.map(({ path }) => path.replace(/\?.*/, '')))
  const pages = [...statusPaths, ...Object.values(legalPaths)]
  expect(pages.filter(path => !shown.has(twins[path] ?? path))).toEqual([])
})
