/** The error handler of the server: turns errors that Fastify, a validator or a handler threw into problems. */
import type { FastifyInstance } from 'fastify'
import type { FieldError, ProblemBody, ProblemCode } from '#contract/problems.ts'
import { isTransactionRolledBack, isUnavailable } from '#db/postgres-errors.ts'
import type { Application } from '#server/container.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { printableFieldName, sendProblem } from './problem-details.ts'
import { edgeHeaders } from './security-headers.ts'

/** Retry-After seconds: a slow partner, or a database that is down, does not recover within a second. */
const busySeconds = 5

/** An issue as zod reports it. For a union, `errors` holds the issues of each alternative. */
interface Fault {
  readonly path: readonly PropertyKey[]
  readonly message?: string | undefined
  readonly errors?: readonly (readonly Fault[])[] | undefined
  /** Unknown fields. */
  readonly keys?: readonly string[] | undefined
}

/** The same issue as the Fastify validator reports it. */
interface Invalid {
  readonly instancePath?: string
  readonly message?: string
  readonly params?: Pick<Fault, 'errors' | 'keys'>
}

/**
 * The issues of the alternative that was probably meant: the one with the fewest issues at the top level.
 * Null if two are equally close.
 */
function meant(shapes: readonly (readonly Fault[])[]): readonly Fault[] | null {
  const outside = shapes.map(faults => faults.filter(({ path }) => path.length < 2).length)
  const least = Math.min(...outside)
  const nearest = shapes.filter((_, index) => outside[index] === least)
  return nearest.length === 1 ? (nearest[0] ?? null) : null
}

function faultsOf({ path, message, errors, keys }: Fault, above: readonly PropertyKey[]): FieldError[] {
  const whole = [...above, ...path]
  // The message of zod would echo the submitted value.
  if (keys)
    return keys.map(key => ({
      path: [...whole, printableFieldName(key)].map(String).join('.'),
      message: 'is not asked for',
    }))
  const inside = errors && meant(errors)
  return inside
    ? inside.flatMap(fault => faultsOf(fault, whole))
    : [{ path: whole.map(String).join('.'), message: message ?? 'is not as agreed' }]
}

/** The problem of an error that Fastify or a validator threw; INTERNAL for a bug of ours. */
function problemForError(error: unknown): { code: ProblemCode; errors?: ProblemBody['errors'] } {
  if (!(error instanceof Error)) return { code: 'INTERNAL' }
  if (error instanceof PartnerBusyError) return { code: 'OVERLOADED' }
  const { validation, statusCode, code } = error as Error & {
    validation?: readonly Invalid[]
    statusCode?: number
    code?: string
  }
  if (validation) {
    const errors = validation.flatMap(invalid => {
      const path = (invalid.instancePath ?? '').split('/').filter(Boolean)
      return faultsOf({ ...invalid.params, path, message: invalid.message }, [])
    })
    return { code: 'MALFORMED', errors: errors.slice(0, 20) }
  }
  if (statusCode === 413) return { code: 'TOO_LARGE' }
  if (statusCode === 415) return { code: 'UNSUPPORTED_MEDIA' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { code: code === 'FST_ERR_NOT_FOUND' ? 'NOT_FOUND' : 'MALFORMED' }
  // The request was valid, and every call may be sent twice.
  return { code: isUnavailable(error) ? 'OVERLOADED' : 'INTERNAL' }
}

/** Sends thrown errors as problems: a validation error with its field paths, a bug with the request id only. */
export function handleErrors(app: FastifyInstance, { services, metrics }: Application): void {
  const limitedLog = rateLimitedLog(services.log, services.now)
  app.setErrorHandler((error, request, response) => {
    const { code, errors } = problemForError(error)
    const of = { requestId: request.id, route: request.routeOptions.url ?? '' }
    if (code === 'INTERNAL') services.log.error('bug', of, error)
    if (isTransactionRolledBack(error)) metrics?.databaseRefused()
    if (isUnavailable(error)) limitedLog.error('database', of, error)
    // The failed handler may have set headers that allow caching.
    return sendProblem(request, response.headers(edgeHeaders), code, {
      ...(errors ? { errors } : {}),
      ...(code === 'OVERLOADED' ? { retryAfterSeconds: busySeconds } : {}),
    })
  })
}
