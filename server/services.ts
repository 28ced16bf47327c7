/** Wires the product once: configuration → database, keys, partners, queue. The only file that names an adapter. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { readBrands } from '#brands/index.ts'
import { addressStore } from '#db/addresses.ts'
import { booksOver } from '#db/books.ts'
import { insurerBooks } from '#db/insurer-books.ts'
import { jobsDue } from '#db/jobs-due.ts'
import { migrate } from '#db/migrate.ts'
import { type Database, type DatabaseSource, openDatabase } from '#db/open.ts'
import { transact } from '#db/transact.ts'
import { openPress } from '#documents/press.ts'
import { addressBook } from '#partners/address/address-book.ts'
import { addressfinder } from '#partners/address/addressfinder.ts'
import type { AddressService } from '#partners/address/port.ts'
import { captchaOff } from '#partners/captcha/off.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import { proofOfWork } from '#partners/captcha/proof-of-work.ts'
import { recaptcha } from '#partners/captcha/recaptcha.ts'
import { embeddedCatalogue, embeddedInsurer } from '#partners/insurer/embedded.ts'
import { catalogueOverHttp, insurerOverHttp } from '#partners/insurer/http-insurer.ts'
import { mailboxCarrier } from '#partners/mail/mailbox.ts'
import { smtp } from '#partners/mail/smtp.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import { windcave } from '#partners/payment/windcave.ts'
import { carjam } from '#partners/vehicle/carjam.ts'
import { remembered } from '#partners/vehicle/remembered.ts'
import { mailbox } from '#sandbox/mailbox.ts'
import { type Sandbox, type SandboxOptions, sandboxKeys, startSandbox } from '#sandbox/server.ts'
import { parseQuoteNumber } from '#underwriting/numbers.ts'
import { bulkhead } from './bulkhead.ts'
import { type Config, usesSandbox } from './config.ts'
import type { Log, Services } from './context.ts'
import { guardedPartners, watchedBooks } from './guarded-partners.ts'
import { type Admission, openAdmission } from './http/admission.ts'
import { tokenReader } from './http/tokens.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { keepPurging } from './jobs/purge.ts'
import { openQueue } from './jobs/queue.ts'
import { keepReconciling } from './jobs/reconcile.ts'
import { keepPace } from './pace.ts'
import { type Keys, readKeys, signText } from './secrets.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** A minute of work or so for the press; more is refused as too busy. */
const mostPapers = 100

/** What a test may put in place of the real thing. */
export interface Replacements {
  readonly now?: () => Date
  readonly database?: DatabaseSource
  readonly sandbox?: Partial<SandboxOptions>
  readonly captcha?: Captcha
  readonly partners?: Partial<
    Pick<Services, 'insurer' | 'catalogue' | 'register' | 'addresses' | 'cards' | 'mail'>
  >
  /** Puts something of a test's own around all that was wired: to watch it, to stop it in the middle, to spoil it. */
  readonly around?: (wired: Services) => Services
}

export interface House {
  readonly services: Services
  readonly admission: Admission
  /** Null where no traces are recorded; then nothing of it is loaded either. */
  readonly tracing: Tracing | null
  /** Null where no port for metrics is set. */
  readonly metrics: Metrics | null
  /** Null where every partner is a real one. */
  readonly sandbox: Sandbox | null
  readonly mailboxDir: string
  /** Where e-mails can be read when no mail server is set; null when one is, and in production: they hold links that log in. */
  readonly mailboxPages: FastifyPluginAsync | null
  /** Begins to work off jobs on this node. */
  startWork(): Promise<void>
  isReady(): Promise<boolean>
  /** Begins to say that it is not ready, and goes on serving: balancers look elsewhere before the door closes. */
  leave(): void
  /** Finishes the jobs under way, then closes what was opened. */
  close(): Promise<void>
}

/** Requests of the first class at a time: far more than a node settles in a second, so only a flood of them is refused. */
const firstInFlight = 64

const migrationsFolder = join(import.meta.dirname, '../db/migrations')

/** Calls of one kind that one session may make in a minute. */
const callsAMinute = 60

/** A look-up may take this long before the visitor is told that the register does not answer. */
const registerTimeoutMs = 15_000

/** SANDBOX_PORT, or any free one when somebody else has it. */
async function sandboxAt(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return startSandbox({ ...options, port: 0 })
  }
}

function captchaOf({ captcha }: Config, keys: Keys, now: () => Date): Captcha {
  if (captcha.kind === 'off') return captchaOff
  if (captcha.kind === 'proof-of-work') return proofOfWork({ key: signText(keys, 'captcha'), now })
  return recaptcha({ invisibleSecret: captcha.secret, visibleSecret: captcha.visibleSecret, now })
}

function addressesOf(address: Config['address'], sandboxOrigin: string, database: Database): AddressService {
  if (address.kind === 'address-book') return addressBook(addressStore(database.kysely))
  if (address.kind === 'sandbox') return addressfinder({ origin: sandboxOrigin, ...sandboxKeys.address })
  return addressfinder({ origin: address.url, key: address.key, secret: address.secret })
}

/** Another insurer's numbers may look like anything: only what no number can be is turned away. */
function readForeignQuoteNumber(typed: string): string | null {
  const plain = typed.trim()
  return /^[\w-]{1,40}$/.test(plain) ? plain : null
}

function insurerOf(insurer: Config['insurer'], sandboxOrigin: string, database: Database, now: () => Date) {
  if (insurer.kind === 'embedded')
    return { insurer: embeddedInsurer(insurerBooks(database.kysely), now), catalogue: embeddedCatalogue }
  const options = {
    ...(insurer.kind === 'http'
      ? { baseUrl: insurer.url, key: insurer.key }
      : { baseUrl: `${sandboxOrigin}/api/insurer`, ...sandboxKeys.insurer }),
    knows: insurer.knows,
    quietMs: insurer.quietSeconds * 1000,
  }
  return { insurer: insurerOverHttp(options), catalogue: catalogueOverHttp(options) }
}

