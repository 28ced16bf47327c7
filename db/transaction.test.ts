/** Tests of retries after a lost race between transactions. */
import { sql } from 'kysely'
import { expect, expectTypeOf, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { assertUpdated } from './postgres-errors.ts'
import { repositoriesFor } from './repositories.ts'
import { runTransaction, type Tx } from './transaction.ts'

const database = await databaseForFile()
await database.query('create table account (name text primary key, cents int not null)')
await database.query(`insert into account values ('left', 0), ('right', 0)`)

const cents = async () =>
  (await database.query('select cents from account order by name')).map(row => row.cents)

it.each([
  { code: 'P0001', tries: 1, what: 'any other error: no retry' },
  { code: '40001', tries: 4, what: 'a lost race: three retries' },
])('a transaction is rolled back on $what', async ({ code, tries }) => {
  let runs = 0
  const work = runTransaction(database.kysely, async tx => {
    runs += 1
    await sql`update public.account set cents = 99`.execute(tx)
    await sql`do $$ begin raise exception 'no' using errcode = '${sql.raw(code)}'; end $$`.execute(tx)
  })
  await expect(work).rejects.toThrow('no')
  expect(runs).toBe(tries)
  expect(await cents()).toEqual([0, 0])
})

it('a transaction is retried after a deadlock', async () => {
  let runs = 0
  let holding = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const add = (first: string, second: string) =>
    runTransaction(database.kysely, async tx => {
      runs += 1
      await sql`update public.account set cents = cents + 1 where name = ${first}`.execute(tx)
      holding += 1
      if (holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update public.account set cents = cents + 1 where name = ${second}`.execute(tx)
    })
  await Promise.all([add('left', 'right'), add('right', 'left')])
  expect(runs).toBeGreaterThan(2)
  expect(await cents()).toEqual([2, 2])
})

it('a transaction is undone and runs again after another change overtook its compare-and-set', async () => {
  const before = await cents()
  let runs = 0
  await runTransaction(database.kysely, async tx => {
    runs += 1
    await sql`update public.account set cents = cents + 5`.execute(tx)
    assertUpdated(runs > 1, 'the account')
  })
  expect(runs).toBe(2)
  expect(await cents()).toEqual(before.map(each => each + 5))
})

it('repositories outside a transaction cannot lock rows, and are no Tx', () => {
  expectTypeOf(repositoriesFor(database.kysely)).not.toExtend<Tx<string>>()
  expectTypeOf(repositoriesFor(database.kysely)).not.toHaveProperty('lockQuote')
})
