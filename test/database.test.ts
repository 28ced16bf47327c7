/** Tests of the test databases: each is migrated, empty and separate. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { makeTemplate } from './database-template.ts'

let databases: readonly TestDatabase[]
beforeAll(async () => {
  databases = await Promise.all([testDatabase(), testDatabase({ max: 1 })])
})
afterAll(async () => {
  await Promise.all(databases.map(database => database.close()))
})

it('gives each caller a separate migrated database', async () => {
  for (const { pool } of databases) {
    const { rows } = await pool.query('select count(*) as applied from kysely_migration')
    expect(rows[0].applied).toBeGreaterThan(0)
    await pool.query('create table own (n int)')
  }
})

it('creates the template once for any number of callers', async () => {
  const names = await Promise.all([1, 2, 3].map(() => makeTemplate(inject('databaseServerUrl'))))
  expect(new Set(names).size).toBe(1)
})
