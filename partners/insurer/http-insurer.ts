/**
 * The insurer and car catalogue adapters for a partner's HTTP API (section 7 of the specification; decision 0005 lists
 * the differences). Only the insurer's explicit statement counts as a policy or a rejection.
 */
import { isDeepStrictEqual } from 'node:util'
import { coverOptions, insuresCarValue, withOfferedOptions } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import {
  createInsurerClient,
  failedResult,
  type HttpInsurerOptions,
  type InsurerResponse,
  insurerRejection,
  insurerTimeoutMs,
  pendingResult,
  recoverPartnerError,
  responseFailureReason,
} from './http-client.ts'
import { toBindRequestBody, toQuoteRequestBody } from './http-requests.ts'
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
  type Insurer,
  type InsurerCatalogue,
  type InsurerQuote,
  type InsurerQuoteResult,
  type RiskToQuote,
} from './port.ts'

/** Another change came first, and the insurer's response does not contain the changed quote. */
const changedWithoutQuote = failedResult('not understood')

/** @param startDate the requested start date; null if none was requested */
function parseQuoteResponse(response: InsurerResponse, startDate: NzDay | null): InsurerQuoteResult {
  if (response.status === 204) return { outcome: 'referred' }
  const read = quoteResponse.safeParse(response.body)
  const quote = read.success ? toInsurerQuote(read.data.data.attributes, startDate) : null
  if (response.status === 200 && quote) return { outcome: 'quoted', quote }
  switch (insurerRejection(response)) {
    case 'NOT_INSURABLE':
      return { outcome: 'declined', why: 'NOT_INSURABLE' }
    case 'QUOTE_UNKNOWN':
      return { outcome: 'not-found' }
    case 'QUOTE_CONVERTED':
      return { outcome: 'converted' }
    case 'QUOTE_EXPIRED':
      return { outcome: 'expired' }
    case 'QUOTE_CHANGED':
      return quote ? { outcome: 'stale', quote } : changedWithoutQuote
    default:
      return failedResult(responseFailureReason(response))
  }
}

/** Rejects a response about another quote, which may be another customer's. */
const requireSameQuote = (quoteNumber: string, result: InsurerQuoteResult): InsurerQuoteResult =>
  'quote' in result && result.quote.quoteNumber !== quoteNumber ? failedResult('another quote') : result

const compared = ['cover', 'voluntaryExcess', 'frequency', 'startDate', ...coverOptions] as const

/**
 * Returns the quote with the offered choice; null if it differs from what the customer chose. A missing car
 * value means that the insurer accepted ours.
 */
function matchesRequest(quote: InsurerQuote, risk: RiskToQuote): InsurerQuote | null {
  const asked = risk.choice
  const choice = withOfferedOptions(quote.choice)
  if (compared.some(part => choice[part] !== asked[part])) return null
  const askedDollars = insuresCarValue(asked.cover) ? risk.carValueDollars : 0
  const carValueDollars = insuresCarValue(asked.cover) ? quote.carValueDollars || askedDollars : 0
  return carValueDollars === askedDollars ? { ...quote, choice, carValueDollars } : null
}

const requireSameRisk = (risk: RiskToQuote, result: InsurerQuoteResult): InsurerQuoteResult => {
  if (result.outcome !== 'quoted') return result
  const quote = matchesRequest(result.quote, risk)
  return quote ? { outcome: 'quoted', quote } : failedResult('not what was asked')
}

