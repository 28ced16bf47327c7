/**
 * A lock file with the pid of the process that starts or stops the embedded server on a data directory.
 * PostgreSQL guards its own files as well, so a lock that is taken over by mistake costs time and never
 * data.
 */
import { readFileSync } from 'node:fs'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '#db/postgres-errors.ts'

const touchEveryMs = 2_000
// After a crash another program may have been given the holder's pid (in containers they are small numbers), so a live
// pid alone proves nothing: a holder also touches its file.
const silentAfterMs = 15_000
const askAgainMs = 25

/** Runs `work` while this process alone holds the lock file at `path`; waits for another holder to finish or die. */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    if (await isStale(path)) await rm(path, { force: true })
    else await delay(askAgainMs)
  }
  const touch = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => undefined)
  }, touchEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(touch)
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    const pid = Number(content)
    return (pid > 0 && !isAlive(pid)) || Date.now() - mtimeMs > silentAfterMs
  } catch {
    return false
  }
}

/** Whether a process with this pid runs, whoever owns it. One that is dead and not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return process.platform !== 'linux' || !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    // 'pid (name) state …'; a name may hold brackets itself.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}
