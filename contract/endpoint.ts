/** The type of one endpoint in the API contract; contract/endpoints.ts collects all endpoints. */
import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** The path below /edge. */
  readonly path: string
  /**
   * `open`: no authentication. `passThrough`: the fixed public value, which gives no access. `bearer`: a
   * session of the same quote.
   */
  readonly access: 'open' | 'passThrough' | 'bearer'
  /** The captcha action; null where the call is not guarded. The token comes as recaptchaResponse or captchaRequest. */
  readonly captcha: string | null
  /** A body with this part in it needs no token. One that comes all the same is looked at. */
  readonly captchaExemptField?: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body's encoding; JSON by default. */
  readonly form?: true
  /** The response with status 200: a schema, or the media type of a document. */
  readonly reply: z.ZodType | 'application/pdf' | 'text/html' | 'text/calendar'
  /** May also respond with 204 (nothing found, no online quote, no puzzle) or 202 (not settled yet). */
  readonly empty?: 202 | 204
  /**
   * An empty answer may be a guess that missed; that of other calls says something about the quote itself. For the log
   * alone: of which calls misses are counted against whoever asks, server/access/brute-force-guard.ts says.
   */
  readonly logEmptyAsFailedLookup?: true
  /**
   * A client that came without a browser session is given one, so that later calls know it again. The visible check gives
   * one only where it is passed (server/plugins/captcha.ts).
   */
  readonly opensSession?: true
  readonly problems: readonly ProblemCode[]
}

/** Preserves each row's literal types, so that handlers and clients get exact request and response types. */
export const defineEndpoints = <T extends Record<string, Endpoint>>(table: T) => table
