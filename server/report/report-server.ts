/**
 * Serves the read-only report page on a port of its own (REPORT_PORT); loaded only if it is set. The page holds
 * aggregates only. It asks for no password, so the port must be reachable for staff alone: on another address than loopback
 * only through a proxy that checks who asks and which host name is asked.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nzToday } from '#journey/dates.ts'
import { makeSalesReport, readSalesFilter, type SalesCount, type SalesFilter } from '#journey/sales-report.ts'
import type { Log } from '#server/lib/dependencies.ts'
import { problemPage, type ReportChoices, reportPage, reportStyleHash } from './report-page.ts'

export interface ReportServerSources extends ReportChoices {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly now: () => Date
  readonly log: Log
  findCounts(filter: SalesFilter): Promise<readonly SalesCount[]>
}

export interface ReportServer {
  readonly port: number
  close(): Promise<void>
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${reportStyleHash}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** The host name of another site may lead to this machine (DNS rebinding); its pages must not read the report. */
function isOwnHost({ headers: { host = '' } }: IncomingMessage, listeningAt: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return !isLoopback(listeningAt) || isLoopback(name)
}

interface Answer {
  readonly status: number
  readonly body: string
}

async function answerTo(request: IncomingMessage, sources: ReportServerSources): Promise<Answer> {
  if (!isOwnHost(request, sources.host)) return { status: 421, body: '' }
  const address = URL.parse(request.url ?? '/', 'http://localhost')
  if (!address) return { status: 400, body: '' }
  const { pathname, searchParams } = address
  if (pathname !== '/') return { status: 404, body: '' }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, body: '' }
  const text = (name: string) => searchParams.get(name) || undefined
  const given = { from: text('from'), to: text('to'), brand: text('brand'), partner: text('partner') }
  const filter = readSalesFilter(given, sources.brands, nzToday(sources.now()))
  if (typeof filter === 'string') return { status: 400, body: problemPage(filter, given, sources) }
  const report = makeSalesReport(await sources.findCounts(filter), filter)
  return { status: 200, body: reportPage(report, sources) }
}

export async function startReportServer(sources: ReportServerSources): Promise<ReportServer> {
  const server = createServer((request, response) => {
    answerTo(request, sources).then(
      ({ status, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => {
        sources.log.error('report-page', {}, error)
        response.writeHead(500, headers).end()
      },
    )
  })
  await listen(server, sources)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, { host, port }: ReportServerSources): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
