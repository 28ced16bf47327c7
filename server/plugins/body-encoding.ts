/**
 * Checks that a request body is uncompressed UTF-8. Any other encoding would store characters that the
 * customer did not type.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { refuseCall } from './problem-details.ts'
import { callOf } from './request-context.ts'

/** True if the headers declare another charset or a content encoding. */
function hasUnsupportedEncoding({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  const coding = headers['content-encoding'] ?? 'identity'
  return (charset !== undefined && !/^utf-?8$/i.test(charset)) || coding.trim().toLowerCase() !== 'identity'
}

/**
 * Any site can send a form without a CORS preflight. One call reads forms, so Fastify parses them, and all
 * other calls refuse them.
 */
const isForm = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Refuses a call before its body is read, if the body has an encoding that the call does not read. */
export function refuseOtherEncodings(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const { form, body }: Endpoint = endpoints[callOf(request)]
    if ((isForm(request) && !form) || (body && hasUnsupportedEncoding(request)))
      return refuseCall(request, response, { refused: 'UNSUPPORTED_MEDIA' }, services)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Fastify's default parser would replace invalid UTF-8 bytes by U+FFFD; this parser refuses them. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      done(Object.assign(new Error('no UTF-8'), { statusCode: 400 }))
      return
    }
    void parse(request, text, done)
  })
}
