/** Dumps the whole database as text, for tests that search it. */
import type pg from 'pg'

/** All rows of all tables, including the queue's and the insurer's. */
export async function dumpDatabase(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'address_book')`,
  )
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return texts.flat().join('\n')
}
