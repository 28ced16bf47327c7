/** Executes statements that write, and returns how many rows they changed, for the repositories and the purge. */
import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

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
