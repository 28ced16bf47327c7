/** Prometheus metrics on METRICS_PORT, for deploy/dashboard.json; labels are never user input. */
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { PendingPurchaseAges } from '#db/repositories/bind-attempts.ts'
import type { NewSalesEvent, SalesAttribution } from '#db/repositories/sales-counts.ts'
import { noReferrer } from '#journey/referrer-id.ts'
import { normalizeSalesEventDetail, salesEventDetails, salesEvents } from '#journey/sales-events.ts'
import type { QueueLag } from '#server/jobs/queue.ts'
import { type RateLimitLabel, rateLimitLabels } from '#server/lib/dependencies.ts'
import { type LoadShedding, priorityClasses } from '#server/plugins/load-shedding.ts'

export interface MetricsOptions {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly loadShedding: LoadShedding
  /** Keys of the brands: their sales without a partner start at zero. */
  readonly brands: readonly string[]
  /** Kinds of mail: the counts of rejected ones start at zero. */
  readonly mailKinds: readonly string[]
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  jobs(): Promise<readonly QueueLag[]>
  pendingPurchases(): Promise<PendingPurchaseAges>
  /** Null if the database does not respond. */
  clockAheadSeconds(): Promise<number | null>
}

export type Metrics = Awaited<ReturnType<typeof startMetrics>>

/** Audit events that start at zero: an alert rule does not see the first event of a new series. */
const knownEvents: readonly string[] = [
  'registered',
  'rated-quoted',
  'bind-intended',
  'payment-approved',
  'payment-mismatch',
  'payment-not-wanted',
  'payment-refunded',
  'policy-issued',
  'policy-rejected',
  'policy-at-insurer-only',
  'purged',
]
/** Statuses that start at zero for the same reason: bugs, and partners that fail. */
const knownFailures = [500, 502]
/** Pages call no partner, and the route of unknown paths has every method. */
const isCall = (route: string) => route.startsWith('/edge/') && !route.endsWith('*')
const boundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export async function startMetrics(sources: MetricsOptions) {
  const { host, port, loadShedding } = sources
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'openroad_http_request_seconds',
    help: 'Response time, by route pattern, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: boundsSeconds,
    registers: [registry],
  })
  const events = new Counter({
    name: 'openroad_events_total',
    help: 'Steps of purchases as the audit names them: registered, rated-quoted, bind-intended, policy-issued …',
    labelNames: ['what'],
    registers: [registry],
  })
  const rejectedMails = sources.mailKinds.map(kind => `${kind}-refused`)
  for (const what of [...knownEvents, ...rejectedMails]) events.inc({ what }, 0)
  const countSalesEvent = createSalesCounter(registry, sources.brands)
  const full = new Counter({
    name: 'openroad_partner_bulkhead_full_total',
    help: 'Calls and jobs refused because the bulkhead of their partner was full on this node, by partner.',
    labelNames: ['partner'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'openroad_database_errors_total',
    help: 'Calls answered with 503 because the database rejected a statement: its disk is full, or the statement took too long.',
    registers: [registry],
  })
  const limits = new Counter({
    name: 'openroad_rate_limited_total',
    help: 'Calls over a rate limit of their session or address (429), or asked for the visible captcha because many come from their address (428), by call.',
    labelNames: ['call', 'by'],
    registers: [registry],
  })
  for (const call of Object.keys(endpoints)) for (const by of rateLimitLabels) limits.inc({ call, by }, 0)
  registerLoadSheddingMetrics(registry, loadShedding)
  registerPoolMetrics(registry, sources)
  registerBacklogMetrics(registry, sources)
  const server = Fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, response) =>
    response.type(registry.contentType).send(await registry.metrics()),
  )
  await server.listen({ host, port })

  return {
    port: (server.server.address() as AddressInfo).port,
    /** Counts the responses of this server; call it before any route is registered. */
    addHooks(app: FastifyInstance) {
      app.addHook('onRoute', ({ url, method }) => {
        if (!isCall(url)) return
        for (const one of [method].flat().filter(name => name !== 'HEAD'))
          for (const status of knownFailures) answers.zero({ route: url, method: one, status })
      })
      app.addHook('onResponse', (request, response, done) => {
        const route = request.routeOptions.url ?? 'none'
        answers.observe(
          { route, method: request.method, status: response.statusCode },
          response.elapsedTime / 1_000,
        )
        done()
      })
    },
    /** Counts an audit event. An event in a transaction that is retried counts twice. */
    countEvent: (what: string) => events.inc({ what }),
    countSalesEvent,
    rateLimited: (call: EndpointName, by: RateLimitLabel) => limits.inc({ call, by }),
    /** Counts a call that got 503 because the database rolled back its statement (db/postgres-errors.ts). */
    countDatabaseRollback: () => refusals.inc(),
    /** Starts a partner's counter at zero; returns a function that counts a call without a slot (server/partners/bulkhead.ts). */
    countFull(partner: string) {
      full.inc({ partner }, 0)
      return () => full.inc({ partner })
    },
    close: () => server.close(),
  }
}

