/**
 * The batch of rows that one statement of the purge deletes or anonymises. It skips locked rows, so several nodes can purge
 * at once.
 */
import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** The maximum of rows per statement. */
export const purgeBatchSize = 500

/** A batch of the chosen rows, without rows locked by another node. */
export const lockBatch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatchSize).forUpdate().skipLocked()
