/** Runs a program of the deployment checks to its end. Used by all of them. */
import { spawnSync } from 'node:child_process'

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** @returns what the program printed on its standard output; throws with its errors when it fails */
export function run(program: string, args: readonly string[], options: RunOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs ?? 60_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw error
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${(stderr || stdout).trim().slice(-4000)}`)
  return stdout
}
