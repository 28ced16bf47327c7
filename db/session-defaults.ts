/**
 * Default settings of every database session: time limits and the isolation level. They are stored in the
 * database, because a pooler in transaction mode mixes up settings that clients send. `npm run migrate` sets
 * them; a node checks them when it starts.
 */
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE } from 'kysely/migration'

/** READ COMMITTED: a statement that waited for a row must see the row as the other transaction left it. */
export const sessionDefaults = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  default_transaction_isolation: 'read committed',
} as const

const longestMs = 10_000

/** The database sets no time limits for the sessions of a node. */
class NoTimeLimitError extends Error {
  override readonly name = 'NoTimeLimitError'
}

/** True in a session whose settings another client of a pooler has changed, as pg_dump does. */
export const changedSettingsCondition = sql<boolean>`exists (select from pg_settings
  where name in (${sql.join(Object.keys(sessionDefaults).map(name => sql.lit(name)))}) and setting <> reset_val)`

/** Sets the defaults of this database for later sessions, whatever their role; its owner may do this. */
export async function setSessionDefaults(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ name: string; config: readonly string[] | null }>`
      select datname as name, setconfig as config from pg_database
      left join pg_db_role_setting on setdatabase = pg_database.oid and setrole = 0
      where datname = current_database()`.execute(tx)
    for (const { name, config } of rows) {
      const missing = Object.entries(sessionDefaults).filter(
        ([key, value]) => !config?.includes(`${key}=${value}`),
      )
      if (missing.length === 0) return
      // Two migrations at once would update the same row of the catalogue.
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`lock table ${sql.table(DEFAULT_MIGRATION_LOCK_TABLE)} in exclusive mode`.execute(tx)
      for (const [key, value] of missing)
        await sql`alter database ${sql.id(name)} set ${sql.id(key)} = ${sql.lit(value)}`.execute(tx)
    }
  })
}

/**
 * Throws NoTimeLimitError, whose message says what to run. Looks at what a session begins with, because a dump may
 * have changed this one.
 */
export async function assertTimeLimits(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
      and reset_val::int not between 1 and ${sql.lit(longestMs)} order by name`.execute(db)
  if (rows.length > 0)
    throw new NoTimeLimitError(
      `The database sets no ${rows.map(({ name }) => name).join(' and ')} of at most 10 s: run \`npm run migrate\`, then let a pooler reconnect (PgBouncer: RECONNECT).`,
    )
}
