/** Tests which SQL features the product uses: portable ones, and migrations that block no customer (decision 0001). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, productFolders, sourceFiles } from '../../scripts/docs/requirements.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'db/migrations')
const withoutComments = (text: string) => text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
const migrations = readdirSync(folder)
  .filter(file => file.endsWith('.sql'))
  .map(file => [file, withoutComments(readFileSync(join(folder, file), 'utf8'))] as const)
const code = sourceFiles(root, productFolders, /\.tsx?$/)
  .filter(path => !isTest(path))
  .map(path => [path, readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')] as const)

const advisory = /\bpg_(try_)?advisory_/i
const notifying = /\bpg_notify\b|['"`]\s*(?:un)?listen\s+\w|['"`]\s*notify\s+\w/i
const counted =
  /\b(?:small|big)?serial\b|\bgenerated\s+(?:always|by default)\s+as\s+identity\b|\bnextval\b|\bcreate sequence\b/i

const breaking = (files: readonly (readonly [string, string])[], pattern: RegExp) =>
  files.filter(([, text]) => pattern.test(text)).map(([file]) => file)

describe('portable SQL', () => {
  it.each([
    [advisory, 'select pg_try_advisory_lock($1)', true],
    [notifying, "client.query('listen quotes')", true],
    [notifying, "select pg_notify('quotes', '')", true],
    [notifying, 'useListenNotify: true', false],
    [notifying, "app.listen({ host: 'x' })", false],
    [counted, 'id bigserial primary key', true],
    [counted, 'id integer generated always as identity', true],
    [counted, 'id uuid primary key', false],
  ])('%s matches %j: %s', (pattern, text, seen) => {
    expect(pattern.test(text)).toBe(seen)
  })

  it('no table has a sequential key', () => {
    expect(breaking(migrations, counted)).toEqual([])
  })

  it('the product uses no notifications and no advisory locks', () => {
    expect(breaking([...migrations, ...code], notifying)).toEqual([])
    expect(breaking([...migrations, ...code], advisory)).toEqual([])
  })

  it('a raw SQL condition with ‘or’ has brackets, because others are added with ‘and’', () => {
    const open = /\.where\(\s*sql(?:<\w+>)?`(?!\()[^`]*\sor\s/i
    expect(open.test('.where(sql<boolean>`a is null or b = c`)')).toBe(true)
    expect(open.test('.where(sql<boolean>`(a is null or b = c)`)')).toBe(false)
    expect(breaking(code, open)).toEqual([])
  })

  it('migrations only add, so that the previous version keeps working', () => {
    const takesAway =
      /\b(?:drop table|drop column|drop default|rename (?:to|column)|set not null|alter column \w+ type)\b/i
    expect(takesAway.test('alter table quote drop column plate')).toBe(true)
    expect(breaking(migrations, takesAway)).toEqual([])
    // Existing rows and the previous version have no value for the column.
    const asksForMore = /\badd column (?:(?!\bdefault\b)[^,;])*\bnot null(?:(?!\bdefault\b)[^,;])*[,;]/i
    expect(asksForMore.test('alter table quote add column nickname text not null;')).toBe(true)
    expect(asksForMore.test('alter table quote add column nickname text not null default now();')).toBe(false)
    expect(breaking(migrations, asksForMore)).toEqual([])
  })

  const isNewIn = (text: string, table: string) =>
    new RegExp(`create (?:unlogged )?table (?:if not exists )?${table} `, 'i').test(text)
  const statements = (text: string) =>
    text
      .split(';')
      .map(statement => statement.trim())
      .filter(Boolean)

  it('an index on an existing table is built concurrently', () => {
    const holdsWriters = (text: string) =>
      [...text.matchAll(/create (?:unique )?index (?!concurrently)[\w ]*? on ([\w.]+)/gi)].some(
        ([, table = '']) => !isNewIn(text, table),
      )
    expect(holdsWriters('create table told (at date);\ncreate index told_at on told (at);')).toBe(false)
    expect(holdsWriters('create index told_at on told (at);')).toBe(true)
    expect(migrations.filter(([, text]) => holdsWriters(text)).map(([file]) => file)).toEqual([])
  })

  it('a constraint on an existing table is validated without blocking writes', () => {
    /** True if the statement reads all rows under an exclusive lock. */
    const readsAllRows = (text: string) =>
      statements(text).some(statement => {
        const table = /^alter table (?:if exists )?(?:only )?([\w.]+)/i.exec(statement)?.[1]
        return (
          table !== undefined &&
          !isNewIn(text, table) &&
          statement
            .split(/\badd (?=constraint\b|column\b|check\b|foreign\b)/i)
            .slice(1)
            .some(added => /\bcheck\s*\(|\breferences\b/i.test(added) && !/\bnot valid\b/i.test(added))
        )
      })
    const added = "alter table quote add constraint quote_status check (status in ('DRAFT'))"
    expect(readsAllRows(`${added};`)).toBe(true)
    expect(readsAllRows('alter table quote add column told text check (told <> null);')).toBe(true)
    expect(readsAllRows('alter table quote\n  add constraint a check (b) not valid, add check (c);')).toBe(
      true,
    )
    expect(readsAllRows(`alter table quote drop constraint quote_status;\n${added} not valid;`)).toBe(false)
    expect(readsAllRows(`create table quote (id uuid primary key);\n${added};`)).toBe(false)

    /** True if a constraint is validated in the file that adds it: one transaction keeps its locks until then. */
    const validatesBeside = (text: string) => {
      const validating = statements(text).map(one => /\bvalidate constraint\b/i.test(one))
      return validating.includes(true) && validating.includes(false)
    }
    const validated = 'alter table quote validate constraint quote_status'
    expect(validatesBeside(`${added} not valid;\n${validated};`)).toBe(true)
    expect(validatesBeside(`${validated};`)).toBe(false)

    const faulty = migrations.filter(([, text]) => readsAllRows(text) || validatesBeside(text))
    expect(faulty.map(([file]) => file)).toEqual([])
  })

  it('every table has a primary key', () => {
    const tables = migrations.flatMap(([, text]) =>
      [
        ...text.matchAll(
          /create (?:unlogged )?table (?:if not exists )?([\w.]+) \(([\s\S]*?)\n\)|create (?:unlogged )?table ([\w.]+) \((.*)\);/g,
        ),
      ].map(([, name, body, short, line]) => [name ?? short, body ?? line ?? ''] as const),
    )
    expect(tables.length).toBeGreaterThan(15)
    expect(tables.filter(([, body]) => !/primary key/.test(body)).map(([name]) => name)).toEqual([])
  })

  it('the queue also polls without notifications', () => {
    const queue = readFileSync(join(root, 'server/jobs/queue.ts'), 'utf8')
    expect(queue).toMatch(/\bpollingIntervalSeconds: 1,\n\s+notifyPollingIntervalSeconds: lookEverySeconds,/)
    expect(queue).toMatch(/lookEverySeconds = [12]\n/)
  })
})
