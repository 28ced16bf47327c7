/**
 * Records the statements of some work and reads their plans from PostgreSQL, for tests and benchmarks that check that a
 * large table is read by an index.
 */
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
  readonly Plans?: readonly Plan[]
}

/** The root of a plan that was explained with `buffers`. */
interface MeasuredPlan extends Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** A row that `explain (format json)` returns. */
export interface PlanRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[]
}

const withChildren = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withChildren)]

/** All nodes of the plan. */
export const nodesOf = (rows: readonly PlanRow[]): Plan[] =>
  rows.flatMap(row => row['QUERY PLAN']).flatMap(({ Plan }) => withChildren(Plan))

/** Runs a statement; returns the nodes of its plan, and how many pages of 8 kB it read. */
export async function explain(client: pg.Pool | pg.PoolClient, { sql, parameters }: CompiledQuery) {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
  const plan: MeasuredPlan = rows[0]['QUERY PLAN'][0].Plan
  return { nodes: nodesOf(rows), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}