export function insurerOverHttp(options: HttpInsurerOptions): Insurer {
  const { idempotency, timeoutMs = insurerTimeoutMs } = options
  const request = createInsurerClient(options)

  /** Without idempotency keys, a quote that is already a policy may be the result of our own earlier request. */
  function parseBindResponse(response: InsurerResponse): BindResult {
    const made = policyResponse.safeParse(response.body)
    if (response.status === 200 && made.success)
      return { outcome: 'issued', policyNumber: made.data.policyNumber }
    const code = rejectionCode(response.body)
    const no = response.status >= 400 && response.status < 500 && bindRejections.find(one => one === code)
    if (!no || (no === 'QUOTE_CONVERTED' && idempotency !== 'keys'))
      return pendingResult(responseFailureReason(response))
    return { outcome: 'rejected', reason: no }
  }

  async function lookupByReference(reference: string): Promise<BindResult | null> {
    const response = await request(`/policy/retrieve?${new URLSearchParams({ reference })}`)
    const found = policyResponse.safeParse(response.body)
    if (response.status === 200 && found.success)
      return { outcome: 'issued', policyNumber: found.data.policyNumber }
    return response.status === 404 && rejectionCode(response.body) === 'POLICY_UNKNOWN'
      ? null
      : pendingResult(responseFailureReason(response))
  }

  async function lookupByQuote(quoteNumber: string): Promise<BindResult | null> {
    const response = await request('/quote/retrieve', { quoteNumber })
    const read = quoteStatusResponse.safeParse(response.body)
    if (response.status !== 200 || !read.success) return pendingResult(responseFailureReason(response))
    const { status, policyNumber, quoteNum } = read.data.data.attributes.policyDetails
    if (quoteNum !== quoteNumber) return pendingResult('another quote')
    if (status === 'CONVERTED' && policyNumber) return { outcome: 'issued', policyNumber }
    return status === 'QUOTED' || status === 'EXPIRED' ? null : pendingResult('the quote does not tell')
  }

  /** If a rejection does not contain the changed quote, retrieves it in the remaining time. */
  async function amendQuote(
    quoteNumber: string,
    risk: RiskToQuote,
    history: InsurerQuote['history'] | null,
  ): Promise<InsurerQuoteResult> {
    const { startDate } = risk.choice
    const startedAt = performance.now()
    const result = parseQuoteResponse(
      await request('/quote/amend', toQuoteRequestBody(risk, { quoteNumber, history })),
      startDate,
    )
    if (result !== changedWithoutQuote) return requireSameRisk(risk, requireSameQuote(quoteNumber, result))
    const leftMs = Math.max(0, Math.floor(timeoutMs - (performance.now() - startedAt)))
    const response = await request('/quote/retrieve', { quoteNumber }, { timeoutMs: leftMs })
    const newest = requireSameQuote(quoteNumber, parseQuoteResponse(response, startDate))
    switch (newest.outcome) {
      case 'quoted':
        // The rejected mark again: the insurer contradicts itself.
        return isDeepStrictEqual(newest.quote.history, history)
          ? changedWithoutQuote
          : { outcome: 'stale', quote: newest.quote }
      case 'converted':
      case 'expired':
      case 'failed':
        return newest
      default:
        return changedWithoutQuote
    }
  }

  return {
    readQuoteNumber,

    // A request may arrive as late as our timeout, and the insurer starts work only then.
    safeResendAfterMs: idempotency === 'keys' ? 0 : options.quietMs + timeoutMs,

    quote: risk =>
      recoverPartnerError(
        request('/quote/create', toQuoteRequestBody(risk, null)).then(response =>
          requireSameRisk(risk, parseQuoteResponse(response, risk.choice.startDate)),
        ),
        failedResult,
      ),

    amend: (quoteNumber, risk, history) =>
      recoverPartnerError(amendQuote(quoteNumber, risk, history), failedResult),

    retrieve: quoteNumber =>
      recoverPartnerError(
        request('/quote/retrieve', { quoteNumber }).then(response =>
          requireSameQuote(quoteNumber, parseQuoteResponse(response, null)),
        ),
        failedResult,
      ),

    bind: policy =>
      recoverPartnerError<BindResult>(
        request(
          '/quote/bind',
          toBindRequestBody(policy),
          idempotency === 'keys' ? { headers: { 'idempotency-key': policy.idempotencyKey } } : {},
        ).then(parseBindResponse),
        pendingResult,
      ),

    lookupBind: ({ idempotencyKey, quoteNumber }) =>
      recoverPartnerError<BindResult | null>(
        idempotency === 'none' ? lookupByQuote(quoteNumber) : lookupByReference(idempotencyKey),
        pendingResult,
      ),
  }
}

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const request = createInsurerClient(options)
  return {
    models: ({ make, model, submodel, year }, transmission) =>
      recoverPartnerError(
        // Only these fields: the register's car also contains its plate.
        request('/vehiclelookup', { make, model, submodel, year, transmission }).then(response => {
          const found = modelsResponse.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              models: found.data.results.map(({ vehicleKey, vehicleDescription }) => ({
                vehicleKey,
                description: vehicleDescription,
              })),
            }
          return insurerRejection(response) === 'NOT_INSURABLE'
            ? { outcome: 'not-insurable' }
            : failedResult(responseFailureReason(response))
        }),
        failedResult,
      ),
    valueBand: vehicleKey =>
      recoverPartnerError(
        request('/vehicle/suminsured', { vehicleKey }).then(response => {
          const found = bandResponse.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return insurerRejection(response) === 'VEHICLE_UNKNOWN'
            ? { outcome: 'unknown-key' }
            : failedResult(responseFailureReason(response))
        }),
        failedResult,
      ),
  }
}
