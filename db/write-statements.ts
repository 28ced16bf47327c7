/** Helpers for statements that write: how many rows they changed, compare-and-set, and the batches of the purge. */
import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely'
import type { Schema } from './schema.ts'

interface WritingStatement {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

export async function executeAndCountRows(statement: WritingStatement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows)
  return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n))
}

/** Executes a compare-and-set: true if it changed its row, false if another change came first. */
export const executeCompareAndSet = async (statement: WritingStatement): Promise<boolean> =>
  (await executeAndCountRows(statement)) === 1

/** The maximum of rows that one statement of the purge deletes or anonymises. */
export const purgeBatchSize = 500

/** A batch of the chosen rows, without rows locked by another node, so several nodes can purge at once. */
export const lockBatch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatchSize).forUpdate().skipLocked()
