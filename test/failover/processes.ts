/** Starts, pauses and kills the child processes of the failover test; none outlives the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync } from 'node:fs'
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
  /** Kills the process and all its descendants. */
  kill(): Promise<void>
}

export interface FailoverRun {
  /** The folder of the log files, one per process. */
  readonly folder: string
  /** Kills all started processes, also if the start fails half-way. */
  readonly opened: AsyncDisposableStack
}

/** @param name also the name of the file with its output */
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
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    sendToFamily(child, 'SIGKILL')
    await ended
  }
  opened.defer(kill)
  return { signal: signal => sendToFamily(child, signal), kill }
}

function sendToFamily(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  for (const pid of familyOf(child.pid)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has already ended.
    }
  }
}

/** A process and its descendants. PostgreSQL leaves its parent's process group, so a group would not do. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), parentOf(Number(name))] as const)
  const family = [pid]
  for (const member of family)
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return family
}
