/** Tests which SQL features the product uses: portable ones, and migrations that block no customer (decision 0001). */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { productFiles, read, root } from './repository-files.ts'

const withoutComments = (text: string) => text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
const migrations = readdirSync(join(root, 'db/migrations'))
  .filter(file => file.endsWith('.sql'))
  .map(file => [file, withoutComments(read(`db/migrations/${file}`))] as const)
const code = productFiles().map(path => [path, read(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')] as const)

const breaking = (files: readonly (readonly [string, string])[], pattern: RegExp) =>
  files.filter(([, text]) => pattern.test(text)).map(([file]) => file)

const statements = (text: string) =>
  text
    .split(';')
    .map(statement => statement.trim())
    .filter(Boolean)

const counted =
  /\b(?:small|big)?serial\b|\bgenerated\s+(?:always|by default)\s+as\s+identity\b|\bnextval\b|\bcreate sequence\b/i

describe('portable SQL', () => {
  it('no table has a sequential key', () => {
    expect(breaking(migrations, counted)).toEqual([])
  })

  it.each([
    ['an advisory lock', /\bpg_(try_)?advisory_/i],
    ['a notification', /\bpg_notify\b|['"`]\s*(?:un)?listen\s+\w|['"`]\s*notify\s+\w/i],
    // Other conditions are added with ‘and’.
    ['a raw condition with ‘or’ and without brackets', /\.where\(\s*sql(?:<\w+>)?`(?!\()[^`]*\sor\s/i],
  ])('the product does not use %s', (_, pattern) => {
    expect(breaking([...migrations, ...code], pattern)).toEqual([])
  })

  it('every table has a primary key', () => {
    const tables = migrations.flatMap(([, text]) =>
      statements(text).flatMap(one => {
        const [, name, body] =
          /^create (?:unlogged )?table (?:if not exists )?([\w.]+) \((.*)\)/is.exec(one) ?? []
        return name === undefined ? [] : [{ name, body }]
      }),
    )
    expect(tables.length).toBeGreaterThan(15)
    expect(tables.filter(({ body = '' }) => !/primary key/.test(body))).toEqual([])
  })
})

const isNewIn = (text: string, table: string) =>
  new RegExp(`create (?:unlogged )?table (?:if not exists )?${table} `, 'i').test(text)

const holdsWriters = (text: string) =>
  [...text.matchAll(/create (?:unique )?index (?!concurrently)[\w ]*? on ([\w.]+)/gi)].some(
    ([, table = '']) => !isNewIn(text, table),
  )
/** True if a statement reads all rows of an existing table under an exclusive lock. */
const readsAllRows = (text: string) =>
  statements(text).some(statement => {
    const table = /^alter table (?:if exists )?(?:only )?([\w.]+)/i.exec(statement)?.[1]
    const added = statement.split(/\badd (?=constraint\b|column\b|check\b|foreign\b)/i).slice(1)
    return (
      table !== undefined &&
      !isNewIn(text, table) &&
      added.some(one => /\bcheck\s*\(|\breferences\b/i.test(one) && !/\bnot valid\b/i.test(one))
    )
  })
/** True if a constraint is validated in the file that adds it: one transaction keeps its locks until then. */
const validatesBeside = (text: string) => {
  const validating = statements(text).map(one => /\bvalidate constraint\b/i.test(one))
  return validating.includes(true) && validating.includes(false)
}

const added = "alter table quote add constraint a check (status in ('DRAFT'))"
describe('a migration', () => {
  it.each<[what: string, breaks: (text: string) => boolean, bad: string, good: string]>([
    [
      'takes nothing away that the previous version uses',
      text =>
        /\b(?:drop table|drop column|drop default|rename (?:to|column)|set not null|alter column \w+ type)\b/i.test(
          text,
        ),
      'alter table quote drop column plate;',
      'alter table quote add column nickname text;',
    ],
    [
      'needs no value that the previous version does not write',
      text => /\badd column (?:(?!\bdefault\b)[^,;])*\bnot null(?:(?!\bdefault\b)[^,;])*[,;]/i.test(text),
      'alter table quote add column nickname text not null;',
      'alter table quote add column nickname text not null default now();',
    ],
    [
      'builds an index on an existing table concurrently',
      holdsWriters,
      'create index told_at on told (at);',
      'create table told (at date);\ncreate index told_at on told (at);',
    ],
    [
      'adds a constraint to an existing table without reading it',
      readsAllRows,
      `${added};`,
      `${added} not valid;`,
    ],
    [
      'validates a constraint in a file of its own',
      validatesBeside,
      `${added} not valid;\nalter table quote validate constraint a;`,
      'alter table quote validate constraint a;',
    ],
  ])('%s', (_, breaks, bad, good) => {
    expect([breaks(bad), breaks(good)]).toEqual([true, false])
    expect(migrations.filter(([, text]) => breaks(text)).map(([file]) => file)).toEqual([])
  })
})
