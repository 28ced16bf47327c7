/** Tests the operators' commands against the schema: complete personal data reports and key rotation. */
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { all, productFiles, read } from './repository-files.ts'

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
  daily_sales_count: notPersonal,
  'insurer.quote': insurersCopy,
  'insurer.policy': insurersCopy,
  address_import: notPersonal,
  'address_book.street': publicData,
  'address_book.address': publicData,
  'address_book.word': publicData,
} as const satisfies Record<keyof Schema, string>

test('the report contains every table with personal data', () => {
  const report = read('scripts/ops/find-person.ts')
  const reported = new Set(all(/\b(?:from|join) (?:public\.)?([a-z_.]+)\b(?!\()/g, report))
  const wanted = Object.entries(tables).flatMap(([table, why]) => (why === included ? [table] : []))
  expect([...reported].sort()).toEqual(wanted.sort())
})

test('[EDGE-13] key rotation covers every encrypted column', () => {
  const aads = productFiles().flatMap(path => all(/\bencrypt\(\s*[\w.]+,\s*([^,(]+)/g, read(path)))
  expect(aads.length).toBeGreaterThan(1)
  const again = read('scripts/ops/rotate-keys.ts').replace(/^import .*$/gm, '')
  expect(aads.filter(aad => !new RegExp(`\\b${aad}\\b`).test(again))).toEqual([])
})
