/** Starts a server node as a separate process, for browser tests, page checks and benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import { type Sandbox, startSandbox } from '#sandbox/server.ts'
import { serverMemoryEnvironment, serverNodeFlags } from '../scripts/server-node-flags.mjs'

const root = join(import.meta.dirname, '..')
/** As in `npm start`; it makes the start a third faster. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openroad/compile') }

export interface Node {
  readonly pid: number
  readonly port: string
  readonly origin: string
  readonly metricsPort: number
  rssBytes(): Promise<number>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<void>
}

interface NodeOptions {
  /** The entry point, if it is not server/main.ts. */
  readonly entry?: string
  /** True hides its error output. */
  readonly quiet?: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The sandbox of one or more nodes on this data folder, in this process. */
export const startSandboxFor = (dataDir: string): Promise<Sandbox> => startSandbox({ dataDir })

/** Starts a node as `npm start` does, with its own database in `dataDir` and this process's environment. */
export async function startProduct(dataDir: string, sandbox: Sandbox, port = '0'): Promise<Node> {
  const postgres = await startPostgres(dataDir)
  await migrate({ connectionString: postgres.url })
  const node = await launch({
    ...compileCache,
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: port,
    SANDBOX_URL: sandbox.origin,
    NODE_ENV: 'test',
  })
  return {
    ...node,
    async stop(signal) {
      await node.stop(signal)
      await postgres.stop()
    },
  }
}

/** Starts a node with this environment only, without captcha and with metrics. */
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
  const child = spawn(process.execPath, [...serverNodeFlags, entry], {
    cwd: root,
    env: { ...serverMemoryEnvironment, ...environment },
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
      // Later output is not read.
      lines.close()
      stdout.resume()
      resolve({ port, metricsPort })
    })
  })
}

/** CPU used by each thread of a process in milliseconds, from /proc. */
export async function threadsCpuMsOf(pid: number): Promise<ReadonlyMap<string, number>> {
  const threads = await readdir(`/proc/${pid}/task`)
  const used = threads.map(async thread => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return [thread, Number.parseInt(stat, 10) / 1e6] as const
  })
  return new Map(await Promise.all(used))
}

/** The parent of a process; 0 once the process has ended. */
export function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
