/** Database errors: lost races, unique violations, rolled back transactions, an unavailable database. */

/** The `code` of a PostgreSQL or system error ('40001', 'ENOENT'), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Login rejected, certificate expired, or all connections in use: nothing was sent. It has the code of its cause. */
export class ConnectionUnavailableError extends Error {
  override name = 'ConnectionUnavailableError'
  readonly code: string | undefined
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'no connection', { cause })
    this.code = errorCode(cause)
  }
}

export const concurrentUpdateCode = 'LOST_RACE'

/**
 * Another change overtook a compare-and-set on which the rest of its transaction depends. Thrown inside a
 * transaction, it undoes everything, and the work runs again from the new state.
 */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError'
  readonly code = concurrentUpdateCode
}

/** For a compare-and-set on which the rest of its transaction depends; `what` names the change in the log. */
export function assertUpdated(isUpdated: boolean, what: string): void {
  if (!isUpdated) throw new ConcurrentUpdateError(`${what}: another change came first`)
}

/**
 * For a compare-and-set on which nothing depends: if another change came first, that change is right. The linter
 * rejects a compare-and-set whose result is ignored without this word (test/conventions/compare-and-set.grit).
 */
export const ignoreConflict = (_isUpdated: boolean): void => undefined

/** PostgreSQL's code of a row that a unique index forbids. */
export const uniqueViolation = '23505'

/** The insurer's number is already in another quote of ours. Thrown, because the transaction has failed. */
export class QuoteNumberTakenError extends Error {
  override readonly name = 'QuoteNumberTakenError'
}

/** The server accepts no writes: it was the primary before a failover, or its disk is full. */
const readOnlyTransaction = '25006'
/** The server accepts no connections yet, or no longer. */
export const cannotConnectNow = '57P03'
/** The server, or an operator, has ended the session. */
export const adminShutdown = '57P01'
/** No such table and no such schema: the connection leads to another database, or its search path is not ours. */
const unknownNames: readonly string[] = ['42P01', '3F000']

/** The codes after which a connection is not used again, although the server has answered. */
export const unusableConnectionCodes: readonly unknown[] = [readOnlyTransaction, ...unknownNames]

/** Connection errors of the server and of the system, and PgBouncer without a server (08P01, 58000). */
const lostCodes = /^(08|57P0[1-5]$|58000$|ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_AGAIN$|ENOTFOUND$)/
/**
 * The server undid the statement: no disk, memory or connection left, no writes accepted, a timeout, or a connection of no
 * use. The last two are prepared statements that a pooler still mixes up after the retries.
 */
const undoneCodes = new RegExp(`^(53|(${readOnlyTransaction}|57014|${unknownNames.join('|')}|26000|42P05)$)`)
/** Messages of pg, and of db/client.ts about a silent server, that come without a code. */
const lostWords =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered|was closed)|the database has been silent)/

/** The connection was lost: the database may have done everything that was sent, or nothing. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ConnectionUnavailableError) return false
  const code = errorCode(error)
  if (code === undefined) return lostWords.test(error.message)
  // The embedded server listens on a socket file, which does not exist while it is down.
  return lostCodes.test(code) || (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect')
}

/** The database did nothing of what was sent. */
export const isTransactionRolledBack = (error: unknown): boolean => undoneCodes.test(errorCode(error) ?? '')

/** The database is unavailable; the request itself is not at fault. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof ConnectionUnavailableError || isConnectionLost(error) || isTransactionRolledBack(error)
