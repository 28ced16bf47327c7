/**
 * Error responses as problem+json (RFC 9457), used by all routes and hooks. They never contain text of a
 * partner, a query or a stack trace.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { logRefusal } from '#server/telemetry/security-events.ts'

export interface ProblemDetails {
  readonly retryAfterSeconds?: number
  readonly errors?: ProblemBody['errors']
}

/** Retry-After seconds while a bind is pending. */
const askAgainSeconds = 5

export function problemBody(
  code: ProblemCode,
  requestId: string,
  errors?: ProblemBody['errors'],
): ProblemBody {
  const { status, title } = problems[code]
  const type = `/problems/${code.toLowerCase().replaceAll('_', '-')}`
  return { type, title, status, code, requestId, ...(errors ? { errors } : {}) }
}

export function sendProblem(
  request: FastifyRequest,
  response: FastifyReply,
  code: ProblemCode,
  details: ProblemDetails = {},
): FastifyReply {
  const body = problemBody(code, request.id, details.errors)
  const retryAfterSeconds =
    details.retryAfterSeconds ?? (code === 'BIND_PENDING' ? askAgainSeconds : undefined)
  if (retryAfterSeconds !== undefined) response.header('retry-after', String(retryAfterSeconds))
  // RFC 9110, 15.5.2.
  if (body.status === 401) response.header('www-authenticate', 'Bearer')
  // Sent as bytes: to a string Fastify would add a charset, which this media type does not have (RFC 9457).
  return response
    .code(body.status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

/** Refusal of a call, by a hook or a handler. */
export type Refusal = { readonly refused: ProblemCode } & ProblemDetails

/** Sends a refusal, and logs it if it matters for security. */
export function refuseCall(
  request: FastifyRequest,
  response: FastifyReply,
  { refused, ...details }: Refusal,
  services: Dependencies,
): FastifyReply {
  logRefusal(refused, request, request.caller ?? null, services)
  return sendProblem(request, response, refused, details)
}

/** A field name that is safe to echo in an error: an unknown field is the sender's own text. */
export const printableFieldName = (name: string): string => name.slice(0, 40).replace(/[^\w-]/g, '?')
