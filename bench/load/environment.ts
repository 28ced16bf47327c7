/**
 * Environment of every load measurement: PostgreSQL with durable writes, nodes as separate processes, and the
 * CPU time of each.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { type DevPostgres, startPostgres } from '#dev/postgres.ts'
import {
  childrenCpuMsOf,
  cpuMsOf,
  type Environment,
  type Node,
  parentOf,
  startNode,
} from '#test/node-process.ts'

export type { Environment, Node } from '#test/node-process.ts'

/** For a node as it runs when it is told nothing: without metrics, which another row is about. */
export const minimalEnvironment: Environment = { METRICS_PORT: undefined }

export interface BenchEnvironment {
  readonly connection: DevPostgres['connection']
  readonly databaseUrl: string
  readonly folder: string
  /** Statements outside any measurement. */
  readonly pool: pg.Pool
  node(environment?: Environment): Promise<Node>
  /** The database's processes: the first is the parent of those that are yet to come. */
  databasePids(): Promise<readonly number[]>
  /** CPU of all of the database's processes, those that ended too, milliseconds. */
  databaseCpuMs(): Promise<number>
  close(): Promise<void>
}

export async function openBenchEnvironment(): Promise<BenchEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-bench-'))
  const server = await startPostgres(join(folder, 'data'))
  const { connection, url: databaseUrl } = server
  await migrate({ connectionString: databaseUrl })
  const pool = new pg.Pool({ ...connection, max: 2 })
  const nodes = new Set<Node>()

  const databasePids = async (): Promise<readonly number[]> => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
    return [await parentOf(rows[0]?.pid ?? 0), ...rows.map(({ pid }) => pid)]
  }

  return {
    connection,
    databaseUrl,
    folder,
    pool,
    async node(environment = {}) {
      const node = await startNode({
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(folder, 'var'),
        // A bench is one customer a thousand times.
        LIMIT_FACTOR: '100000',
        ...environment,
      })
      nodes.add(node)
      return node
    },
    databasePids,
    async databaseCpuMs() {
      const [parent = 0, ...others] = await databasePids()
      const used = await Promise.all(others.map(pid => cpuMsOf(pid).catch(() => 0)))
      return used.reduce((sum, ms) => sum + ms, await childrenCpuMsOf(parent))
    },
    async close() {
      for (const node of nodes) await node.stop()
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
