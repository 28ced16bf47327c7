/** PgBouncer in transaction mode in front of a database, for test/pooler.test.ts and the failover test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from './local-ports.ts'
import { waitUntil } from './wait-until.ts'

/** The server's sessions, which the clients share: a setting that one leaves behind reaches the others. */
export const serverSessions = 4

export interface Pooler {
  /** The URL of the database through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/**
 * The text of deploy/pgbouncer.ini, changed for a local port and a database without a password.
 * @param databaseUrl a TCP address
 */
export async function poolerSettings(port: number, databaseUrl: string): Promise<string> {
  const { host, port: serverPort, user, database } = new pg.Client(databaseUrl)
  const text = await readFile(join(import.meta.dirname, '../deploy/pgbouncer.ini'), 'utf8')
  return text
    .replace(
      /^openroad = .*$/m,
      `${database} = host=${host} port=${serverPort} user=${user} dbname=${database}`,
    )
    .replace(/^listen_addr = .*\nlisten_port = .*$/m, `listen_addr = 127.0.0.1\nlisten_port = ${port}`)
    .replace(/^auth_type = .*\nauth_file = .*$/m, 'auth_type = any')
}

/** @param databaseUrl a TCP address without a password */
export async function startPooler(program: string, databaseUrl: string): Promise<Pooler> {
  const { user, database } = new pg.Client(databaseUrl)
  const [own = 0] = await freePorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'openroad-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const settings = await poolerSettings(own, databaseUrl)
  await writeFile(
    file,
    settings.replace(/^default_pool_size = .*$/m, `default_pool_size = ${serverSessions}`),
  )
  await chmod(folder, 0o755)
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...account, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `postgres://${user}@127.0.0.1:${own}/${database}`
  await waitUntil('PgBouncer answers', async () => {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } finally {
      await client.end().catch(() => undefined)
    }
  })
  return {
    url,
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
