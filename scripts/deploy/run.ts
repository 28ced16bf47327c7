/** Runs a program of the deployment checks to its end. Used by all of them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** @returns what the program printed on its standard output; throws with its errors when it fails */
export async function run(program: string, args: readonly string[], timeoutMs = 60_000): Promise<string> {
  try {
    const options = { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 } as const
    return (await promisify(execFile)(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const said = (stderr || stdout || message).trim().slice(-4_000)
    throw new Error(`${program} ${args.join(' ')} failed:\n${said}`, { cause: error })
  }
}
