/** What every measurement stands on: a PostgreSQL with durable writes, nodes as processes of their own, and the CPU each used. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type EmbeddedConnection, startEmbedded } from '#db/embedded.ts'
import { type Client, clientOf } from '#test/client.ts'

const root = join(import.meta.dirname, '../..')
const ticksASecond = 100

export interface Node {
  readonly pid: number
  readonly origin: string
  readonly metricsPort: number
  browser(): Promise<Client>
  /** CPU used since its start, milliseconds. */
  cpuMs(): Promise<number>
  rssBytes(): Promise<number>
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface Stand {
  readonly connection: EmbeddedConnection
  readonly databaseUrl: string
  readonly folder: string
  /** Statements outside any measurement. */
  readonly pool: pg.Pool
  node(environment?: Readonly<Record<string, string>>): Promise<Node>
  /** CPU of all of the database's processes, milliseconds; those that ended are lost. */
  databaseCpuMs(): Promise<number>
  close(): Promise<void>
}

export async function openStand(): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-bench-'))
  const server = await startEmbedded(join(folder, 'data'))
  const { connection } = server
  const databaseUrl = `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`
  const pool = new pg.Pool({ ...connection, max: 2 })
  const nodes = new Set<Node>()

  return {
    connection,
    databaseUrl,
    folder,
    pool,
    async node(environment = {}) {
      const node = await startNode({
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(folder, 'var'),
        ...environment,
      })
      nodes.add(node)
      return node
    },
    async databaseCpuMs() {
      const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
      const used = await Promise.all(rows.map(row => cpuMsOf(row.pid).catch(() => 0)))
      return used.reduce((sum, ms) => sum + ms, 0)
    },
    async close() {
      for (const node of nodes) await node.stop()
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

export async function startNode(environment: Readonly<Record<string, string>>): Promise<Node> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openroad/compile'),
      CAPTCHA: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { port, metricsPort } = await saidPorts(child)
  const origin = `http://localhost:${port}`
  const pid = child.pid ?? 0
  return {
    pid,
    origin,
    metricsPort,
    async browser() {
      const client = clientOf(origin)
      await client.request('/vehicle')
      return client
    },
    cpuMs: () => cpuMsOf(pid),
    async rssBytes() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
    },
    stop: signal => ended(child, signal),
  }
}

function saidPorts(child: ChildProcess): Promise<{ port: number; metricsPort: number }> {
  return new Promise((resolve, reject) => {
    let metricsPort = 0
    child.once('exit', code => reject(new Error(`the node ended with ${code}`)))
    if (!child.stdout) return reject(new Error('no output to read'))
    createInterface({ input: child.stdout }).on('line', line => {
      metricsPort = Number(/^Metrics are at port (\d+)/.exec(line)?.[1] ?? metricsPort)
      const port = /^Openroad is at http:\/\/localhost:(\d+)/.exec(line)?.[1]
      if (port) resolve({ port: Number(port), metricsPort })
    })
  })
}

async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill(signal)
  await gone
}

/** User and system time of a process, from /proc. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksASecond
}
