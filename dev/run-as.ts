/**
 * Runs PostgreSQL's programs for dev/postgres.ts. PostgreSQL refuses to run as root, so root uses a user namespace
 * or the account `nobody`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface User {
  readonly uid: number
  readonly gid: number
}

/** How to run a program; `owner` is the required owner of the server's files. */
export interface Account {
  readonly name: string
  readonly wrapper: readonly string[]
  readonly owner?: User
  readonly dropTo?: User
}

/** The accounts that may work on this machine, in the order to try them. */
export async function possibleAccounts(): Promise<readonly Account[]> {
  if (process.geteuid?.() !== 0) return [{ name: 'as this user', wrapper: [] }]
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const users = lines
    .map(line => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  // initdb needs a uid with a name; 65534 also means "not mapped".
  const ordinary = users.find(({ uid }) => uid > 0 && uid < 65_534)
  const nobody = users.find(({ name }) => name === 'nobody')
  return [
    ...(ordinary
      ? [
          {
            name: 'in a user namespace',
            wrapper: ['unshare', '--user', `--map-user=${ordinary.uid}`, '--'],
            owner: { uid: 0, gid: 0 },
          },
        ]
      : []),
    ...(nobody ? [{ name: 'as nobody', wrapper: [], owner: nobody, dropTo: nobody }] : []),
  ]
}

/** Starts a program in its own session, so that Ctrl-C does not reach it, and without our environment. */
export function launch(
  { wrapper, dropTo }: Account,
  program: string,
  args: readonly string[],
  output: number | 'pipe',
): ChildProcess {
  const [file = program, ...rest] = [...wrapper, program, ...args]
  return spawn(file, rest, {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', output, output],
    ...(dropTo && { uid: dropTo.uid, gid: dropTo.gid }),
  })
}

/** Runs a program; throws the last line of its output if it fails. */
export function run(account: Account, program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = launch(account, program, args, 'pipe')
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve() : reject(new Error(output.trim().split('\n').at(-1) || `${program} failed`)),
    )
  })
}

/** Makes the account the owner of a folder and its content. The folder itself is last: its owner marks completion. */
export async function changeOwner({ owner }: Account, folder: string): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner.uid) return
  for (const entry of [...(await readdir(folder, { recursive: true })), '.'])
    await lchown(join(folder, entry), owner.uid, owner.gid)
}
