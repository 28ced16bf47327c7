/** Starts, pauses and kills the child processes of the failover test; none outlives the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentOf } from '#test/node-process.ts'

/** The user that PostgreSQL, Patroni and PgBouncer run as, because they do not start as root. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

export const postgresUser = (): OsUser =>
  process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

export interface ManagedProcess {
  signal(name: NodeJS.Signals): void
  /** Kills the process, all its descendants and the servers it started. */
  kill(): Promise<void>
}

export interface FailoverRun {
  /** The folder of the log files, one per process. */
  readonly folder: string
  /** Kills all started processes, also if the start fails half-way. */
  readonly opened: AsyncDisposableStack
}

/** @param name also that of the file with its output and of the folder with its server's data */
export function startProcess(
  { folder, opened }: FailoverRun,
  name: string,
  command: readonly [program: string, ...args: string[]],
  account: Partial<OsUser> = {},
): ManagedProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const [program, ...args] = command
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log], ...account })
  closeSync(log)
  const dataFolder = join(folder, `${name}-data`)
  async function kill(): Promise<void> {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    const ended = hasEnded ? undefined : once(child, 'exit')
    sendToFamily(child, dataFolder, 'SIGKILL')
    await ended
  }
  opened.defer(kill)
  return { signal: signal => sendToFamily(child, dataFolder, signal), kill }
}

function sendToFamily({ pid: parent = 0 }: ChildProcess, dataFolder: string, signal: NodeJS.Signals): void {
  const running = runningProcesses()
  const servers = running.filter(pid => commandOf(pid).includes(dataFolder))
  for (const pid of familyOf([parent, ...servers], running)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has already ended.
    }
  }
}

const runningProcesses = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** A server under Patroni is no child of it, but its command line names its data folder. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has already ended.
    return ''
  }
}

/** These processes and their descendants. */
function familyOf(pids: readonly number[], running: readonly number[]): ReadonlySet<number> {
  const parents = running.map(pid => [pid, parentOf(pid)] as const)
  const family = new Set(pids.filter(pid => running.includes(pid)))
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.add(child)
  return family
}
