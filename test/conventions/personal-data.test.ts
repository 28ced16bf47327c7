/** Tests the operators' commands against the schema: complete personal data reports and key rotation. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { isTest, productFolders, sourceFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (pattern: RegExp, from: string) => [...from.matchAll(pattern)].map(match => match[1] ?? '')

const included = 'included'
const aboutVisits = 'hashes, counts and networks of visits, which no name can find'
const notPersonal = 'no personal data'
const insurersCopy = 'the embedded insurer’s copy of the quote, which is included and deleted with it'
const publicData = 'the public addresses, without people'

/** Whether the report contains each table, or why not. A new table does not compile without an entry. */
const tables = {
  quote: included,
  policy: included,
  payment: included,
  bind_attempt: included,
  audit: included,
  session: aboutVisits,
  session_quote: aboutVisits,
  login_token: aboutVisits,
  captcha_pass: aboutVisits,
  captcha_spent_token: aboutVisits,
  rate_limit: aboutVisits,
  daily_count: notPersonal,
  'insurer.quote': insurersCopy,
  'insurer.policy': insurersCopy,
  address_import: notPersonal,
  'address_book.street': publicData,
  'address_book.address': publicData,
  'address_book.word': publicData,
} as const satisfies Record<keyof Schema, string>

test('the report contains every table with personal data', () => {
  const read = new Set(
    all(/\b(?:from|join) (?:public\.)?([a-z_.]+)\b(?!\()/g, text('scripts/ops/privacy-requests.ts')),
  )
  const wanted = Object.entries(tables).flatMap(([table, why]) => (why === included ? [table] : []))
  expect([...read].sort()).toEqual(wanted.sort())
})

test('[EDGE-13] key rotation covers every encrypted column', () => {
  const locked = sourceFiles(root, productFolders, /\.ts$/)
    .filter(path => !isTest(path))
    .flatMap(path => all(/\bencrypt\(\s*[\w.]+,\s*([^,(]+)/g, text(path)))
  expect(locked.length).toBeGreaterThan(1)
  const again = text('scripts/ops/rotate-keys.ts').replace(/^import .*$/gm, '')
  expect(locked.filter(place => !new RegExp(`\\b${place}\\b`).test(again))).toEqual([])
})
