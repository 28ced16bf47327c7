/**
 * Checks the operators' commands against the schema: the personal data report is complete, and key rotation
 * covers every encrypted column.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { isTest, productFolders, sourceFiles } from '../../scripts/docs/sources.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (pattern: RegExp, from: string) => [...from.matchAll(pattern)].map(match => match[1] ?? '')

const told = 'told'
const ofAVisit = 'hashes, counts and the network a visit came from: by no name can they be found'
const ofNobody = 'nothing of anybody'
const ofInsurer = 'the built-in insurer’s copy of the quote, which is told and forgotten with it'
const ofPublic = 'the addresses of the country, and of whose they are nothing'

/** Of every table whether a person is told it, or why not: one more does not compile before that is said here. */
const tables = {
  quote: told,
  policy: told,
  payment: told,
  bind_attempt: told,
  audit: told,
  session: ofAVisit,
  session_quote: ofAVisit,
  login_token: ofAVisit,
  captcha_pass: ofAVisit,
  captcha_spent_token: ofAVisit,
  rate_limit: ofAVisit,
  daily_count: ofNobody,
  'insurer.quote': ofInsurer,
  'insurer.policy': ofInsurer,
  address_import: ofNobody,
  'address_book.street': ofPublic,
  'address_book.address': ofPublic,
  'address_book.word': ofPublic,
} as const satisfies Record<keyof Schema, string>

test('a person is told every table that tells of them', () => {
  const read = new Set(all(/\b(?:from|join) (?:public\.)?([a-z_.]+)\b(?!\()/g, text('scripts/ops/person.ts')))
  const wanted = Object.entries(tables).flatMap(([table, why]) => (why === told ? [table] : []))
  expect([...read].sort()).toEqual(wanted.sort())
})

test('[EDGE-13] everything that is encrypted is encrypted again when the keys change', () => {
  const locked = sourceFiles(root, productFolders, /\.ts$/)
    .filter(path => !isTest(path))
    .flatMap(path => all(/\bencrypt\(\s*[\w.]+,\s*([^,(]+)/g, text(path)))
  expect(locked.length).toBeGreaterThan(1)
  const again = text('scripts/ops/rotate-keys.ts').replace(/^import .*$/gm, '')
  expect(locked.filter(place => !new RegExp(`\\b${place}\\b`).test(again))).toEqual([])
})
