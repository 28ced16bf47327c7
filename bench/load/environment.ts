/** Environment of every load measurement: PostgreSQL with durable writes, a sandbox, and nodes as separate processes. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import { type Environment, type Node, parentOf, startNode, startSandboxFor } from '#test/node-process.ts'

/** For a node without metrics. */
export const minimalEnvironment: Environment = { METRICS_PORT: undefined }

export interface BenchEnvironment {
  readonly databaseUrl: string
  readonly folder: string
  readonly sandboxUrl: string
  /** Statements outside any measurement. */
  readonly pool: pg.Pool
  node(environment?: Environment): Promise<Node>
  /** Gives the node one core, and the database and this process another, as on machines of their own. */
  pinToOwnCore(node: Node): Promise<void>
  close(): Promise<void>
}

export async function openBenchEnvironment(): Promise<BenchEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-bench-'))
  const server = await startPostgres(join(folder, 'data'))
  const databaseUrl = server.url
  await migrate({ connectionString: databaseUrl })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const nodes = new Set<Node>()
  const dataDir = join(folder, 'var')
  const sandbox = await startSandboxFor(dataDir)

  const databasePids = async (): Promise<readonly number[]> => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
    // The parent starts the processes of later connections.
    return [parentOf(rows[0]?.pid ?? 0), ...rows.map(({ pid }) => pid)]
  }

  return {
    databaseUrl,
    folder,
    sandboxUrl: sandbox.origin,
    pool,
    async node(environment = {}) {
      const node = await startNode({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SANDBOX_URL: sandbox.origin,
        // All customers of a bench come from one address.
        LIMIT_FACTOR: '100000',
        ...environment,
      })
      nodes.add(node)
      return node
    },
    async pinToOwnCore({ pid: node }) {
      if (process.platform !== 'linux' || availableParallelism() < 2) return
      const pin = (core: number, pid: number) =>
        promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)])
      await pin(0, node)
      await pin(1, process.pid)
      // A connection may have closed since.
      for (const pid of await databasePids()) await pin(1, pid).catch(() => undefined)
    },
    async close() {
      for (const node of nodes) await node.stop()
      await sandbox.close()
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/**
 * Waits until the mails and documents of purchases are done, so that their CPU time is not part of the next measurement.
 */
export async function waitForMails(environment: BenchEnvironment): Promise<void> {
  const giveUpAt = Date.now() + 240_000
  for (;;) {
    const { rows } = await environment.pool.query<{ left: number }>(
      `select count(*)::int as left from jobs.job where name = 'policy-mail' and state in ('created', 'retry', 'active')`,
    )
    if (rows[0]?.left === 0) return
    if (Date.now() > giveUpAt) throw new Error('the mails were not sent')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
