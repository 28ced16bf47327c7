/**
 * vitest's global set-up: one PostgreSQL server for all tests, the embedded one without fsync or, as a superuser, that of
 * TEST_DATABASE_URL.
 */
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#dev/postgres.ts'
import { makeTemplate, removeLeftovers } from './database-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL without a database name. */
    databaseServerUrl: string
  }
}

const dataDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'openroad-test')

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await reachServer(process.env.TEST_DATABASE_URL)
  await removeLeftovers(url)
  await makeTemplate(url)
  project.provide('databaseServerUrl', url)
  return stop
}

async function reachServer(given: string | undefined): Promise<{ url: string; stop: () => Promise<void> }> {
  if (given !== undefined) return { url: given, stop: async () => undefined }
  return startPostgres(dataDir, { fsync: false })
}
