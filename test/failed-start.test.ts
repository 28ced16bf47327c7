/** A start that fails half-way leaves nothing behind: an embedded database would go on running, for nobody. */
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { jsonLog } from '#server/log.ts'
import { openHouse } from '#server/services.ts'
import { testDatabase } from './database.ts'

const silent = jsonLog(
  () => {},
  () => new Date(),
)

/** Of the product, the test's own left out. */
const sessions = `select application_name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'openroad%'`

it('the port of the metrics is taken: the start fails, and no session stays with the database', async () => {
  const database = await testDatabase({ max: 1 })
  const dataDir = await mkdtemp(join(tmpdir(), 'openroad-failed-start-'))
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    const environment = {
      HOST: '127.0.0.1',
      METRICS_PORT: String(port),
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
    }
    const started = openHouse(readConfig(environment), silent, { database: { url: database.url } })
    await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    const look = async () => (await database.pool.query(sessions)).rows
    await expect.poll(look, { timeout: 5_000 }).toEqual([])
  } finally {
    other.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 30_000)
