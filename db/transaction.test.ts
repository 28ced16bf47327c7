/** Tests of retries after a lost race between transactions. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { repositoriesFor } from './repositories.ts'
import { runTransaction, type Tx, withTransaction } from './transaction.ts'

describe('a transaction', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await database.query('create table account (name text primary key, cents int not null)')
    await database.query(`insert into account values ('left', 0), ('right', 0)`)
  })
  afterAll(() => database.close())

  const cents = async () => await database.query('select cents from account order by name')

  it('is rolled back on an exception, which is thrown and not retried', async () => {
    let runs = 0
    const work = runTransaction(database.kysely, async tx => {
      runs += 1
      await sql`update public.account set cents = 99`.execute(tx)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(runs).toBe(1)
    expect(await cents()).toEqual([{ cents: 0 }, { cents: 0 }])
  })

  it('is retried after a deadlock', async () => {
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
    expect(await cents()).toEqual([{ cents: 2 }, { cents: 2 }])
  })

  it('gives up after three retries', async () => {
    let runs = 0
    const work = runTransaction(database.kysely, async tx => {
      runs += 1
      await sql`do $$ begin raise exception 'lost the race' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(work).rejects.toThrow('lost the race')
    expect(runs).toBe(4)
  })

  it('has the type Tx, which other repositories do not have', async () => {
    const lock = (tx: Tx<string>) => tx.lockQuote('00000000-0000-4000-8000-000000000000')
    expect(await withTransaction(database.kysely, () => 'jobs', lock)).toBeUndefined()
    expect(
      await withTransaction(
        database.kysely,
        () => 'jobs',
        async tx => tx.jobs,
      ),
    ).toBe('jobs')
    expectTypeOf(repositoriesFor(database.kysely)).not.toExtend<Tx<string>>()
    expectTypeOf(repositoriesFor(database.kysely)).not.toHaveProperty('lockQuote')
  })
})
