/**
 * Checks that a request body is uncompressed UTF-8. Any other encoding would store characters that the
 * customer did not type.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Does it say that it comes otherwise? Asked before it is read. */
export function hasUnsupportedEncoding({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  const coding = headers['content-encoding'] ?? 'identity'
  return (charset !== undefined && !/^utf-?8$/i.test(charset)) || coding.trim().toLowerCase() !== 'identity'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Fastify reads bytes that are no UTF-8 as well, with a mark in the place of each. */
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
