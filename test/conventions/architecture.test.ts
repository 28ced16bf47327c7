/** Checks the table 'Steps, calls, partners' of ARCHITECTURE.md, which says which step makes which call. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'ARCHITECTURE.md'), 'utf8')
const [, section = ''] = /^## Steps, calls, partners$(.*?)^## /ms.exec(page) ?? []
/** The second cell of each row, and what the lines below say of every step. */
const named = [
  ...[...section.matchAll(/^\|[^|]+\|([^|]+)\|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []),
  ...[...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
]

test('every call of the contract stands with its step, or among those that serve every step', () => {
  expect(Object.keys(endpoints).filter(call => !named.includes(call))).toEqual([])
})

test('no call stands there that the contract does not have', () => {
  expect(named.filter(name => /[a-z][A-Z]/.test(name) && !(name in endpoints))).toEqual([])
})
