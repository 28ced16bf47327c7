/**
 * Checks that a request body is uncompressed UTF-8. Any other encoding would store characters that the
 * customer did not type.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** True if the headers declare another charset or a content encoding; checked before the body is read. */
export function hasUnsupportedEncoding({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  const coding = headers['content-encoding'] ?? 'identity'
  return (charset !== undefined && !/^utf-?8$/i.test(charset)) || coding.trim().toLowerCase() !== 'identity'
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