function createSalesCounter(registry: Registry, brands: readonly string[]) {
  const labelNames = ['event', 'brand', 'partner', 'source'] as const
  const events = new Counter({
    name: 'openroad_sales_total',
    help: 'Events of a sale by brand, and by partner and source of the link: prospect, priced, declined, bind, policy … The detail is the reason, the payment way or the time class.',
    labelNames: [...labelNames, 'detail'],
    registers: [registry],
  })
  const cents = new Counter({
    name: 'openroad_sales_cents_total',
    help: 'Cents of the policies sold (a year’s premium, GST included) and of the refunds.',
    labelNames,
    registers: [registry],
  })
  for (const brand of brands) {
    const plain = { brand, partner: noReferrer, source: brand }
    for (const event of salesEvents)
      for (const detail of salesEventDetails[event] ?? ['']) events.inc({ ...plain, event, detail }, 0)
    for (const event of ['policy', 'refund']) cents.inc({ ...plain, event }, 0)
  }
  return (
    { brand, partner, source }: SalesAttribution,
    { event, detail = '', cents: amount = 0 }: Pick<NewSalesEvent, 'event' | 'detail' | 'cents'>,
  ) => {
    const labels = { brand, partner, source, event }
    events.inc({ ...labels, detail: normalizeSalesEventDetail(event, detail) })
    if (amount > 0) cents.inc(labels, amount)
  }
}

function registerLoadSheddingMetrics(registry: Registry, loadShedding: LoadShedding): void {
  new Gauge({
    name: 'openroad_in_flight',
    help: 'Requests in flight, by priority class.',
    labelNames: ['class'],
    registers: [registry],
    collect() {
      for (const kind of priorityClasses) this.set({ class: kind }, loadShedding.inFlight(kind))
    },
  })
  new Counter({
    name: 'openroad_shed_total',
    help: 'Requests refused because their priority class was full. Refusals by a partner’s bulkhead are not included.',
    labelNames: ['class'],
    registers: [registry],
    collect() {
      this.reset()
      for (const kind of priorityClasses) this.inc({ class: kind }, loadShedding.shed(kind))
    },
  })
}

function registerPoolMetrics(registry: Registry, { pool }: MetricsOptions): void {
  new Gauge({
    name: 'openroad_pool_connections',
    help: 'Database connections of this node, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Half of Prometheus's scrape timeout, after which the whole scrape would fail. */
const mostWaitMs = 5_000

/** One statement per scrape serves all gauges; null if the database does not respond. */
function asked<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asking: Promise<T | null> | null = null
  return () => {
    asking ??= Promise.race([ask().catch(() => null), delay(mostWaitMs, null, { ref: false })]).finally(
      () => {
        asking = null
      },
    )
    return asking
  }
}

/** A gauge whose value is read at each scrape; it keeps its value if there is none. */
const gauge = (registry: Registry, name: string, help: string, read: () => Promise<number | null>) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value !== null) this.set(value)
    },
  })

/**
 * Response counts cannot tell a node without its database from an overloaded one. A partner outage makes no job late,
 * because each retry is a new job, so the ages of the waiting purchases are measured too.
 */
function registerBacklogMetrics(registry: Registry, sources: MetricsOptions): void {
  const clockAhead = asked(sources.clockAheadSeconds)
  gauge(
    registry,
    'openroad_database_reachable',
    '1 if this node reaches the database, otherwise 0.',
    async () => ((await clockAhead()) === null ? 0 : 1),
  )
  gauge(
    registry,
    'openroad_clock_skew_seconds',
    'Seconds by which the clock of this node is ahead of the database’s; negative if it is behind. The network delay is subtracted.',
    clockAhead,
  )

  const pendingPurchases = asked(sources.pendingPurchases)
  gauge(
    registry,
    'openroad_bind_attempt_waiting_seconds',
    'Age of the oldest bind that the insurer has not decided.',
    async () => (await pendingPurchases())?.bindAttemptSeconds ?? null,
  )
  gauge(
    registry,
    'openroad_payment_waiting_seconds',
    'Age of the oldest card payment with neither a policy nor a refund.',
    async () => (await pendingPurchases())?.paymentSeconds ?? null,
  )

  const jobs = asked(sources.jobs)
  const perKind = (name: string, help: string, read: (one: QueueLag) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const one of (await jobs()) ?? []) this.set({ kind: one.kind }, read(one))
      },
    })
  perKind('openroad_jobs_due', 'Jobs that are due, by kind.', one => one.due)
  perKind(
    'openroad_job_lag_seconds',
    'Age of the oldest job that is due or is tried again, by kind.',
    one => one.oldestSeconds,
  )
  perKind('openroad_jobs_failed', 'Jobs given up after all retries, by kind.', one => one.failed)
}
