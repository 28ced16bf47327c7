/** Tests of the lock that lets one process at a time start the embedded server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withStartLock } from './start-lock.ts'

describe('the start lock', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'start-lock-'))
    path = join(folder, 'lock')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('lets one in at a time and leaves nothing, also after an error', async () => {
    let inside = 0
    let most = 0
    const visits = Array.from({ length: 5 }, (_, visit) =>
      withStartLock(path, async () => {
        inside += 1
        most = Math.max(most, inside)
        await new Promise(resolve => setImmediate(resolve))
        inside -= 1
        if (visit === 2) throw new Error('inside')
      }),
    )
    const outcomes = await Promise.allSettled(visits)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(most).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over from a dead holder', async () => {
    const child = spawn(process.execPath, ['--version'])
    await once(child, 'close')
    await writeFile(path, String(child.pid))
    expect(await withStartLock(path, async () => 'in')).toBe('in')
  })

  it('is taken over from a holder long silent, whose pid another process may have now', async () => {
    await writeFile(path, String(process.pid))
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(path, longAgo, longAgo)
    expect(await withStartLock(path, async () => 'in')).toBe('in')
  })
})
