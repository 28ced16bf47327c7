/** Starts a sandbox for a test in a temporary folder, and submits forms of its hosted page. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/server.ts'

export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'openroad-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const dataDir = options.dataDir ?? (await temporaryDir())
  const sandbox = await startSandbox({ slowPlateMs: 300, ...options, dataDir })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Submits a form of a hosted page without following redirects. */
export const submitForm = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
