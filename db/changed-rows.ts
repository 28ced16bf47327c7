/** Counts the rows that a statement inserted, changed or deleted, for the repositories and the retention. */
import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

interface WritingStatement {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

export async function changedRows(statement: WritingStatement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows)
  return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n))
}

/** For a compare-and-set: true if it changed its row, false if another change came first. */
export const changesRow = async (statement: WritingStatement): Promise<boolean> =>
  (await changedRows(statement)) === 1
