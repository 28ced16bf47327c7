/** Runs programs of the embedded server under its account, and gives files to that account. */
import { type ChildProcess, spawn } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

// Nothing of this process's environment: PG… variables and locales would change what the server does.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Starts a program as the account, in a session of its own so that Ctrl-C reaches the application only. */
export function launch(
  account: Account,
  program: string,
  args: readonly string[],
  output: number | 'pipe',
): ChildProcess {
  const [file = program, ...rest] = [...account.wrapper, program, ...args]
  return spawn(file, rest, {
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
    ...account.drop,
  })
}

/** Runs a program to its end: exit code 0 or not, and the last line it said. Never throws. */
export function run(account: Account, program: string, args: readonly string[]) {
  return new Promise<{ ok: boolean; lastLine: string }>(resolve => {
    const child = launch(account, program, args, 'pipe')
    let said = ''
    const note = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    child.once('error', error => resolve({ ok: false, lastLine: error.message }))
    child.once('close', code => resolve({ ok: code === 0, lastLine: said.trim().split('\n').at(-1) ?? '' }))
  })
}

/** Hands a directory and all in it to the account. The directory itself comes last: it tells whether all is done. */
export async function changeOwner(account: Account, directory: string): Promise<void> {
  const { owner } = account
  if (owner === undefined || (await stat(directory)).uid === owner.uid) return
  const entries = await readdir(directory, { recursive: true })
  for (const entry of [...entries, '.']) await lchown(join(directory, entry), owner.uid, owner.gid)
}
