/**
 * A server node as a separate process, for browsers, page checks and tests of signals, memory or CPU. The
 * pages must be built. It exits with its parent process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import { memoryEnvironment, nodeFlags } from '../scripts/server-process.mjs'

const root = join(import.meta.dirname, '..')
/** As `npm start` has it: without, a start takes half as long again. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openroad/compile') }
const ticksASecond = 100

export interface Node {
  readonly pid: number
  readonly port: string
  readonly origin: string
  readonly metricsPort: number
  /** CPU used since its start, milliseconds. */
  cpuMs(): Promise<number>
  rssBytes(): Promise<number>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** When it has ended, by whatever hand. */
  readonly ended: Promise<void>
}

interface NodeOptions {
  /** Another entry than the product's own, from the project's folder. */
  readonly entry?: string
  /** What it complains of is not shown. */
  readonly quiet?: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** As `npm start` starts it, with a database of its own in `dataDir` and the settings of this process. */
export async function startProduct(dataDir: string, port = '0'): Promise<Node> {
  const postgres = await startPostgres(dataDir)
  await migrate({ connectionString: postgres.url })
  const own = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: port, NODE_ENV: 'test' }
  const node = await launch({ ...compileCache, ...process.env, ...own })
  return {
    ...node,
    async stop(signal) {
      await node.stop(signal)
      await postgres.stop()
    },
  }
}

/** One of many, told nothing but this, without a captcha and with metrics. */
export const startNode = (environment: Environment, options?: NodeOptions): Promise<Node> =>
  launch(
    {
      PATH: process.env.PATH,
      ...compileCache,
      CAPTCHA: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      ...environment,
    },
    options,
  )

async function launch(
  environment: Environment,
  { entry = 'server/main.ts', quiet = false }: NodeOptions = {},
): Promise<Node> {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: root,
    env: { ...memoryEnvironment, ...environment },
    stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const { port, metricsPort } = await saidPorts(child)
  const pid = child.pid ?? 0
  return {
    pid,
    port,
    origin: `http://localhost:${port}`,
    metricsPort,
    cpuMs: () => cpuMsOf(pid),
    async rssBytes() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
    ended,
  }
}

function saidPorts(child: ChildProcess): Promise<{ port: string; metricsPort: number }> {
  return new Promise((resolve, reject) => {
    let metricsPort = 0
    const said: string[] = []
    child.once('exit', code =>
      reject(new Error(`the node ended with ${code} before it was up:\n${said.join('\n')}`)),
    )
    if (!child.stdout) return reject(new Error('no output to read'))
    const { stdout } = child
    const lines = createInterface({ input: stdout }).on('line', line => {
      said.push(line)
      metricsPort = Number(/^Metrics are at port (\d+)/.exec(line)?.[1] ?? metricsPort)
      const port = /^Openroad is at http:\/\/localhost:(\d+)/.exec(line)?.[1]
      if (!port) return
      // What it says from now on is let go.
      lines.close()
      stdout.resume()
      resolve({ port, metricsPort })
    })
  })
}

const statOf = async (pid: number | 'self'): Promise<string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
const ms = (...ticks: (string | undefined)[]): number =>
  (ticks.reduce((sum, one) => sum + Number(one), 0) * 1_000) / ticksASecond

/** User and system time of a process, from /proc. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return ms(fields[11], fields[12])
}

/**
 * The same of each of its threads, by thread and to the nanosecond: the sum above is told in hundredths of a second. One that
 * ends takes its count along.
 */
export async function threadsCpuMsOf(pid: number): Promise<ReadonlyMap<string, number>> {
  const threads = await readdir(`/proc/${pid}/task`)
  const told = threads.map(async thread => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return [thread, Number.parseInt(stat, 10) / 1e6] as const
  })
  return new Map(await Promise.all(told))
}

/** The same of its children that have ended. */
export async function childrenCpuMsOf(pid: number | 'self'): Promise<number> {
  const fields = await statOf(pid)
  return ms(fields[13], fields[14])
}

export const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1])
