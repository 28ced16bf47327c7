/** Selects the rows of a purge: a bounded batch that skips locked rows. Every purge uses it. */
import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** The maximum of rows per statement. */
export const purgeBatchSize = 500

/** A batch of the chosen rows, without rows locked by another node. */
export const batch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatchSize).forUpdate().skipLocked()

/** The count of deleted or changed rows. */
export async function affectedRows(work: {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | { readonly numUpdatedRows: bigint }>
}): Promise<number> {
  const done = await work.executeTakeFirst()
  return Number('numDeletedRows' in done ? done.numDeletedRows : done.numUpdatedRows)
}
