/**
 * Every call of /edge: method, path, who may, which captcha action guards it, what goes in and what comes out. The
 * routes, the validation of both directions, the client's types and the OpenAPI document are made from this table; the
 * browser has a copy without the schemas (web/api/endpoints.ts), which a test holds to it.
 */
import type { z } from 'zod'
import { carCalls } from './car-endpoints.ts'
import { policyCalls } from './policy-endpoints.ts'
import { quoteCalls } from './quote-endpoints.ts'
import { sessionCalls } from './session-endpoints.ts'

export type { Call } from './endpoint.ts'

export const calls = { ...sessionCalls, ...carCalls, ...quoteCalls, ...policyCalls }

export type Calls = typeof calls
export type CallName = keyof Calls

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Part<C, K extends string> = C extends Record<K, infer S> ? S : undefined

/** What a handler reads: the parsed parts of the request. */
export type BodyOf<N extends CallName> = Output<Part<Calls[N], 'body'>>
export type QueryOf<N extends CallName> = Output<Part<Calls[N], 'query'>>
export type ParamsOf<N extends CallName> = Output<Part<Calls[N], 'params'>>
/** What a client sends. */
export type SentBodyOf<N extends CallName> = Input<Part<Calls[N], 'body'>>
export type SentQueryOf<N extends CallName> = Input<Part<Calls[N], 'query'>>
export type ReplyOf<N extends CallName> = Calls[N]['reply'] extends z.ZodType
  ? z.output<Calls[N]['reply']>
  : Calls[N]['reply'] extends 'application/pdf'
    ? Uint8Array
    : string
