/**
 * The table of every /edge endpoint: method, path, authentication, captcha action, request and response.
 * Routes, validation in both directions, client types and the OpenAPI document are made from it. The
 * browser has a copy without schemas (web/api/endpoints.ts); a test compares the two.
 */
import type { z } from 'zod'
import { carEndpoints } from './car-endpoints.ts'
import { policyEndpoints } from './policy-endpoints.ts'
import { quoteEndpoints } from './quote-endpoints.ts'
import { sessionEndpoints } from './session-endpoints.ts'

export type { Endpoint } from './endpoint.ts'

export const endpoints = { ...sessionEndpoints, ...carEndpoints, ...quoteEndpoints, ...policyEndpoints }

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Part<C, K extends string> = C extends Record<K, infer S> ? S : undefined

/** The parsed request of a handler. */
export type BodyOf<N extends EndpointName> = Output<Part<Endpoints[N], 'body'>>
export type QueryOf<N extends EndpointName> = Output<Part<Endpoints[N], 'query'>>
export type ParamsOf<N extends EndpointName> = Output<Part<Endpoints[N], 'params'>>
/** The request that a client sends. */
export type RequestBodyOf<N extends EndpointName> = Input<Part<Endpoints[N], 'body'>>
export type RequestQueryOf<N extends EndpointName> = Input<Part<Endpoints[N], 'query'>>
export type ReplyOf<N extends EndpointName> = Endpoints[N]['reply'] extends z.ZodType
  ? z.output<Endpoints[N]['reply']>
  : Endpoints[N]['reply'] extends 'application/pdf'
    ? Uint8Array
    : string
