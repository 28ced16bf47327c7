/**
 * The insurer and car catalogue adapters for a partner's HTTP API (section 7 of the specification; decision 0005 lists
 * the differences). Only the insurer's explicit statement counts as a policy or a rejection.
 */
import { isDeepStrictEqual } from 'node:util'
import { coverOptions, insuresCar, withOfferedOptions } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import { type FailureCode, toFailureCode } from '#partners/failure-codes.ts'
import { callPartner, failureCodeOf, type PartnerResponse } from '#partners/http.ts'
import {
  bandResponse,
  modelsResponse,
  policyResponse,
  quoteResponse,
  quoteStatusResponse,
  readQuoteNumber,
  rejectionCode,
  toInsurerQuote,
} from './http-responses.ts'
import {
  type BindResult,
  bindRejections,
  type IdempotencyMode,
  type Insurer,
  type InsurerCatalogue,
  type InsurerQuote,
  type InsurerQuoteResult,
  type RiskToQuote,
} from './port.ts'
import { encodeBindRequest, encodeQuoteRequest } from './wire.ts'

export interface HttpInsurerOptions {
  /** 'https://api.insurer.example/v1' */
  readonly url: string
  readonly key: string
  readonly idempotency: IdempotencyMode
  /** Longer than the insurer may process a bind; unused if it supports idempotency keys. */
  readonly quietSeconds: number
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 10_000

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** For requests that have less time left than the default. */
  readonly timeoutMs?: number
}

/** Returns the function that sends a request. */
const insurerClient =
  ({ url, key, timeoutMs: usualMs = defaultTimeoutMs }: HttpInsurerOptions) =>
  (path: string, body?: object, { headers, timeoutMs = usualMs }: RequestOptions = {}) =>
    callPartner({
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
      timeoutMs,
    })

/** The insurer's own code of an error response, or the code of the failed request. */
const failureOf = (response: PartnerResponse): FailureCode => {
  const { status, json } = response
  const isError = status < 200 || status >= 300
  const code = isError && rejectionCode(json)
  return code ? toFailureCode(code) : failureCodeOf(response)
}

const failed = (response: PartnerResponse) => ({ outcome: 'failed', reason: failureOf(response) }) as const
const pending = (response: PartnerResponse) => ({ outcome: 'pending', reason: failureOf(response) }) as const

/** The insurer's reason code of a rejection; null for responses of 500 and above, which are failures. */
const insurerRejection = ({ status, json }: PartnerResponse): string | null =>
  status < 500 ? rejectionCode(json) : null

/** Another change came first, and the insurer's response does not contain the changed quote. */
const changedWithoutQuote = { outcome: 'failed', reason: 'not understood' } as const

const quoteRejections = new Map<string, InsurerQuoteResult>([
  ['NOT_INSURABLE', { outcome: 'declined', why: 'NOT_INSURABLE' }],
  ['QUOTE_UNKNOWN', { outcome: 'not-found' }],
  ['QUOTE_CONVERTED', { outcome: 'converted' }],
  ['QUOTE_EXPIRED', { outcome: 'expired' }],
  ['QUOTE_CHANGED', changedWithoutQuote],
])

/** @param startDate the requested start date; null if none was requested */
function parseQuoteResponse(response: PartnerResponse, startDate: NzDay | null): InsurerQuoteResult {
  if (response.status === 204) return { outcome: 'referred' }
  const read = quoteResponse.safeParse(response.json)
  const quote = read.success ? toInsurerQuote(read.data.data.attributes, startDate) : null
  if (response.status === 200 && quote) return { outcome: 'quoted', quote }
  const code = insurerRejection(response) ?? ''
  if (code === 'QUOTE_CHANGED' && quote) return { outcome: 'stale', quote }
  return quoteRejections.get(code) ?? failed(response)
}

/** Rejects a response about another quote, which may be another customer's. */
const requireSameQuote = (quoteNumber: string, result: InsurerQuoteResult): InsurerQuoteResult =>
  'quote' in result && result.quote.quoteNumber !== quoteNumber
    ? { outcome: 'failed', reason: 'another quote' }
    : result

const compared = ['cover', 'voluntaryExcess', 'frequency', 'startDate', ...coverOptions] as const

/**
 * Returns the quote with the offered choice; null if it differs from what the customer chose. A missing car
 * value means that the insurer accepted ours.
 */
function matchesRequest(quote: InsurerQuote, risk: RiskToQuote): InsurerQuote | null {
  const asked = risk.choice
  const choice = withOfferedOptions(quote.choice)
  if (compared.some(part => choice[part] !== asked[part])) return null
  const askedDollars = insuresCar(asked.cover) ? risk.carValueDollars : 0
  const carValueDollars = insuresCar(asked.cover) ? quote.carValueDollars || askedDollars : 0
  return carValueDollars === askedDollars ? { ...quote, choice, carValueDollars } : null
}

const requireSameRisk = (risk: RiskToQuote, result: InsurerQuoteResult): InsurerQuoteResult => {
  if (result.outcome !== 'quoted') return result
  const quote = matchesRequest(result.quote, risk)
  return quote ? { outcome: 'quoted', quote } : { outcome: 'failed', reason: 'choice differs' }
}

