/** Composition root: creates and connects configuration, database, keys, partner adapters and the job queue. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readBrands } from '#brands/index.ts'
import {
  type Database,
  type DatabaseOptions,
  type DatabaseSource,
  openDatabase,
  socketWithIdleTimeout,
  toDatabaseUnreachableError,
} from '#db/client.ts'
import { assertSchemaCurrent } from '#db/migrate.ts'
import { isConnectionLost } from '#db/postgres-errors.ts'
import { findEncryptionKeyIdsInUse, readPendingPurchaseAges } from '#db/repositories/bind-attempts.ts'
import { findSalesCounts } from '#db/repositories/sales-counts.ts'
import { repositoriesFor } from '#db/repositories.ts'
import { assertTimeLimits } from '#db/session-defaults.ts'
import { withTransaction } from '#db/transaction.ts'
import { createPdfRenderer, type PdfRenderer } from '#documents/pdf-renderer.ts'
import { attributionLabels } from '#journey/sales-events.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import { createSessionTokenVerifier } from './access/session-tokens.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { measureQueueLag, openQueue } from './jobs/queue.ts'
import { requeueLostJobs, requeueSchedule } from './jobs/requeue-lost-jobs.ts'
import { purgeSchedule, runRetention } from './jobs/retention.ts'
import { runPeriodically } from './jobs/run-periodically.ts'
import { type Keys, loadKeys } from './lib/crypto.ts'
import type { Dependencies, Log } from './lib/dependencies.ts'
import { minuteMs } from './lib/durations.ts'
import { rateLimitedLog } from './lib/logger.ts'
import { createMemoryRateLimiter } from './lib/memory-rate-limiter.ts'
import { ConfigError } from './lib/settings.ts'
import { mailKinds } from './mail/deliver.ts'
import { createPartners } from './partners/adapters.ts'
import { bulkhead, createBulkheadSlots } from './partners/bulkhead.ts'
import { decoratePartners } from './partners/partner-decorators.ts'
import { createLoadShedding, type LoadShedding, maximumCriticalRequests } from './plugins/load-shedding.ts'
import { createCoalescer } from './purchase/issue-while-polling.ts'
import { repositoriesWithMetrics } from './telemetry/event-metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** Maximum length of the PDF queue, about a minute of work; further requests are rejected as busy. */
const maxQueuedPdfs = 100

/** Replacements of real dependencies in tests, and what a benchmark observes. */
export interface TestOverrides {
  readonly onStatement?: DatabaseOptions['onStatement']
  readonly now?: () => Date
  readonly database?: DatabaseSource
  readonly captcha?: Captcha
  /** The application does not close it. */
  readonly pdfRenderer?: PdfRenderer
  readonly partners?: Partial<
    Pick<Dependencies, 'insurer' | 'catalogue' | 'register' | 'addresses' | 'cards' | 'mail'>
  >
  /** Wraps the wired dependencies, so that a test can observe, interrupt or break them. */
  readonly around?: (wired: Dependencies) => Dependencies
}

const noDatabase =
  'DATABASE_URL is not set: give it a PostgreSQL 15 or later, or use `npm start`, which runs a database of its own.'

/** Checked at startup, because otherwise the error would appear only when a bind has to be sent again. */
const lostKeys = (kids: readonly string[]): string =>
  `PII_KEYS lacks ${kids.map(kid => `key ${kid}`).join(', ')}, which bank details are still encrypted with. Put it back behind the first; \`npm run ops -- rotate-keys\` makes it unneeded.`

