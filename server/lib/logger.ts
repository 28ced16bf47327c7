/** The structured log (pino), one JSON line per event; a scrubber masks what looks like personal data. */
import { pino, stdTimeFunctions } from 'pino'
import { ConcurrentUpdateError, errorCode, isDatabaseUnavailable } from '#db/postgres-errors.ts'
import { StoredJsonError } from '#journey/database-json-schemas.ts'
import type { Log } from './dependencies.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

/** Lines per event and minute for events that clients can cause at will; the metrics have the full count. */
export const maximumLinesPerMinute = 20

/** pg sets no error code for most lost connections. */
const codeOf = (cause: unknown): string | undefined =>
  errorCode(cause) ?? (isDatabaseUnavailable(cause) ? 'DATABASE_AWAY' : undefined)

/** The messages of these errors contain only our own text: tables, columns and ids. */
const isOurs = (cause: Error): boolean =>
  cause instanceof StoredJsonError || cause instanceof ConcurrentUpdateError

/** Stack trace without the message: messages of the database and of partners quote customers' answers. */
function originOf(cause: unknown): Record<string, string> {
  if (!(cause instanceof Error)) return {}
  const lines = (cause.stack ?? '').split('\n').map(line => line.trim())
  const frames = lines.filter(line => line.startsWith('at '))
  const code = codeOf(cause)
  return {
    error: cause.name,
    ...(code !== undefined && { code }),
    ...(isOurs(cause) && { message: cause.message }),
    at: frames.slice(0, 4).join(' | '),
  }
}

export function createJsonLog(write: (line: string) => void): Log {
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
    },
    { write: line => write(scrub(line)) },
  )
  return {
    info: (event, fields = {}) => logger.info({ event, ...fields }),
    error: (event, fields = {}, cause) => logger.error({ event, ...fields, ...originOf(cause) }),
  }
}

/** For events that repeat many times a second during an outage: a few lines per reason, across all requests. */
export function rateLimitedLog(log: Log, now: () => Date): Log {
  const limiter = createMemoryRateLimiter()
  const isOverLimit = (event: string, fields: object = {}, code?: string) => {
    const reason = { ...fields, requestId: null }
    return limiter.consume(JSON.stringify([event, reason, code]), now(), maximumLinesPerMinute) !== null
  }
  return {
    info: (event, fields) => isOverLimit(event, fields) || log.info(event, fields),
    error: (event, fields, cause) =>
      isOverLimit(event, fields, codeOf(cause)) || log.error(event, fields, cause),
  }
}

/** Matches UUIDs too: one in six hundred has adjacent groups without letters, like a card number. */
const cardOrId = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d(?:[ -]?\d){12,18}\b/gi
const isId = (found: string): boolean => found.length === 36 && /^[\da-f]{8}-[\da-f]{4}-/i.test(found)

/** Order matters: bank accounts are matched before card numbers. */
const blots: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['token', /\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g],
  ['secret', /(?<=\b(?:token|password|captchaRequest|sid)["']?[=:]\s?["']?)[^\s"'&,;}]{4,}/gi],
  ['account', /\b\d{2}-\d{4}-\d{7}-\d{2,3}\b/g],
  ['card', cardOrId],
  ['mobile', /(?<![\w-])(?:\+64[ -]?|0064[ -]?|0)2\d(?:[ -]?\d){6,8}(?![\w-])/g],
  ['date', /\b\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b(?!T)/g],
]

const words = /[^\s"'<>(),;:=]+/g

/** A scoped package in a stack trace has an at-sign too. */
const isEmailAddress = (word: string): boolean => word.indexOf('@') > 0 && !word.includes('/node_modules/@')

/** 'mail to a@b.nz failed' → 'mail to [email] failed'. Ids, times and codes stay. */
export function scrub(text: string): string {
  // E-mail addresses first, because they may contain digits. One pattern for a whole long text would be slow.
  let clean = text.replace(words, word => (isEmailAddress(word) ? '[email]' : word))
  for (const [what, pattern] of blots)
    clean = clean.replace(pattern, found => (pattern === cardOrId && isId(found) ? found : `[${what}]`))
  return clean
}
