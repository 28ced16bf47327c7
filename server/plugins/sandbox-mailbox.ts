/** Proxy for the sandbox's mailbox, in development only, because the e-mails contain log-in links. */
import type { FastifyInstance } from 'fastify'

/** The headers of the sandbox's answer that a browser needs. */
const passedHeaders = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
] as const

export function proxySandboxMailbox(app: FastifyInstance, sandboxUrl: string): void {
  for (const url of ['/sandbox/mailbox', '/sandbox/mailbox/*'])
    app.get(url, { schema: { hide: true } }, async (request, response) => {
      const answer = await fetch(new URL(request.url, sandboxUrl)).catch(() => null)
      if (answer === null)
        return response.code(502).type('text/plain').send(`The sandbox does not answer at ${sandboxUrl}.`)
      for (const name of passedHeaders) {
        const value = answer.headers.get(name)
        if (value !== null) response.header(name, value)
      }
      return response.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
    })
}