async function openCheckedDatabase(
  source: DatabaseSource,
  onStatement: DatabaseOptions['onStatement'],
  keys: Keys,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<Database> {
  const limitedLog = rateLimitedLog(log, () => new Date())
  const database = await openDatabase(source, {
    onStatement,
    onError: error => limitedLog.error('database', {}, error),
  })
  opened.defer(() => database.close())
  await assertSchemaCurrent(database.kysely)
  await assertTimeLimits(database.kysely)
  const lost = (await findEncryptionKeyIdsInUse(database.kysely)).filter(kid => !keys.pii.has(kid))
  if (lost.length > 0) throw new ConfigError(lostKeys(lost))
  return database
}

async function openStartedQueue(
  { connection }: Database,
  log: Log,
  tracing: Tracing | null,
  opened: AsyncDisposableStack,
) {
  // The queue's statements take far less than a minute, and its job listener gets data every ten seconds.
  const stream = socketWithIdleTimeout(minuteMs)
  const jobsConnection = { ...connection, stream }
  const queue = openQueue(jobsConnection, log, tracing)
  opened.defer(() => queue.stop())
  // It writes: with a lost standby, this is where a node cannot start.
  await queue.start().catch((error: unknown) => {
    throw isConnectionLost(error) ? toDatabaseUnreachableError(error) : error
  })
  return queue
}

async function openMetrics(
  { host, metricsPort: port }: Config,
  { kysely, pool, clockAheadSeconds }: Database,
  loadShedding: LoadShedding,
  brands: readonly string[],
) {
  if (port === null) return null
  const { startMetrics } = await import('./telemetry/metrics.ts')
  return startMetrics({
    host,
    port,
    loadShedding,
    brands,
    mailKinds,
    pool,
    clockAheadSeconds,
    jobs: () => measureQueueLag(kysely),
    pendingPurchases: () => readPendingPurchaseAges(kysely),
  })
}

async function openReport(
  { reportHost: host, reportPort: port, partnerIds: partners }: Config,
  { kysely }: Database,
  brands: readonly string[],
  now: () => Date,
  log: Log,
) {
  if (port === null) return null
  const { startReportServer } = await import('./sales-report/report-server.ts')
  return startReportServer({
    host,
    port,
    brands,
    partners,
    now,
    log,
    findCounts: filter => findSalesCounts(kysely, filter),
  })
}

export type Application = Awaited<ReturnType<typeof openApplication>>

/** Closes the resources in reverse order, also after an error. The queue is last, because its jobs use all others. */
export async function createApplication(
  config: Config,
  log: Log,
  replace: TestOverrides = {},
): Promise<Application> {
  const opened = new AsyncDisposableStack()
  try {
    return await openApplication(config, log, replace, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function openApplication(
  config: Config,
  log: Log,
  replace: TestOverrides,
  opened: AsyncDisposableStack,
) {
  const now = replace.now ?? (() => new Date())
  const keys = loadKeys(config)
  const brands = readBrands()
  const brandKeys = [...brands.keys()]
  const mailboxDir = join(config.dataDir, 'mailbox')
  const source = replace.database ?? config.database
  if (!source) throw new ConfigError(noDatabase)
  const database = await openCheckedDatabase(source, replace.onStatement, keys, log, opened)
  const { kysely } = database
  const tracing = config.tracing
    ? (await import('./telemetry/tracing.ts')).startTracing(config.tracing)
    : null
  opened.defer(() => tracing?.close())
  const partners = await createPartners(config, keys, mailboxDir, now, database)
  const pdfRenderer = replace.pdfRenderer ?? createPdfRenderer()
  if (!replace.pdfRenderer) opened.defer(() => pdfRenderer.close())
  const loadShedding = createLoadShedding({ normal: config.maxInFlight, critical: maximumCriticalRequests })
  const metrics = await openMetrics(config, database, loadShedding, brandKeys)
  opened.defer(() => metrics?.close())
  const report = await openReport(config, database, brandKeys, now, log)
  opened.defer(() => report?.close())
  const queue = await openStartedQueue(database, log, tracing, opened)
  const outside = { ...partners, ...replace.partners, captcha: replace.captcha ?? partners.captcha }
  const labels = attributionLabels(brandKeys, config.partnerIds)
  const wired: Dependencies = {
    config,
    keys,
    brands,
    tokens: createSessionTokenVerifier(keys),
    rateLimiter: createMemoryRateLimiter(),
    coalescer: createCoalescer(now),
    repositories: repositoriesWithMetrics(repositoriesFor(kysely), labels, metrics),
    withTransaction: work =>
      withTransaction(kysely, queue.jobsOn, tx => work(repositoriesWithMetrics(tx, labels, metrics))),
    now,
    rateLimited: (call, by) => metrics?.rateLimited(call, by),
    pause: ms => delay(ms),
    jobs: queue.jobsOn(),
    log,
    pdfRenderer: bulkhead(
      pdfRenderer,
      ['schedule', 'wording'],
      createBulkheadSlots(maxQueuedPdfs),
      metrics?.countFull('pdf-renderer'),
    ),
    ...decoratePartners(outside, { config, tracing, metrics, log: rateLimitedLog(log, now), now }),
  }
  const services = replace.around?.(wired) ?? wired

  const schedules: (() => Promise<void>)[] = []
  let isLeaving = false
  return {
    services,
    loadShedding,
    /** Null if tracing is off; the tracing library is then not loaded. */
    tracing,
    metrics,
    report,
    mailboxDir,
    /** False with a mail server and in production, because the mails contain log-in links. */
    hasMailboxPages: config.mail.kind === 'sandbox' && !config.production,
    async startWork() {
      await queue.work(jobHandlers(services))
      schedules.push(
        runPeriodically(requeueSchedule, () => requeueLostJobs(services), services.log),
        runPeriodically(purgeSchedule, stopping => runRetention(services, stopping), services.log),
      )
    },
    isReady: async () => !isLeaving && database.isReachable(),
    /** Reports not ready but keeps serving, so that load balancers remove the node before its port closes. */
    markNotReady() {
      isLeaving = true
    },
    async close() {
      await Promise.all(schedules.map(stop => stop()))
      await opened.disposeAsync()
    },
  }
}
