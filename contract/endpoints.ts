/**
 * Every /edge call with its route, schemas, problems and types; browser code imports only types, to leave out zod.
 */
import type { z } from 'zod'
import { openQuoteRequiredProblems, type ProblemCode } from './problems.ts'
import { type EndpointName, type Route, type Routes, routes } from './routes.ts'
import { carAndAddressCallSchemas } from './schemas/car-and-address-calls.ts'
import { policyCallSchemas } from './schemas/policy-calls.ts'
import { quoteCallSchemas } from './schemas/quote-calls.ts'
import { sessionCallSchemas } from './schemas/session-calls.ts'

/** The schemas of a call; without a response schema if the response is a document. */
interface CallSchemas {
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply?: z.ZodType
}
type SchemasByCall = {
  readonly [N in EndpointName]: Routes[N] extends { document: string }
    ? CallSchemas & { readonly reply?: never }
    : CallSchemas & { readonly reply: z.ZodType }
}

const schemas = {
  ...sessionCallSchemas,
  ...carAndAddressCallSchemas,
  ...quoteCallSchemas,
  ...policyCallSchemas,
} satisfies SchemasByCall
type Schemas = typeof schemas

const problems = {
  login: ['NOT_LOGGED_IN', 'TOO_MANY_REQUESTS'],
  session: [],
  captchaChallenge: ['TOO_MANY_REQUESTS'],
  validateRecaptcha: ['CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
  vehicleDetails: ['INVALID_PLATE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  registration: ['TOO_MANY_REQUESTS'],
  vehicleLookup: ['NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  sumInsured: ['NOT_FOUND', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  addressSuggest: ['TOO_MANY_REQUESTS'],
  addressRisk: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  addressPostal: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  prospectCar: ['TOO_MANY_REQUESTS'],
  quoteCreate: [
    ...openQuoteRequiredProblems,
    'NOT_INSURABLE',
    'PARTNER_UNAVAILABLE',
    'STALE',
    'CAPTCHA_REQUIRED',
    'TOO_MANY_REQUESTS',
  ],
  quoteAmend: [...openQuoteRequiredProblems, 'NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'STALE'],
  quoteRetrieve: ['TOO_MANY_REQUESTS'],
  emailQuote: ['NOT_FOUND', ...openQuoteRequiredProblems, 'TOO_MANY_REQUESTS'],
  quoteBind: [...openQuoteRequiredProblems, 'REJECTED', 'STALE'],
  paymentCreate: [...openQuoteRequiredProblems, 'REJECTED', 'STALE', 'PARTNER_UNAVAILABLE'],
  paymentRetry: ['NOT_FOUND', ...openQuoteRequiredProblems, 'REJECTED', 'PARTNER_UNAVAILABLE'],
  policyRetrieve: ['TOO_MANY_REQUESTS'],
  directDebitTerm: [],
  documentRetrieve: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  calendarRetrieve: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const satisfies Readonly<Record<EndpointName, readonly ProblemCode[]>>

export type Endpoint = Route & CallSchemas & { readonly problems: readonly ProblemCode[] }
export type Endpoints = {
  readonly [N in EndpointName]: Routes[N] & Schemas[N] & { readonly problems: (typeof problems)[N] }
}

const names = Object.keys(routes) as EndpointName[]
export const endpoints = Object.fromEntries(
  names.map(name => [name, { ...routes[name], ...schemas[name], problems: problems[name] }]),
) as unknown as Endpoints

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined
/** Distributes over a union of calls. */
type SchemaPart<C, K extends string> = C extends Record<K, infer S> ? S : undefined

export type BodyOf<N extends EndpointName> = Output<SchemaPart<Schemas[N], 'body'>>
export type QueryOf<N extends EndpointName> = Output<SchemaPart<Schemas[N], 'query'>>
export type ParamsOf<N extends EndpointName> = Output<SchemaPart<Schemas[N], 'params'>>
/** The request that a client sends. */
export type RequestBodyOf<N extends EndpointName> = Input<SchemaPart<Schemas[N], 'body'>>
export type RequestQueryOf<N extends EndpointName> = Input<SchemaPart<Schemas[N], 'query'>>
export type ResponseOf<N extends EndpointName> = Routes[N] extends { document: 'application/pdf' }
  ? Uint8Array
  : Routes[N] extends { document: string }
    ? string
    : Output<SchemaPart<Schemas[N], 'reply'>>
