/** Tests of the shared read connection: which reads wait for which, and what they see. */
import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { type Database, openDatabase } from './client.ts'
import { precompile, precompileRead } from './precompiled-query.ts'
import { loadSessionWithQuote } from './repositories/session-lookup.ts'
import { createSession } from './repositories/sessions.ts'
import { withTransaction } from './transaction.ts'

const backend = precompileRead((db, { what }: { readonly what: string }) =>
  db.selectNoFrom([
    sql<number>`pg_backend_pid()`.as('pid'),
    sql<string>`cast(${what} as text)`.as('what'),
    sql<number>`1 / nullif(cast(${what} as int), 0)`.as('part'),
  ]),
)
/** No statement that another file sends: these are known for the whole process. */
const sessionsOf = precompileRead((db, { brand }: { readonly brand: string }) =>
  db.selectFrom('session').select('sid_hash').where('brand', '=', brand).where('brand', '<>', 'pipelined'),
)
const ownBackend = precompile((db, { what }: { readonly what: number }) =>
  db.selectNoFrom([sql<number>`pg_backend_pid()`.as('pid'), sql<number>`cast(${what} as int)`.as('what')]),
)

/** Two connections: one of the pool, and the one for reads. */
async function twoConnections(): Promise<Database> {
  const database = await testDatabase({ max: 2 })
  onTestFinished(() => database.close())
  return database
}

const reading = async ({ kysely }: Pick<Database, 'kysely'>, what: string | number) =>
  (await kysely.executeQuery(backend({ what: String(what) }))).rows[0]

it('go over one connection, each with its own answer, beside a pool that has none free', async () => {
  const database = await twoConnections()
  const held = await database.pool.connect()
  const found = await Promise.all(Array.from({ length: 40 }, (_, number) => reading(database, number)))
  held.release()
  expect(found.map(row => row?.what)).toEqual(Array.from({ length: 40 }, (_, number) => String(number)))
  expect(new Set(found.map(row => row?.pid)).size).toBe(1)
  const { rows } = await database.kysely.executeQuery(ownBackend({ what: 1 }))
  expect(rows[0]?.pid).not.toBe(found[0]?.pid)
})

it('leave together with the end of the turn they are asked in', async () => {
  const database = await twoConnections()
  for (let time = 0; time < 10; time += 1) await reading(database, time)
  const written = vi.spyOn(Socket.prototype, '_writev')
  onTestFinished(() => written.mockRestore())
  const found = await Promise.all(Array.from({ length: 10 }, (_, number) => reading(database, number)))
  expect(found.map(row => row?.what)).toEqual(Array.from({ length: 10 }, (_, number) => String(number)))
  expect(written).toHaveBeenCalledOnce()
})

it('are read inside a transaction by its own connection, and see what it wrote', async () => {
  const { kysely } = await twoConnections()
  const sidHash = randomBytes(32)
  const now = new Date()
  const door = (db: Database['kysely']) => loadSessionWithQuote(db, { sidHash, quoteId: null }, now, 60_000)
  await withTransaction(kysely, async tx => {
    await createSession(tx, { sidHash, brand: 'openroad', now })
    expect((await door(tx)).session?.brand).toBe('openroad')
    expect((await door(kysely)).session).toBeNull()
  })
  expect((await door(kysely)).session?.brand).toBe('openroad')
})

it('fail each for itself', async () => {
  const database = await twoConnections()
  const found = await Promise.allSettled(['1', 'no number', '2'].map(what => reading(database, what)))
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('go on over another connection when theirs is lost, without a moment of rest between', async () => {
  const database = await twoConnections()
  const first = await reading(database, 1)
  let failed = 0
  let over = false
  let last = first
  const readers = Array.from({ length: 4 }, async () => {
    while (!over)
      await reading(database, 1).then(
        row => {
          last = row
        },
        () => {
          failed += 1
        },
      )
  })
  await database.pool.query('select pg_terminate_backend($1)', [first?.pid])
  await expect.poll(() => last?.pid).not.toBe(first?.pid)
  over = true
  await Promise.all(readers)
  // Those that were under way, and perhaps those of the moment until it was known.
  expect(failed).toBeLessThan(50)
})

it('[EDGE-16] wait for nobody who holds a session: it is read while it is just given another hash', async () => {
  const { kysely } = await twoConnections()
  const sidHash = randomBytes(32)
  const now = new Date()
  const before = new Date(now.getTime() - 30_000)
  const door = (at: Date) => loadSessionWithQuote(kysely, { sidHash, quoteId: null }, at, 60_000)
  const lastSeen = async () =>
    (await kysely.selectFrom('session').select('last_seen_at').where('sid_hash', '=', sidHash).execute())[0]
      ?.last_seen_at
  await createSession(kysely, { sidHash, brand: 'openroad', now: before })
  await withTransaction(kysely, async tx => {
    await sql`select 1 from session where sid_hash = ${sidHash} for update`.execute(tx)
    expect((await door(before)).session?.brand).toBe('openroad')
  })
  expect(await lastSeen()).toEqual(before)
  expect((await door(now)).session?.brand).toBe('openroad')
  expect(await lastSeen()).toEqual(now)
})

it('fail once they have waited as long as a statement may take, also where others go on sending', async () => {
  const database = await testDatabase()
  const own = await openDatabase(
    { url: database.url },
    { max: 2, statementTimeoutMs: 1_000, onError: () => undefined },
  )
  onTestFinished(async () => {
    await own.close()
    await database.close()
  })
  const session = (brand: string) => own.kysely.executeQuery(sessionsOf({ brand }))
  await session('openroad')
  const lock = await database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table session in access exclusive mode')
  const begun = performance.now()
  const waiting = Array.from({ length: 12 }, async (_, number) => {
    await new Promise(resolve => setTimeout(resolve, 60 * number))
    const from = performance.now()
    await expect(session('openroad')).rejects.toThrow()
    return performance.now() - from
  })
  const waited = await Promise.all(waiting)
  expect(Math.max(...waited)).toBeLessThan(4_000)
  expect(performance.now() - begun).toBeGreaterThan(1_000)
  await lock.query('rollback')
  lock.release()
  // Whoever comes before the loss is known meets it too.
  await expect.poll(() => session('openroad').then(({ rows }) => rows, String)).toEqual([])
})
