/** Tests of a synchronous standby that is lost: commits wait, and the server keeps the session of each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '#dev/postgres.ts'
import { openDatabase } from './client.ts'
import { isUnavailable } from './postgres-errors.ts'

it('[INFRA-03] commits that wait for a lost standby do not use up the connections, and go on once it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-standby-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await startPostgres(folder)
  onTestFinished(() => server.stop())
  const open = (silenceMs: number) =>
    openDatabase({ url: server.url }, { max: 10, silenceMs, onError: () => undefined })
  const [administrator, node] = await Promise.all([open(60_000), open(2_000)])
  onTestFinished(async () => {
    await administrator.close()
    await node.close()
  })
  await administrator.pool.query('create table public.written (n int)')
  const standby = async (name: string) => {
    await administrator.pool.query(`alter system set synchronous_standby_names = '${name}'`)
    await administrator.pool.query('select pg_reload_conf()')
  }
  const waiting = async () => {
    const { rows } = await administrator.pool.query(
      `select count(*)::int as sessions from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return rows[0].sessions
  }
  const write = () =>
    sql`insert into public.written values (1)`.execute(node.kysely).then(
      () => null,
      (error: unknown) => error,
    )

  await standby('lost')
  const refusal = { message: 'commits wait for its synchronous standby' }
  await expect.poll(write, { timeout: 100_000 }).toMatchObject(refusal)
  const held = await waiting()
  expect(held).toBeGreaterThan(0)
  for (const _ of [1, 2, 3]) {
    const refused = await write()
    expect(refused).toMatchObject(refusal)
    expect(isUnavailable(refused)).toBe(true)
  }
  expect(await waiting()).toBe(held)
  // The node is not ready either, so that an alert tells of it.
  expect(await node.isReachable()).toBe(false)

  await standby('')
  await expect.poll(waiting).toBe(0)
  await expect.poll(write).toBe(null)
  await expect.poll(() => node.isReachable()).toBe(true)
})
