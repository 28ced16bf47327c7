/**
 * Types for handlers: the dependencies wired at startup, the RequestContext of a call, and the results a
 * handler can return.
 */
import type { Brand } from '#brands/brand.ts'
import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoints.ts'
import type { FieldError, ProblemCode } from '#contract/problems.ts'
import type { PreloadedQuote } from '#db/repositories/session-lookup.ts'
import type { Repositories } from '#db/repositories.ts'
import type { PdfRenderer } from '#documents/pdf-renderer.ts'
import type { AccessLevel } from '#journey/access-level.ts'
import type { AddressService } from '#partners/address/port.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import type { Insurer, InsurerCatalogue } from '#partners/insurer/port.ts'
import type { MailSender } from '#partners/mail/port.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import type { TokenReader } from '#server/access/tokens.ts'
import type { Config } from '#server/config.ts'
import type { JobKind, JobPayload } from '#server/jobs/job-payloads.ts'
import type { MemoryRateLimiter } from '#server/plugins/memory-rate-limiter.ts'
import type { Coalescer } from '#server/purchase/coalesce.ts'
import type { Keys } from './crypto.ts'

/** Background jobs. A job put inside `withTransaction` exists exactly if the transaction commits. */
export interface Jobs {
  /** Idempotent: at most one queued job per kind and payload without delay, and one per distinct delay. */
  put<K extends JobKind>(kind: K, payload: JobPayload<K>, afterSeconds?: number): Promise<void>
}

/** Structured log of codes and ids, never of customers' answers. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void
  error(
    event: string,
    facts?: Readonly<Record<string, string | number | boolean | null>>,
    cause?: unknown,
  ): void
}

/**
 * Label of `openroad_rate_limited_total`: what the limit counted; `visible_check` is a limit by address
 * where the visible check was required.
 */
export const limitedBy = ['session', 'address', 'visible_check'] as const
export type LimitedBy = (typeof limitedBy)[number]

export interface Dependencies {
  readonly config: Config
  readonly keys: Keys
  readonly brands: ReadonlyMap<string, Brand>
  readonly repositories: Repositories
  readonly rateLimiter: MemoryRateLimiter
  readonly coalescer: Coalescer
  readonly tokens: TokenReader
  /** Runs a transaction; it restarts after a deadlock. Do not call partners inside. */
  readonly withTransaction: <T>(work: (repositories: Repositories, jobs: Jobs) => Promise<T>) => Promise<T>
  readonly now: () => Date
  /** Reports a call over its limit to the metrics. */
  readonly rateLimited: (call: EndpointName, by: LimitedBy) => void
  /** Waits this many milliseconds by the same clock. */
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
  /** Renders PDFs in a worker thread. */
  readonly pdfRenderer: PdfRenderer
}

/** A token that was issued without a browser session and works alone. */
export interface StandAloneToken {
  readonly level: AccessLevel
  /** The log-in time, to the millisecond; it tells such clients apart. */
  readonly issuedAt: Date | null
}

/**
 * The client of a request: brand and origin from the host, the browser session from the cookie, the quote
 * from the bearer token.
 */
export interface RequestContext {
  readonly brand: Brand
  /** Scheme and host of the brand; every link the server creates begins with it. */
  readonly origin: string
  readonly hostname: string
  /** The browser session; null for a client without one. */
  readonly sessionId: string | null
  /** The hash of the session's cookie as the call sent it; a log-in may replace the cookie meanwhile. */
  readonly sidHash: Buffer | null
  /** The session that this response opens for a client that came without one. */
  readonly openedSessionId: string | null
  /** The quote of a valid bearer token; null without one. */
  readonly quoteId: string | null
  /** The token of a client without a browser session; null for a token that belongs to one. */
  readonly token: StandAloneToken | null
  /** The quote read together with the session; null for calls without one. */
  readonly preloaded: PreloadedQuote | null
  /** Network of the client: /24 or /56. */
  readonly addressPrefix: string
  readonly ip: string
  /** The header as sent, or an empty string. */
  readonly userAgent: string
}

export interface CallRequest<N extends EndpointName> {
  readonly body: BodyOf<N>
  readonly query: QueryOf<N>
  readonly params: ParamsOf<N>
  readonly visitor: RequestContext
}

type RefusalOf<N extends EndpointName> = Endpoints[N]['problems'][number] | 'MALFORMED'

export type HandlerResult<N extends EndpointName> =
  | {
      readonly reply: ReplyOf<N>
      /** The session continues under this new cookie. */
      readonly sid?: string
      /** True if the request named a guessable value and the client has no binding to the quote it got. */
      readonly guessed?: true
    }
  | { readonly empty: true; readonly retryAfterSeconds?: number }
  | {
      readonly refused: RefusalOf<N>
      readonly retryAfterSeconds?: number
      readonly errors?: readonly FieldError[]
    }

export type Handler<N extends EndpointName> = (
  request: CallRequest<N>,
  services: Dependencies,
) => Promise<HandlerResult<N>>

export const reply = <T>(value: T): { readonly reply: T } => ({ reply: value })
export const empty = { empty: true } as const
export const refuse = <C extends ProblemCode>(
  code: C,
  details: { retryAfterSeconds?: number; errors?: readonly FieldError[] } = {},
): {
  readonly refused: C
  readonly retryAfterSeconds?: number
  readonly errors?: readonly FieldError[]
} => ({
  refused: code,
  ...details,
})
