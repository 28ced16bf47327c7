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
import type { MailCarrier } from '#partners/mail/port.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import type { VehicleRegister } from '#partners/vehicle/port.ts'
import type { TokenReader } from '#server/access/tokens.ts'
import type { Config } from '#server/config.ts'
import type { MemoryRateLimiter } from '#server/plugins/memory-rate-limiter.ts'
import type { Coalescer } from '#server/purchase/coalesce.ts'
import type { Keys } from './crypto.ts'

/** Work that is done after the answer. Put inside `transact`, a job exists exactly if the transaction commits. */
export interface Jobs {
  /** Of a kind and reference one job waits for now, and one for each delay, however often they are put. */
  put(kind: JobKind, ref: string, afterSeconds?: number): Promise<void>
}
export type JobKind =
  | 'settle-payment'
  | 'issue-policy'
  | 'policy-mail'
  | 'collection-notice'
  | 'quote-mail'
  | 'close-card-page'
  | 'refund-payment'
  | 'refund-mail'
  | 'no-policy-mail'

/** What goes wrong behind the scenes: codes and ids, never a person's answers. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void
  error(
    event: string,
    facts?: Readonly<Record<string, string | number | boolean | null>>,
    cause?: unknown,
  ): void
}

/** What a limit counted, as `openroad_rate_limited_total` tells it; `visible_check`: an address's, and the check was asked for. */
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
  /** All or nothing; run again from its start after a deadlock. No partner is called inside. */
  readonly withTransaction: <T>(work: (books: Repositories, jobs: Jobs) => Promise<T>) => Promise<T>
  readonly now: () => Date
  /** Tells the metrics that a call was over a limit. */
  readonly rateLimited: (call: EndpointName, by: LimitedBy) => void
  /** Waits so many milliseconds by the same clock. */
  readonly pause: (ms: number) => Promise<void>
  readonly jobs: Jobs
  readonly log: Log
  readonly insurer: Insurer
  readonly catalogue: InsurerCatalogue
  readonly register: VehicleRegister
  readonly addresses: AddressService
  readonly cards: CardPayments
  readonly mail: MailCarrier
  readonly captcha: Captcha
  /** Draws the papers, on a thread of its own. */
  readonly pdfRenderer: PdfRenderer
}

/** Who asks: brand and origin by host, the browser session by cookie, the quote by bearer token. */
export interface RequestContext {
  readonly brand: Brand
  /** Scheme and host the brand is reached at; every link the server makes begins with it. */
  readonly origin: string
  readonly hostname: string
  readonly sidHash: Buffer | null
  /** What tokens are bound to: the hash that session began under. */
  readonly originalSidHash: Buffer | null
  /** The session that what a call opens is bound to: the visitor's own, or one that this answer gives them. */
  readonly bindSessionHash: Buffer | null
  /** The quote of a valid bearer token; null without one. */
  readonly quoteId: string | null
  /** Set when that token was got without a browser session, and so works alone. */
  readonly tokenLevel: AccessLevel | null
  /** When the holder of such a token logged in. */
  readonly tokenIssuedAt: Date | null
  /** The quote this call begins with, as it was when the session was read; null where it begins with none. */
  readonly preloaded: PreloadedQuote | null
  /** Network the visitor comes from: /24 or /56. */
  readonly addressPrefix: string
  readonly ip: string
  /** As it was sent. */
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
      /** The browser session goes on under this new cookie. */
      readonly sid?: string
      /** Who asked named what a guess could name, and nothing binds them to what is told of it. */
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
