/**
 * Database transactions, retried after a lost race, the type `Tx` that a function takes if it must run in one, and
 * the order in which transactions lock rows.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { concurrentUpdateCode, errorCode } from './postgres-errors.ts'
import { repositoriesFor, type TransactionRepositories } from './repositories.ts'
import type { Schema } from './schema.ts'

declare const openTransaction: unique symbol

/**
 * The repositories of an open transaction, all on its connection. A function that locks rows, or writes several
 * rows that belong together, takes a `Tx` as a parameter. Plain repositories are not assignable to it.
 */
export type Tx<Jobs = unknown> = TransactionRepositories & {
  /** A job that is put here exists exactly if the transaction commits. */
  readonly jobs: Jobs
  readonly [openTransaction]: true
}

/**
 * Every transaction locks rows in this order of tables, to avoid deadlocks. It may skip tables; it may skip the quote
 * only if it writes one row, not counting daily_sales_count.
 */
export const lockOrder = [
  'quote',
  'payment',
  'login_token',
  'session',
  'session_quote',
  'bind_attempt',
  'policy',
  'daily_sales_count',
] as const

const retries = 3
const longestPauseMs = 40
// PostgreSQL has undone the transaction after serialization_failure and deadlock_detected. Three codes come from a
// prepared statement that no longer fits (db/client.ts): it is then prepared again, or sent without a name.
// The last code is a compare-and-set that another change overtook: the work runs again from the new state.
const retriedCodes = new Set(['40001', '40P01', '0A000', '26000', '42P05', concurrentUpdateCode])

/** An error undoes everything. `work` may run up to four times, so it must have no effect but on the database. */
export async function runTransaction<DB, T>(
  db: Kysely<DB>,
  work: (connection: Transaction<DB>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Not the session's default isolation: another client of a pooler may have changed it.
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt > retries || !retriedCodes.has(errorCode(error) ?? '')) throw error
      await delay(Math.random() * longestPauseMs * attempt)
    }
  }
}

/** Runs `work` like runTransaction, with its repositories and the outbox of jobs that `jobsOn` makes. */
export const withTransaction = <Jobs, T>(
  db: Kysely<Schema>,
  jobsOn: (connection: Transaction<Schema>) => Jobs,
  work: (tx: Tx<Jobs>) => Promise<T>,
): Promise<T> =>
  runTransaction(db, connection =>
    work({ ...repositoriesFor(connection), jobs: jobsOn(connection) } as Tx<Jobs>),
  )
