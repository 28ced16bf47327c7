/**
 * Runs statements in one transaction, and retries it after a serialization failure or deadlock. Lock order,
 * to avoid deadlocks: quote, payment, bind attempt, policy, session, session_quote. A step may be skipped. The
 * quote is skipped by writers of a single row, and by a login, which begins with the quote it opens.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { concurrentUpdateCode, errorCode } from './postgres-errors.ts'

const retries = 3
const longestPauseMs = 40
// serialization_failure and deadlock_detected: PostgreSQL has undone everything and asks to try again. Three codes come from a
// prepared statement that no longer fits (db/postgres-dialect.ts): next time it is prepared again, or sent without a name.
// The last is a compare-and-set that came too late: the work is done again from the new state.
const worthRetrying = new Set(['40001', '40P01', '0A000', '26000', '42P05', concurrentUpdateCode])

/**
 * Runs `work` in a transaction; what it throws undoes everything and is thrown. `work` may run up to four times, so it
 * must have no effect but on the database.
 */
export async function withTransaction<DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt > retries || !worthRetrying.has(errorCode(error) ?? '')) throw error
      await delay(Math.random() * longestPauseMs * attempt)
    }
  }
}
