/** Routes for reports from browsers, limited per network: CSP violations, journey events for the log, declines. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  browserEventPath,
  browserEvents,
  carDeclineReasons,
  pageDeclinePath,
} from '#contract/browser-events-and-declines.ts'
import { indicatorNames, indicators } from '#journey/questions/yes-no-questions.ts'
import { subscriberNetwork } from '#server/lib/client-network.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { cspReportPath } from './security-headers.ts'

const maximumPerMinute = 20

export function serveBrowserReports(app: FastifyInstance, services: Dependencies): void {
  const { rateLimiter, repositories, log, now } = services
  const isOverLimit = (kind: string, ip: string) =>
    rateLimiter.consume(`${kind}|${subscriberNetwork(ip)}`, now(), maximumPerMinute) !== null

  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)))
      } catch {
        done(null, null)
      }
    },
  )
  app.post(cspReportPath, { schema: { hide: true }, bodyLimit: 8 * 1024 }, ({ body, ip }, response) => {
    const violation = violationIn(body)
    if (violation && !isOverLimit('csp-report', ip)) log.info('csp-violation', violation)
    return response.code(204).send()
  })

  const event = z.strictObject({ event: z.enum(browserEvents) })
  app.post<{ Body: z.infer<typeof event> }>(
    browserEventPath,
    { schema: { hide: true, body: event }, bodyLimit: 1024 },
    ({ body, ip }, response) => {
      if (!isOverLimit('logged-event', ip)) log.info('browser-event', { name: body.event })
      return response.code(204).send()
    },
  )

  const reasons = [...indicatorNames.flatMap(name => indicators[name].declines ?? []), ...carDeclineReasons]
  const decline = z.strictObject({ quoteId: z.uuid(), reason: z.enum(reasons) })
  app.post<{ Body: z.infer<typeof decline> }>(
    pageDeclinePath,
    { schema: { hide: true, body: decline }, bodyLimit: 1024 },
    async ({ body: { quoteId, reason }, ip }, response) => {
      if (!isOverLimit('page-decline', ip))
        await repositories.countSalesEvent({ quoteId, event: 'declined', detail: reason, now: now() })
      return response.code(204).send()
    },
  )
}

const text = z.string().default('')

/** The format of `report-uri` is one object, and that of `report-to` is a list; the fields have different names. */
const violationReport = z.union([
  z
    .object({
      'csp-report': z.object({
        'effective-directive': z.string().optional(),
        'violated-directive': text,
        'blocked-uri': text,
        'document-uri': text,
      }),
    })
    .transform(({ 'csp-report': report }) => ({
      directive: report['effective-directive'] ?? report['violated-directive'],
      blocked: report['blocked-uri'],
      page: report['document-uri'],
    })),
  z
    .array(
      z.object({
        type: z.literal('csp-violation'),
        body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
      }),
    )
    .min(1)
    .transform(([first]) => ({
      directive: first?.body.effectiveDirective ?? '',
      blocked: first?.body.blockedURL ?? '',
      page: first?.body.documentURL ?? '',
    })),
])

/** The violation without query strings, which may contain a link's token; null for any other body. */
function violationIn(body: unknown): Record<'directive' | 'blocked' | 'page', string> | null {
  const { data } = violationReport.safeParse(body)
  return data
    ? { directive: wordOf(data.directive), blocked: originOf(data.blocked), page: pathOf(data.page) }
    : null
}

const wordOf = (text: string): string => /^[a-z-]{1,40}/.exec(text)?.[0] ?? ''
/** `inline` and `eval` are keywords, not URLs. */
const originOf = (text: string): string =>
  (URL.canParse(text) ? new URL(text).origin : wordOf(text)).slice(0, 100)
const pathOf = (text: string): string => (URL.canParse(text) ? new URL(text).pathname : '').slice(0, 100)
