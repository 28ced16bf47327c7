/**
 * Checks before schema validation: charset and media type, nesting depth, unsafe characters in body, query, params.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { FieldError } from '#contract/problems.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { printableFieldName, rejectCall, sendProblem } from './problem-details.ts'
import { callOf } from './request-context.ts'

function hasUnsupportedEncoding({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  const coding = headers['content-encoding'] ?? 'identity'
  return (charset !== undefined && !/^utf-?8$/i.test(charset)) || coding.trim().toLowerCase() !== 'identity'
}

/** Any site can send a form without a CORS preflight, so only the one call that reads forms accepts them. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

export function rejectUnsupportedMedia(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const { form, body }: Endpoint = endpoints[callOf(request)]
    if ((isForm(request) && !form) || (body && hasUnsupportedEncoding(request)))
      return rejectCall(request, response, { refused: 'UNSUPPORTED_MEDIA' }, services)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Fastify's default parser would replace invalid UTF-8 bytes by U+FFFD; this parser rejects them. */
export function addStrictJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      done(Object.assign(new Error('invalid UTF-8'), { statusCode: 400 }))
      return
    }
    void parse(request, text, done)
  })
}

const maxDepth = 20
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/

/** The database rejects lone surrogates; bidirectional controls make a line read differently from its content. */
function textError(text: string): string | null {
  if (!text.isWellFormed()) return 'contains a lone surrogate'
  return bidiControls.test(text) ? 'contains bidirectional control characters' : null
}

interface UnsafeText {
  readonly path: readonly string[]
  readonly message: string
}

/** The recursion ends at the allowed depth, so nesting cannot exhaust the stack. */
function search(value: unknown, depth: number): UnsafeText | null {
  if (depth > maxDepth) return { path: [], message: 'is nested too deeply' }
  if (typeof value === 'string') {
    const message = textError(value)
    return message === null ? null : { path: [], message }
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const message = textError(name)
    const found = message === null ? search(inner, depth + 1) : { path: [], message }
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return null
}

export function findUnsafeText(value: unknown): FieldError | null {
  const found = search(value, 0)
  return found && { path: found.path.map(printableFieldName).join('.'), message: found.message }
}

export function rejectUnsafeText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request, response) => {
    const error =
      findUnsafeText(request.body) ?? findUnsafeText(request.query) ?? findUnsafeText(request.params)
    if (error) return sendProblem(request, response, 'MALFORMED', { errors: [error] })
  })
}
