/** Records the statements of some work and explains them, for tests that a large table is read by an index. */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Schema } from '#db/schema.ts'

export async function statementsOf<T>(pool: pg.Pool, work: (db: Kysely<Schema>) => Promise<T>) {
  const sent: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool })
  const result = await work(new Kysely<Schema>({ dialect, log: ({ query }) => void sent.push(query) }))
  return { result, sent }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

/** Runs a statement; returns the nodes of its plan, and how many pages of 8 kB it read. */
export async function explain(client: pg.Pool | pg.PoolClient, { sql, parameters }: CompiledQuery) {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
  const nodesOf = (one: Plan): readonly Plan[] => [one, ...(one.Plans ?? []).flatMap(nodesOf)]
  return { nodes: nodesOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}
