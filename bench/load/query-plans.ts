/** Reads the plan of a statement from PostgreSQL, for the benchmarks that check that every plan uses an index. */

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** A row that `explain (format json)` returns. */
export interface PlanRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[]
}

const withChildren = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withChildren)]

/** All nodes of the plan. */
export const nodesOf = (rows: readonly PlanRow[]): Plan[] =>
  rows.flatMap(row => row['QUERY PLAN']).flatMap(({ Plan }) => withChildren(Plan))
