/** The `code` of a system or PostgreSQL error ('ENOENT', '40001'), or undefined where there is none: what retries and races are told apart by. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** PostgreSQL's code where a unique index forbids a row. */
export const uniqueViolation = '23505'

/** And where a row that another one names is gone: a session, whose cookie a log-in renews. */
export const foreignKeyViolation = '23503'

/** Of the server's own: connection exceptions, too many connections, ended or not up yet. */
const awayCodes = /^(08|53300$|57P0[1-5]$|ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_AGAIN$|ENOTFOUND$)/
/** What pg and db/hang-up.ts say without a code. */
const awayWords =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered|was closed)|the database has been silent)/

/**
 * No database could be reached, or it was lost on the way: all of what was sent to it may be done, or nothing. Nothing is
 * wrong with what was asked.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code === undefined) return awayWords.test(error.message)
  // The embedded server's socket is a file, which is gone while it is down.
  return awayCodes.test(code) || (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect')
}
