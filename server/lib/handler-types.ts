/** Types of the call handlers: the client, quote and input of a call, and its result with three constructors. */
import type { Brand } from '#brands/brand.ts'
import type { BodyOf, Endpoints, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoints.ts'
import type { FieldError, ProblemCode } from '#contract/problems.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { AccessLevel } from '#journey/access-level.ts'
import type { Dependencies } from './dependencies.ts'

/** A token that was issued without a browser session and works alone. */
export interface StandAloneToken {
  readonly level: AccessLevel
  /** The log-in time, to the millisecond; it tells such clients apart. */
  readonly issuedAt: Date | null
}

/** Brand and origin come from the host, the browser session from the cookie, the quote from the bearer token. */
export interface RequestContext {
  readonly brand: Brand
  /** Scheme and host of the brand; every link the server creates begins with it. */
  readonly origin: string
  readonly hostname: string
  readonly sessionId: string | null
  /** The hash of the session's cookie as the call sent it; a log-in may replace the cookie meanwhile. */
  readonly sidHash: Buffer | null
  /** The session that this response opens for a client that came without one. */
  readonly openedSessionId: string | null
  readonly quoteId: string | null
  /** The token of a client without a browser session; null for a token that belongs to one. */
  readonly token: StandAloneToken | null
  /** Network of the client: /24 or /56. */
  readonly addressPrefix: string
  readonly ip: string
  /** The header as sent, or an empty string. */
  readonly userAgent: string
}

/**
 * The calls whose quote is read together with the session, and where its id comes from: the token, or `id` in the
 * query. Their handlers only read it, write it by compare-and-set, or read it again under a lock.
 */
export const quoteIdSourceByCall = {
  prospectCar: 'query',
  quoteAmend: 'token',
  quoteBind: 'token',
  quoteCreate: 'token',
} as const satisfies Partial<Record<EndpointName, 'query' | 'token'>>

/** A quote of the host's brand as it was when the call arrived, and the caller's level for it; null for none. */
export interface QuoteAccess {
  readonly quote: Quote
  readonly level: AccessLevel | null
}

type QuoteSource<N> = N extends keyof typeof quoteIdSourceByCall ? (typeof quoteIdSourceByCall)[N] : 'none'

export interface CallRequest<N extends EndpointName> {
  readonly body: BodyOf<N>
  readonly query: QueryOf<N>
  readonly params: ParamsOf<N>
  readonly caller: RequestContext
  /** The quote of the bearer token; a bearer call without one is rejected before its handler. */
  readonly quoteId: Endpoints[N]['access'] extends 'bearer' ? string : string | null
  readonly quoteAccess: QuoteSource<N> extends 'token' ? QuoteAccess : QuoteAccess | null
}

export interface Rejection<C extends ProblemCode = ProblemCode> {
  readonly refused: C
  readonly retryAfterSeconds?: number | undefined
  readonly errors?: readonly FieldError[] | undefined
}

export type HandlerResult<N extends EndpointName> =
  | {
      readonly reply: ResponseOf<N>
      /** The session continues under this new cookie. */
      readonly sid?: string
      /** True if the request named a guessable value and the client has no binding to the quote it got. */
      readonly guessed?: true
    }
  | { readonly empty: true; readonly retryAfterSeconds?: number }
  | Rejection<Endpoints[N]['problems'][number] | 'MALFORMED'>

export type Handler<N extends EndpointName> = (
  request: CallRequest<N>,
  services: Dependencies,
) => Promise<HandlerResult<N>>

export const okResult = <T>(value: T): { readonly reply: T } => ({ reply: value })
export const emptyResult = { empty: true } as const
export const problemResult = <C extends ProblemCode>(
  refused: C,
  details: Omit<Rejection, 'refused'> = {},
): Rejection<C> => ({ refused, ...details })
