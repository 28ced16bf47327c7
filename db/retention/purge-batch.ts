/** The batches in which the purge deletes or anonymises rows. */
import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** The maximum of rows that one statement of the purge deletes or anonymises. */
export const purgeBatchSize = 500

/** A batch of the chosen rows, without rows locked by another node, so several nodes can purge at once. */
export const lockBatch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatchSize).forUpdate().skipLocked()