/** Stripe's library takes a sixth of a second to load, so it is loaded only where it is the choice. */
async function cardsOf(
  payment: Config['payment'],
  sandboxOrigin: string,
  now: () => Date,
): Promise<CardPayments> {
  if (payment.kind === 'sandbox')
    return windcave({ baseUrl: `${sandboxOrigin}/api/v1`, ...sandboxKeys.card, pageOrigins: [sandboxOrigin] })
  if (payment.kind === 'windcave')
    return windcave({
      baseUrl: payment.url,
      username: payment.username,
      apiKey: payment.apiKey,
      pageOrigins: [payment.pageOrigin],
    })
  const { stripe } = await import('#partners/payment/stripe.ts')
  if (payment.kind === 'stripe')
    return stripe({ ...payment, baseUrl: payment.url, pageOrigins: [payment.pageOrigin], now })
  const { secretKey, webhookSecret } = sandboxKeys.checkout
  return stripe({
    baseUrl: sandboxOrigin,
    secretKey,
    webhookSecrets: [webhookSecret],
    pageOrigins: [sandboxOrigin],
    now,
  })
}

async function partnersOf(
  config: Config,
  sandboxOrigin: string,
  mailboxDir: string,
  now: () => Date,
  database: Database,
) {
  const { insurer, payment, vehicle, address, smtpUrl } = config
  const carrier = smtpUrl === null ? null : smtp({ url: smtpUrl })
  const mail = {
    mail: carrier ?? mailboxCarrier({ dir: mailboxDir, now }),
    closeMail: () => carrier?.close(),
  }
  return {
    ...insurerOf(insurer, sandboxOrigin, database, now),
    cards: await cardsOf(payment, sandboxOrigin, now),
    register: remembered(
      vehicle.kind === 'carjam'
        ? carjam({ origin: vehicle.url, key: vehicle.key, timeoutMs: registerTimeoutMs })
        : carjam({ origin: sandboxOrigin, ...sandboxKeys.vehicle, timeoutMs: registerTimeoutMs }),
      now,
    ),
    addresses: addressesOf(address, sandboxOrigin, database),
    ...mail,
  }
}

/** Throws ConfigProblem, or EmbeddedUnavailable where no database can be had. */
export async function openHouse(config: Config, log: Log, replace: Replacements = {}): Promise<House> {
  const now = replace.now ?? (() => new Date())
  const keys = readKeys(config)
  const brands = readBrands()
  const mailboxDir = join(config.dataDir, 'mailbox')
  const database = await openDatabase(replace.database ?? config.database, {
    onError: error => log.error('database', {}, error),
  })
  await migrate(database.pool, migrationsFolder)
  const tracing = config.tracing
    ? (await import('./telemetry/tracing.ts')).startTracing(config.tracing)
    : null
  const queue = openQueue(database.connection, log, tracing)
  await queue.start()
  const sandbox = usesSandbox(config)
    ? await sandboxAt({
        port: config.sandboxPort,
        mailboxDir,
        cardDir: join(config.dataDir, 'card-sessions'),
        ...(config.insurer.kind === 'sandbox' && {
          insurer: { dir: join(config.dataDir, 'insurer'), knows: config.insurer.knows },
        }),
        now,
        ...replace.sandbox,
      })
    : null
  const { closeMail, ...partners } = await partnersOf(
    config,
    sandbox?.origin ?? '',
    mailboxDir,
    now,
    database,
  )

  const press = openPress()
  const admission = openAdmission({ rest: config.maxInFlight, first: firstInFlight })
  const metrics =
    config.metricsPort === null
      ? null
      : await (await import('./telemetry/metrics.ts')).startMetrics({
          host: config.host,
          port: config.metricsPort,
          admission,
          pool: database.pool,
          jobs: () => jobsDue(database.kysely),
        })
  const outside = {
    ...partners,
    ...replace.partners,
  }
  const captcha = replace.captcha ?? captchaOf(config, keys, now)
  const wired: Services = {
    config,
    keys,
    brands,
    tokens: tokenReader(keys),
    pace: keepPace(callsAMinute * config.limitFactor),
    books: watchedBooks(booksOver(database.kysely), metrics),
    transact: work =>
      transact(database.kysely, tx => work(watchedBooks(booksOver(tx), metrics), queue.over(tx))),
    now,
    pause: ms => delay(ms),
    jobs: queue.over(),
    log,
    readQuoteNumber: config.insurer.kind === 'http' ? readForeignQuoteNumber : parseQuoteNumber,
    press: bulkhead(press, ['schedule', 'wording'], mostPapers, work => work()),
    ...guardedPartners({ ...outside, captcha }, { config, admission, tracing }),
  }
  const services = replace.around?.(wired) ?? wired
  let stopWork = async () => {}
  let leaving = false

  return {
    services,
    admission,
    tracing,
    metrics,
    sandbox,
    mailboxDir,
    mailboxPages:
      config.smtpUrl === null && !config.production ? app => mailbox(app, { dir: mailboxDir }) : null,
    async startWork() {
      await queue.work(jobHandlers(services))
      const stops = [keepReconciling(services), keepPurging(services)]
      stopWork = async () => {
        await Promise.all(stops.map(stop => stop()))
      }
    },
    isReady: async () =>
      !leaving &&
      database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
    leave() {
      leaving = true
    },
    async close() {
      await stopWork()
      await queue.stop()
      await press.close()
      await sandbox?.close()
      closeMail()
      await database.close()
      await tracing?.close()
      await metrics?.close()
    },
  }
}
