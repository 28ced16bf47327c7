/**
 * Structured log: one JSON line per event, with event names, codes, ids and numbers. It never contains
 * text that customers typed.
 */
import { ConcurrentUpdateError, errorCode, isUnavailable } from '#db/postgres-errors.ts'
import { StoredJsonError } from '#journey/stored-json.ts'
import { createMemoryRateLimiter } from '#server/plugins/memory-rate-limiter.ts'
import type { Log } from './context.ts'
import { scrub } from './scrub.ts'

/** Lines of one kind in a minute, of what others can cause as often as they like: the metrics count it, the log says what it is. */
export const maximumLinesPerMinute = 20

/** pg has no code for most of the ways in which a connection is lost. */
const codeOf = (cause: unknown): string | undefined =>
  errorCode(cause) ?? (isUnavailable(cause) ? 'DATABASE_AWAY' : undefined)

/** Their messages name tables, columns and ids, in our own words. */
const isOurs = (cause: Error): boolean =>
  cause instanceof StoredJsonError || cause instanceof ConcurrentUpdateError

/** Where an error came from, without its message: messages of databases and partners quote people's answers. */
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
 * The same log, for what happens many times a second while something is out: it says so in a few lines, one reason by one,
 * whoever's request it was.
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
