/**
 * The structured log (pino): one JSON line per event, with event names, codes, ids and numbers, for the whole
 * server. It never contains text that customers typed.
 */
import { pino } from 'pino'
import { ConcurrentUpdateError, errorCode, isUnavailable } from '#db/postgres-errors.ts'
import { StoredJsonError } from '#journey/stored-json.ts'
import { createMemoryRateLimiter } from '#server/plugins/memory-rate-limiter.ts'
import type { Log } from './dependencies.ts'
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

/** A line holds level, time, the event, the facts and the origin of the error, in this order. */
export function createJsonLog(write: (line: string) => void, now: () => Date): Log {
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
    },
    { write: line => write(scrub(line)) },
  )
  return {
    info: (event, facts = {}) => logger.info({ event, ...facts }),
    error: (event, facts = {}, cause) => logger.error({ event, ...facts, ...originOf(cause) }),
  }
}

/**
 * A rate-limited log for events that repeat many times a second during an outage: a few lines per reason,
 * across all requests.
 */
export function rateLimitedLog(log: Log, now: () => Date): Log {
  const limiter = createMemoryRateLimiter(maximumLinesPerMinute)
  const isOverLimit = (event: string, facts: object = {}, code?: string) => {
    const reason = { ...facts, requestId: null }
    return limiter.consume(JSON.stringify([event, reason, code]), now()) !== null
  }
  return {
    info: (event, facts) => isOverLimit(event, facts) || log.info(event, facts),
    error: (event, facts, cause) =>
      isOverLimit(event, facts, codeOf(cause)) || log.error(event, facts, cause),
  }
}
