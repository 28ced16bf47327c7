/**
 * Structured log: one JSON line per event, with event names, codes, ids and numbers. It never contains
 * text that customers typed.
 */
import { ConcurrentUpdateError, errorCode, isUnavailable } from '#db/postgres-errors.ts'
import { StoredJsonError } from '#journey/stored-json.ts'
import { createMemoryRateLimiter } from '#server/plugins/memory-rate-limiter.ts'
import type { Log } from './context.ts'
import { scrub } from './scrub.ts'

/** Lines per event and minute for events that clients can cause at will; the metrics have the full count. */
export const maximumLinesPerMinute = 20

/** pg sets no error code for most lost connections. */
const codeOf = (cause: unknown): string | undefined =>
  errorCode(cause) ?? (isUnavailable(cause) ? 'DATABASE_AWAY' : undefined)

/** The messages of these errors contain only our own text: tables, columns and ids. */
const isOurs = (cause: Error): boolean =>
  cause instanceof StoredJsonError || cause instanceof ConcurrentUpdateError

/** Stack trace without the message: messages of the database and of partners quote customers' answers. */
function originOf(cause: unknown): Record<string, string> {
  if (!(cause instanceof Error)) return {}
  const frames = (cause.stack ?? '').split('\n').filter(line => line.trimStart().startsWith('at '))
  const code = codeOf(cause)
  return {
    error: cause.name,
    ...(code === undefined ? {} : { code }),
    ...(isOurs(cause) ? { message: cause.message } : {}),
    at: frames
      .slice(0, 4)
      .map(line => line.trim())
      .join(' | '),
  }
}

export function createJsonLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: 'info' | 'error', event: string, facts: object, cause?: unknown) =>
    write(
      `${scrub(JSON.stringify({ time: now().toISOString(), level, event, ...facts, ...originOf(cause) }))}\n`,
    )
  return {
    info: (event, facts = {}) => line('info', event, facts),
    error: (event, facts = {}, cause) => line('error', event, facts, cause),
  }
}

/**
 * A rate-limited log for events that repeat many times a second during an outage: a few lines per reason,
 * across all requests.
 */
export function rateLimitedLog(log: Log, now: () => Date): Log {
  const pace = createMemoryRateLimiter(maximumLinesPerMinute)
  const isSaid = (event: string, facts: object = {}, code?: string) => {
    const reason = { ...facts, requestId: null }
    return pace.consume(JSON.stringify([event, reason, code]), now()) !== null
  }
  return {
    info: (event, facts) => isSaid(event, facts) || log.info(event, facts),
    error: (event, facts, cause) => isSaid(event, facts, codeOf(cause)) || log.error(event, facts, cause),
  }
}
