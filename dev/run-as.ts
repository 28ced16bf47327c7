/**
 * Runs PostgreSQL's programs for dev/postgres.ts. PostgreSQL refuses to run as root, so root uses a user namespace
 * or the account `nobody`.
 */
import { spawn } from 'node:child_process'
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

export interface RunOptions {
  readonly cwd?: string
  /** A file descriptor that gets the output. Without it the output is read, and its last line becomes the error's message. */
  readonly output?: number
}

/** Runs a program to its end, out of reach of Ctrl-C and without our environment. Throws if it fails. */
export function run(
  { wrapper, dropTo }: Account,
  program: string,
  args: readonly string[],
  { cwd = '/', output }: RunOptions = {},
): Promise<void> {
  const [file = program, ...rest] = [...wrapper, program, ...args]
  const child = spawn(file, rest, {
    cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
    ...(dropTo && { uid: dropTo.uid, gid: dropTo.gid }),
  })
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve() : reject(new Error(text.trim().split('\n').at(-1) || `${program} failed`)),
    )
  })
}

/** Makes the account the owner of a folder and its content. The folder itself is last: its owner marks completion. */
export async function changeOwner({ owner }: Account, folder: string): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner.uid) return
  for (const entry of [...(await readdir(folder, { recursive: true })), '.'])
    await lchown(join(folder, entry), owner.uid, owner.gid)
}
