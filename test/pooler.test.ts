/** Tests of a node behind PgBouncer, where another client leaves its settings in the shared sessions. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../scripts/system-programs.mjs'
import { type BreakableConnection, breakableConnectionTo } from './breakable-connection.ts'
import { payByCard } from './cards.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Pooler, serverSessions, startPooler } from './pooler.ts'
import { customerReadyToPay, ratedCustomer } from './purchase.ts'
import { eventually, openTestApp, type TestApp } from './test-app.ts'

const program = findProgram('pgbouncer')

/** What pg_dump sets in its session, and so leaves to the next client of that session. */
const dumpSettings = `select pg_catalog.set_config('search_path', '', false); set statement_timeout = 0;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set row_security = off;
  set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3`

// `npm test` installs PgBouncer where it may, and says so where it may not.
describe.skipIf(program === undefined)('behind a pooler in transaction mode', () => {
  let database: TestDatabase
  let proxy: BreakableConnection
  let pooler: Pooler
  let world: TestApp
  beforeAll(async () => {
    database = await testDatabase()
    proxy = await breakableConnectionTo(database.url)
    pooler = await startPooler(program ?? '', proxy.url)
    world = await openTestApp({ replace: { database: { url: pooler.url, directUrl: database.url } } })
  })
  afterAll(async () => {
    await world.close()
    await pooler.close()
    await proxy.close()
    await database.close()
  })

  /** Dumps again and again, until the work is done. */
  async function whileDumping<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false
    const dumps = (async () => {
      while (!isOver) {
        const clients = [1, 2, 3].map(() => new pg.Client(pooler.url))
        await Promise.all(clients.map(client => client.connect()))
        await Promise.all(clients.map(client => client.query(dumpSettings)))
        await Promise.all(clients.map(client => client.end()))
        await delay(20)
      }
    })()
    try {
      return await work()
    } finally {
      isOver = true
      await dumps
    }
  }

  it('[INFRA-01] customers buy by bank and by card while dumps run, and after', async () => {
    const buyByBank = async () => {
      const { bind } = await ratedCustomer(world)
      ;(await bind()).ok()
    }
    const buyByCard = async () => {
      const { quote, openPage } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
      await payByCard((await openPage()).ok().data.attributes.url)
      await eventually(() => world.repositories.findPolicy(quote.id))
    }
    await whileDumping(async () => {
      await buyByBank()
      await buyByCard()
    })
    await buyByBank()
    await buyByCard()
    const statuses = await database.query('select status from quote')
    expect(statuses).toEqual(Array.from({ length: 4 }, () => ({ status: 'CONVERTED' })))
    expect(world.logLines.filter(line => line.includes('"level":"error"'))).toEqual([])
  })

  it('[INFRA-01] the time limits hold again in every session after a dump', async () => {
    await whileDumping(() => delay(100))
    await expect
      .poll(async () => {
        expect(await world.application.isReady()).toBe(true)
        return limitsOfSessions()
      })
      .toEqual(Array.from({ length: serverSessions }, () => '10s'))
  })

  /** The statement timeout in each session of the server: a transaction of every client holds one. */
  async function limitsOfSessions(): Promise<string[]> {
    const clients = Array.from({ length: serverSessions }, () => new pg.Client(pooler.url))
    await Promise.all(clients.map(client => client.connect()))
    await Promise.all(clients.map(client => client.query('begin')))
    const answers = await Promise.all(clients.map(client => client.query('show statement_timeout')))
    await Promise.all(clients.map(client => client.end()))
    return answers.map(({ rows }) => rows[0].statement_timeout)
  }
})
