/** Selects the rows of a purge: a bounded batch that skips locked rows. Every purge uses it. */
import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Rows a statement takes at most. */
export const purgeBatch = 500

/** A batch of the rows chosen, without those that another node is at. */
export const batch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatch).forUpdate().skipLocked()

/** How many rows a deletion or a change took. */
export async function countOf(work: {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | { readonly numUpdatedRows: bigint }>
}): Promise<number> {
  const done = await work.executeTakeFirst()
  return Number('numDeletedRows' in done ? done.numDeletedRows : done.numUpdatedRows)
}
