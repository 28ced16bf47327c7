/** Tests that the table 'Steps, calls, partners' of ARCHITECTURE.md lists exactly the calls of the contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'ARCHITECTURE.md'), 'utf8')
const [, section = ''] = /^## Steps, calls, partners$(.*?)^## /ms.exec(page) ?? []
/** The second cell of each row, and the lines below the table. */
const named = [
  ...[...section.matchAll(/^\|[^|]+\|([^|]+)\|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []),
  ...[...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
]

test('the table lists every call of the contract', () => {
  expect(Object.keys(endpoints).filter(call => !named.includes(call))).toEqual([])
})

test('the table lists no unknown call', () => {
  expect(named.filter(name => /[a-z][A-Z]/.test(name) && !(name in endpoints))).toEqual([])
})
