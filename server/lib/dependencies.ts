/** Types of the dependencies that server/container.ts creates, and that handlers, jobs and webhooks receive. */
import type { Brand } from '#brands/brand.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { Repositories } from '#db/repositories.ts'
import type { Tx as DatabaseTx } from '#db/transaction.ts'
import type { PdfRenderer } from '#documents/pdf-renderer.ts'
import type { AccessLevel } from '#journey/access-level.ts'
import type { AddressService } from '#partners/address/port.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import type { Insurer, InsurerCatalogue } from '#partners/insurer/port.ts'
import type { MailSender } from '#partners/mail/port.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import type { Config } from '#server/config.ts'
import type { JobKind, JobPayload } from '#server/jobs/job-payloads.ts'
import type { Keys } from './crypto.ts'
import type { MemoryRateLimiter } from './memory-rate-limiter.ts'

/** The counter of an exceeded limit; `visible_check` is a limit by address where the visible check was required. */
export const rateLimitLabels = ['session', 'address', 'visible_check'] as const
export type RateLimitLabel = (typeof rateLimitLabels)[number]

export interface Jobs {
  /** Idempotent: at most one queued job per kind and payload without delay, and one per distinct delay. */
  put<K extends JobKind>(kind: K, payload: JobPayload<K>, afterSeconds?: number): Promise<void>
}

/** The repositories and the job queue of an open transaction (db/transaction.ts). */
export type Tx = DatabaseTx<Jobs>

type LogFields = Readonly<Record<string, string | number | boolean | null>>

/** Structured log of codes and ids, never of customers' answers. */
export interface Log {
  info(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields, cause?: unknown): void
}

/** Shares the partner requests of concurrent page views (server/purchase/issue-while-polling.ts). */
export interface Coalescer {
  /** Returns the result of a call for the same payment or quote that is running or just finished, or of `query`. */
  run(id: string, query: () => Promise<boolean>): Promise<boolean>
}

export interface TokenClaims {
  readonly quoteId: string
  readonly brandKey: string
  /** The browser session the token belongs to; null if it was issued without one. */
  readonly sessionId: string | null
  readonly level: AccessLevel
  /** The time of the log-in; null means the time of issue. Extending a session does not change it. */
  readonly since: Date | null
}

export interface SessionTokenVerifier {
  /** Takes the raw Authorization header; null unless it is a valid, unexpired token for this brand. */
  verify(authorization: string | undefined, brandKey: string, now: Date): Promise<TokenClaims | null>
}

export interface Dependencies {
  readonly config: Config
  readonly keys: Keys
  readonly brands: ReadonlyMap<string, Brand>
  readonly repositories: Repositories
  readonly rateLimiter: MemoryRateLimiter
  readonly coalescer: Coalescer
  readonly tokens: SessionTokenVerifier
  /** Runs a transaction, and runs it again after a lost race. Do not call partners inside. */
  readonly withTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: () => Date
  readonly rateLimited: (call: EndpointName, by: RateLimitLabel) => void
  /** Waits this many milliseconds of real time; tests may replace it. */
  readonly pause: (ms: number) => Promise<void>
  readonly jobs: Jobs
  readonly log: Log
  readonly insurer: Insurer
  readonly catalogue: InsurerCatalogue
  readonly register: VehicleRegister
  readonly addresses: AddressService
  readonly cards: CardPayments
  readonly mail: MailSender
  readonly captcha: Captcha
  readonly pdfRenderer: PdfRenderer
}

/** The dependencies of code inside a transaction. It calls no partner, because the locks would last as long as the call. */
export type WithoutPartners = Pick<Dependencies, 'keys' | 'config' | 'log' | 'now'>