export function insurerOverHttp(options: HttpInsurerOptions): Insurer {
  const { idempotency, timeoutMs = defaultTimeoutMs } = options
  const request = insurerClient(options)

  /** Without idempotency keys, a quote that is already a policy may be the result of our own earlier request. */
  function parseBindResponse(response: PartnerResponse): BindResult {
    const made = policyResponse.safeParse(response.json)
    if (response.status === 200 && made.success)
      return { outcome: 'issued', policyNumber: made.data.policyNumber }
    const code = rejectionCode(response.json)
    const no = response.status >= 400 && response.status < 500 && bindRejections.find(one => one === code)
    if (!no || (no === 'QUOTE_CONVERTED' && idempotency !== 'keys')) return pending(response)
    return { outcome: 'rejected', reason: no }
  }

  async function lookupByReference(reference: string): Promise<BindResult | null> {
    const response = await request(`/policy/retrieve?${new URLSearchParams({ reference })}`)
    const found = policyResponse.safeParse(response.json)
    if (response.status === 200 && found.success)
      return { outcome: 'issued', policyNumber: found.data.policyNumber }
    return response.status === 404 && rejectionCode(response.json) === 'POLICY_UNKNOWN'
      ? null
      : pending(response)
  }

  async function lookupByQuote(quoteNumber: string): Promise<BindResult | null> {
    const response = await request('/quote/retrieve', { quoteNumber })
    const read = quoteStatusResponse.safeParse(response.json)
    if (response.status !== 200 || !read.success) return pending(response)
    const { status, policyNumber, quoteNum } = read.data.data.attributes.policyDetails
    if (quoteNum !== quoteNumber) return { outcome: 'pending', reason: 'another quote' }
    if (status === 'CONVERTED' && policyNumber) return { outcome: 'issued', policyNumber }
    return status === 'QUOTED' || status === 'EXPIRED'
      ? null
      : { outcome: 'pending', reason: 'quote status unknown' }
  }

  /** If a rejection does not contain the changed quote, retrieves it in the remaining time. */
  const amend: Insurer['amend'] = async (quoteNumber, risk, history) => {
    const { startDate } = risk.choice
    const startedAt = performance.now()
    const result = parseQuoteResponse(
      await request('/quote/amend', encodeQuoteRequest(risk, { quoteNumber, history })),
      startDate,
    )
    if (result !== changedWithoutQuote) return requireSameRisk(risk, requireSameQuote(quoteNumber, result))
    const leftMs = Math.max(0, Math.floor(timeoutMs - (performance.now() - startedAt)))
    const response = await request('/quote/retrieve', { quoteNumber }, { timeoutMs: leftMs })
    const newest = requireSameQuote(quoteNumber, parseQuoteResponse(response, startDate))
    if (newest.outcome === 'quoted') {
      // The rejected version again: the insurer contradicts itself.
      const isSameVersion = isDeepStrictEqual(newest.quote.history, history)
      return isSameVersion ? changedWithoutQuote : { outcome: 'stale', quote: newest.quote }
    }
    const cannotBeSold = ['converted', 'expired', 'failed'].includes(newest.outcome)
    return cannotBeSold ? newest : changedWithoutQuote
  }

  return {
    readQuoteNumber,

    // A request may arrive as late as our timeout, and the insurer starts work only then.
    safeResendAfterMs: idempotency === 'keys' ? 0 : options.quietSeconds * 1000 + timeoutMs,

    async quote(risk) {
      const response = await request('/quote/create', encodeQuoteRequest(risk, null))
      return requireSameRisk(risk, parseQuoteResponse(response, risk.choice.startDate))
    },

    amend,

    async retrieve(quoteNumber) {
      const response = await request('/quote/retrieve', { quoteNumber })
      return requireSameQuote(quoteNumber, parseQuoteResponse(response, null))
    },

    async bind(policy) {
      const headers = idempotency === 'keys' ? { 'idempotency-key': policy.idempotencyKey } : {}
      return parseBindResponse(await request('/quote/bind', encodeBindRequest(policy), { headers }))
    },

    lookupBind: ({ idempotencyKey, quoteNumber }) =>
      idempotency === 'none' ? lookupByQuote(quoteNumber) : lookupByReference(idempotencyKey),
  }
}

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const request = insurerClient(options)
  return {
    async models({ make, model, submodel, year }, transmission) {
      // Only these fields: the register's car also contains its plate.
      const response = await request('/vehiclelookup', { make, model, submodel, year, transmission })
      const found = modelsResponse.safeParse(response.json)
      if (response.status === 200 && found.success) return { outcome: 'found', models: found.data.results }
      return insurerRejection(response) === 'NOT_INSURABLE' ? { outcome: 'not-insurable' } : failed(response)
    },
    async valueBand(vehicleKey) {
      const response = await request('/vehicle/suminsured', { vehicleKey })
      const found = bandResponse.safeParse(response.json)
      if (response.status === 200 && found.success) return { outcome: 'found', band: found.data }
      return insurerRejection(response) === 'VEHICLE_UNKNOWN' ? { outcome: 'unknown-key' } : failed(response)
    },
  }
}
