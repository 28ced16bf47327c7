/**
 * Serves the sales report on REPORT_PORT without a login. On any address but loopback, put a proxy in front that
 * authenticates the user and checks the Host header.
 */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { nzToday } from '#journey/dates.ts'
import {
  type DailySalesCount,
  makeSalesReport,
  parseSalesFilter,
  type SalesFilter,
} from '#journey/sales-report.ts'
import type { Log } from '#server/lib/dependencies.ts'
import { addCommonHeaders, commonHeaders } from '#server/plugins/security-headers.ts'
import { problemPage, type ReportChoices, reportPage, reportStyleHash } from './report-page.ts'

export interface ReportServerOptions extends ReportChoices {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly now: () => Date
  readonly log: Log
  findCounts(filter: SalesFilter): Promise<readonly DailySalesCount[]>
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${reportStyleHash}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
}

const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** The host name of another site may lead to this machine (DNS rebinding); its pages must not read the report. */
function isOwnHost(host: string, listeningAt: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return !isLoopbackHost(listeningAt) || isLoopbackHost(name)
}

export async function startReportServer(sources: ReportServerOptions) {
  const { host, port, brands, now, log, findCounts } = sources
  const app = Fastify({ forceCloseConnections: true })
  addCommonHeaders(app, commonHeaders({ production: false }))
  app.addHook('onRequest', async (request, response) => {
    response.headers(pageHeaders)
    if (!isOwnHost(request.headers.host ?? '', host)) return response.code(421).send()
  })
  app.setNotFoundHandler((_request, response) => response.code(404).send())
  app.setErrorHandler((error, _request, response) => {
    log.error('report-page', {}, error)
    return response.code(500).send()
  })
  app.get<{ Querystring: Record<string, string | string[]> }>('/', async ({ query }, response) => {
    const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '') || undefined
    const given = { from: text('from'), to: text('to'), brand: text('brand'), partner: text('partner') }
    const filter = parseSalesFilter(given, brands, nzToday(now()))
    if (typeof filter === 'string') return response.code(400).send(problemPage(filter, given, sources))
    return response.send(reportPage(makeSalesReport(await findCounts(filter), filter), sources))
  })
  await app.listen({ host, port })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}
