/** vitest's global set-up: one PostgreSQL server for the whole run, for the databases of test/database.ts. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#dev/postgres.ts'
import { memoryFolder } from '../scripts/system-programs.mjs'
import { makeTemplate, removeLeftovers } from './database-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL without a database name. */
    databaseServerUrl: string
  }
}

const root = join(import.meta.dirname, '..')
const memory = memoryFolder()
const dataDir = memory
  ? join(memory, `openroad-test-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)
  : join(root, 'node_modules', '.cache', 'openroad-test')

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await reachServer(process.env.TEST_DATABASE_URL)
  await removeLeftovers(url)
  await makeTemplate(url)
  project.provide('databaseServerUrl', url)
  return stop
}

/** The embedded server without fsync, kept between runs; TEST_DATABASE_URL names another. */
async function reachServer(given: string | undefined): Promise<{ url: string; stop: () => Promise<void> }> {
  if (given !== undefined) return { url: given, stop: async () => undefined }
  return startPostgres(dataDir, { fsync: false })
}
