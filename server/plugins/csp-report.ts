/**
 * Route for Content-Security-Policy violation reports from browsers: it logs directive, origin and path,
 * without the query string of the page.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { subscriberNetwork } from './client-network.ts'

export const cspReportPath = '/edge/csp-report'

/** Reports per network and minute. A page under attack reports again and again; a few reports are enough. */
const mostAMinute = 20
const mostBytes = 8 * 1024

/**
 * The older format (report-uri) is one object, the newer (report-to) a list; both carry the same fields
 * under different names.
 */
const older = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'document-uri': z.string().optional(),
  }),
})
const newer = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: z.string().optional(),
        blockedURL: z.string().optional(),
        documentURL: z.string().optional(),
      }),
    }),
  )
  .min(1)

interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

function violationIn(body: unknown): Violation | null {
  const old = older.safeParse(body)
  if (old.success) {
    const report = old.data['csp-report']
    return {
      directive: wordOf(report['effective-directive'] ?? report['violated-directive']),
      blocked: originOf(report['blocked-uri']),
      page: pathOf(report['document-uri']),
    }
  }
  const first = newer.safeParse(body).data?.[0]?.body
  return first
    ? {
        directive: wordOf(first.effectiveDirective),
        blocked: originOf(first.blockedURL),
        page: pathOf(first.documentURL),
      }
    : null
}

const wordOf = (text = ''): string => /^[a-z-]{1,40}/.exec(text)?.[0] ?? ''
/** `inline` and `eval` are keywords, not URLs. */
const originOf = (text = ''): string =>
  (URL.canParse(text) ? new URL(text).origin : wordOf(text)).slice(0, 100)
const pathOf = (text = ''): string => (URL.canParse(text) ? new URL(text).pathname : '').slice(0, 100)

export function serveCspReports(app: FastifyInstance, { rateLimiter, log, now }: Dependencies): void {
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: mostBytes },
    (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)))
      } catch {
        done(null, null)
      }
    },
  )
  app.post(cspReportPath, { schema: { hide: true }, bodyLimit: mostBytes }, (request, response) => {
    const violation = violationIn(request.body)
    const wait = rateLimiter.consume(`csp-report|${subscriberNetwork(request.ip)}`, now(), mostAMinute)
    if (violation && wait === null) log.info('csp-violation', { ...violation })
    return response.code(204).send()
  })
}
