/** Error responses as problem+json (RFC 9457), never with text of a partner, a query or a stack trace. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldError, type ProblemCode, problems } from '#contract/problems.ts'
import { isDatabaseUnavailable, isTransactionRolledBack } from '#db/postgres-errors.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { Rejection } from '#server/lib/handler-types.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { logRejection } from '#server/telemetry/security-events.ts'
import { nonPageHeaders } from './security-headers.ts'

const bindPendingRetryAfterSeconds = 5

export function problemBody(code: ProblemCode, requestId: string, errors?: Rejection['errors']) {
  const { status, title } = problems[code]
  const type = `/problems/${code.toLowerCase().replaceAll('_', '-')}`
  return { type, title, status, code, requestId, errors }
}

export function sendProblem(
  request: FastifyRequest,
  response: FastifyReply,
  code: ProblemCode,
  details: Omit<Rejection, 'refused'> = {},
): FastifyReply {
  const body = problemBody(code, request.id, details.errors)
  const retryAfterSeconds =
    details.retryAfterSeconds ?? (code === 'BIND_PENDING' ? bindPendingRetryAfterSeconds : undefined)
  if (retryAfterSeconds !== undefined) response.header('retry-after', String(retryAfterSeconds))
  // RFC 9110, 15.5.2.
  if (body.status === 401) response.header('www-authenticate', 'Bearer')
  // Sent as bytes: to a string Fastify would add a charset, which this media type does not have (RFC 9457).
  return response
    .code(body.status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

export function rejectCall(
  request: FastifyRequest,
  response: FastifyReply,
  { refused, ...details }: Rejection,
  services: Dependencies,
): FastifyReply {
  logRejection(refused, request, request.caller ?? null, services)
  return sendProblem(request, response, refused, details)
}

/** A field name that is safe to echo in an error: an unknown field is the sender's own text. */
export const printableFieldName = (name: string): string => name.slice(0, 40).replace(/[^\w-]/g, '?')

/** Retry-After seconds: a slow partner, or a database that is down, does not recover within a second. */
const busySeconds = 5

/** An issue as zod reports it. For a union, `errors` holds the issues of each alternative. */
interface Fault {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message?: string | undefined
  readonly errors?: readonly (readonly Fault[])[] | undefined
  readonly keys?: readonly string[] | undefined
}

/** The issues of the alternative with the value's type and the fewest top-level issues; null if two are equal. */
function meant(alternatives: readonly (readonly Fault[])[]): readonly Fault[] | null {
  const hasOtherType = (faults: readonly Fault[]) =>
    faults.some(({ code, path }) => code === 'invalid_type' && path.length === 0)
  const shapes = alternatives.filter(faults => !hasOtherType(faults))
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
      message: 'is not a known field',
    }))
  const inside = errors && meant(errors)
  return inside
    ? inside.flatMap(fault => faultsOf(fault, whole))
    : [{ path: whole.map(String).join('.'), message: message ?? 'is invalid' }]
}

/** The problem of an error that Fastify or a validator threw; INTERNAL for a bug of ours. */
function problemForError(error: unknown): { code: ProblemCode; errors?: readonly FieldError[] } {
  if (!(error instanceof Error)) return { code: 'INTERNAL' }
  if (error instanceof PartnerBusyError) return { code: 'OVERLOADED' }
  const { validation, statusCode, code } = error as Partial<FastifyError>
  if (validation) {
    // `params` has the other fields of zod's issue.
    const errors = validation.flatMap(({ instancePath, message, params }) =>
      faultsOf({ ...params, path: instancePath.split('/').filter(Boolean), message }, []),
    )
    return { code: 'MALFORMED', errors: errors.slice(0, 20) }
  }
  if (statusCode === 413) return { code: 'TOO_LARGE' }
  if (statusCode === 415) return { code: 'UNSUPPORTED_MEDIA' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { code: code === 'FST_ERR_NOT_FOUND' ? 'NOT_FOUND' : 'MALFORMED' }
  // The request was valid and all calls are idempotent, so the client may retry.
  return { code: isDatabaseUnavailable(error) ? 'OVERLOADED' : 'INTERNAL' }
}

/** Sends thrown errors as problems: a validation error with its field paths, a bug with the request id only. */
export function handleErrors(
  app: FastifyInstance,
  { log, now }: Dependencies,
  countDatabaseRollback: () => void,
): void {
  const limitedLog = rateLimitedLog(log, now)
  app.setErrorHandler((error, request, response) => {
    const { code, errors } = problemForError(error)
    const of = { requestId: request.id, route: request.routeOptions.url ?? '' }
    if (code === 'INTERNAL') log.error('bug', of, error)
    if (isTransactionRolledBack(error)) countDatabaseRollback()
    if (isDatabaseUnavailable(error)) limitedLog.error('database', of, error)
    // The failed handler may have set headers that allow caching.
    const retryAfterSeconds = code === 'OVERLOADED' ? busySeconds : undefined
    return sendProblem(request, response.headers(nonPageHeaders), code, { errors, retryAfterSeconds })
  })
}
