/** Refusals as problem+json (RFC 9457). Nothing of a partner, a query or a stack ever gets into one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import { PartnerBusy } from '#server/bulkhead.ts'

export interface ProblemDetails {
  readonly retryAfterSeconds?: number
  readonly errors?: ProblemBody['errors']
}

export function sendProblem(
  request: FastifyRequest,
  answer: FastifyReply,
  code: ProblemCode,
  details: ProblemDetails = {},
): FastifyReply {
  const { status, title } = problems[code]
  const body: ProblemBody = {
    type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    requestId: request.id,
    ...(details.errors ? { errors: details.errors } : {}),
  }
  if (details.retryAfterSeconds !== undefined) answer.header('retry-after', String(details.retryAfterSeconds))
  // As bytes: to a text Fastify would add a charset, which this media type does not have (RFC 9457).
  return answer
    .code(status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

/** The problem behind an error that Fastify or a validator threw; INTERNAL for everything that is our own bug. */
export function problemOf(error: unknown): { code: ProblemCode; errors?: ProblemBody['errors'] } {
  if (!(error instanceof Error)) return { code: 'INTERNAL' }
  if (error instanceof PartnerBusy) return { code: 'OVERLOADED' }
  const { validation, statusCode, code } = error as Error & {
    validation?: readonly { instancePath?: string; message?: string }[]
    statusCode?: number
    code?: string
  }
  if (validation) {
    const errors = validation.slice(0, 20).map(issue => ({
      path: (issue.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'is not as agreed',
    }))
    return { code: 'MALFORMED', errors }
  }
  if (statusCode === 413) return { code: 'TOO_LARGE' }
  if (statusCode === 415) return { code: 'UNSUPPORTED_MEDIA' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { code: code === 'FST_ERR_NOT_FOUND' ? 'NOT_FOUND' : 'MALFORMED' }
  return { code: 'INTERNAL' }
}
