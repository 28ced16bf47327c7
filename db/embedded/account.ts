/**
 * Operating-system accounts that the embedded PostgreSQL can run under: PostgreSQL refuses to run as root.
 * The strategies are ordered, each with a reason when it does not apply; choose-account.ts uses the first
 * that works.
 */
import { readFileSync } from 'node:fs'

/** A way of running a program; `owner` says whose the server's files must be (nothing: as they are). */
export interface Account {
  readonly name: string
  readonly owner?: { readonly uid: number; readonly gid: number }
  readonly drop?: { readonly uid: number; readonly gid: number }
  readonly wrapper: readonly string[]
}

/** An account, and the folder from which it can run initdb and postgres. */
export interface AccountChoice {
  readonly account: Account
  readonly binaries: string
}

/** What the choice depends on: the user this process runs as (-1 where there are none), the platform, known users. */
export interface Machine {
  readonly uid: number
  readonly platform: string
  readonly users: readonly { readonly name: string; readonly uid: number; readonly gid: number }[]
}

/** An account, or the reason why this way is closed. */
export type Strategy = (machine: Machine) => Account | string

/** Directly, as an ordinary user. */
export const asCurrentUser: Strategy = ({ uid }) => {
  if (uid < 0) return 'this platform has no Unix sockets and users'
  if (uid === 0) return 'PostgreSQL refuses to run as root'
  return { name: 'as this user', wrapper: [] }
}

/** Root under another name: inside the namespace the process is not root, outside its files stay root's. */
export const inUserNamespace: Strategy = ({ uid, platform, users }) => {
  if (uid !== 0) return 'only root needs a user namespace'
  if (platform !== 'linux') return 'user namespaces are Linux only'
  // initdb looks the user's name up, so the number must be a known one; 65534 also stands for "not mapped".
  const user = users.find(each => each.uid > 0 && each.uid < 65534)
  if (user === undefined) return 'no ordinary user is known in /etc/passwd'
  const wrapper = ['unshare', '--user', `--map-user=${user.uid}`, '--']
  return { name: 'in a user namespace', owner: { uid: 0, gid: 0 }, wrapper }
}

/** As the machine's unprivileged user, which must then own the data. */
export const asNobody: Strategy = ({ uid, users }) => {
  if (uid !== 0) return 'only root can become another user'
  const nobody = users.find(each => each.name === 'nobody')
  if (nobody === undefined) return 'there is no user nobody'
  const account = { uid: nobody.uid, gid: nobody.gid }
  return { name: 'as nobody', owner: account, drop: account, wrapper: [] }
}

export const strategies: readonly Strategy[] = [asCurrentUser, inUserNamespace, asNobody]

/** The machine this process runs on. */
export function currentMachine(): Machine {
  const uid = process.platform === 'win32' ? -1 : (process.geteuid?.() ?? -1)
  return { uid, platform: process.platform, users: knownUsers() }
}

function knownUsers(): Machine['users'] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .filter(fields => fields.length >= 4)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}
