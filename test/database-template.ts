/** Creates a template database for each state of the migrations, and copies of it, for test/database.ts. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate, migrationsFolder } from '#db/migrate.ts'
import { errorCode } from '#db/postgres-errors.ts'
import { sessionDefaults } from '#db/session-defaults.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createJsonLog } from '#server/lib/logger.ts'

const leftoverAfterMs = 3_600_000
const root = join(import.meta.dirname, '..')

/** Creates the template if it is missing; returns its name. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const template = await templateName()
  await administer(serverUrl, async db => {
    const { rows } = await sql`select datname from pg_database where datname = ${template}`.execute(db)
    if (rows.length === 1) return
    const building = newName('building')
    await sql`create database ${sql.id(building)}`.execute(db)
    await migrate({ connectionString: databaseUrl(serverUrl, building) })
    await createQueues(databaseUrl(serverUrl, building))
    // The rename publishes the complete template; a second process drops its own.
    await whenFree(() =>
      sql`alter database ${sql.id(building)} rename to ${sql.id(template)}`.execute(db),
    ).catch(async error => {
      await sql`drop database if exists ${sql.id(building)} with (force)`.execute(db)
      if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
    })
  })
  return template
}

/** In the template, because it took longer than the rest of an application's start. */
async function createQueues(connectionString: string): Promise<void> {
  const lines: string[] = []
  const log = createJsonLog(line => lines.push(line))
  const queue = openQueue({ connectionString }, log)
  await queue.start()
  await queue.stop()
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

/** Creates a copy of the template, which exists; returns its name. */
export async function copyTemplate(serverUrl: string): Promise<string> {
  const template = await templateName()
  const name = newName('test')
  // A copy has the tables of its template, but not its settings.
  const settings = Object.entries({ ...sessionDefaults, search_path: '' }).map(
    ([key, value]) => sql`alter database ${sql.id(name)} set ${sql.id(key)} = ${sql.lit(value)}`,
  )
  await administer(serverUrl, async db => {
    await whenFree(() => sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db))
    await sql.join(settings, sql`; `).execute(db)
  })
  return name
}

export const dropDatabase = (serverUrl: string, name: string): Promise<unknown> =>
  administer(serverUrl, db => sql`drop database if exists ${sql.id(name)} with (force)`.execute(db))

/** Drops databases of killed runs and templates of earlier migrations. */
export async function removeLeftovers(serverUrl: string): Promise<void> {
  const current = await templateName()
  await administer(serverUrl, async db => {
    const { rows } = await sql<{ datname: string }>`select datname from pg_database`.execute(db)
    for (const { datname } of rows) {
      const madeAtMs = Number(datname.match(/^(?:test|building)_(\d+)_/)?.[1])
      const isOldTemplate = /^template_[0-9a-f]{12}$/.test(datname) && datname !== current
      if (Date.now() - madeAtMs > leftoverAfterMs || isOldTemplate)
        await sql`drop database if exists ${sql.id(datname)}`.execute(db).catch(() => undefined)
    }
  })
}

/** The server's URL with a database name. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`)
}

const newName = (kind: string) => `${kind}_${Date.now()}_${randomBytes(4).toString('hex')}`

let knownName: Promise<string> | undefined

/** Named for the files that its tables come from. */
function templateName(): Promise<string> {
  knownName ??= (async () => {
    const hash = createHash('sha256')
    const migrations = (await readdir(migrationsFolder)).filter(file => file.endsWith('.sql')).sort()
    const sources = ['server/jobs/queue.ts', 'node_modules/pg-boss/package.json'].map(file =>
      join(root, file),
    )
    for (const file of [...migrations.map(file => join(migrationsFolder, file)), ...sources])
      hash.update(await readFile(file))
    return `template_${hash.digest('hex').slice(0, 12)}`
  })()
  return knownName
}

async function administer<T>(serverUrl: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl(serverUrl, 'postgres'), max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Retries for some milliseconds, because a session that just ended may still count ("object in use"). */
async function whenFree<T>(command: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + 5_000
  for (;;) {
    try {
      return await command()
    } catch (error) {
      if (errorCode(error) !== '55006' || Date.now() > giveUpAt) throw error
      await delay(20)
    }
  }
}
