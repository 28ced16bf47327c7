/**
 * The insurer adapter for a partner's HTTP API: the shapes of section 7 of the specification, except for
 * those decision 0028 lists. It only translates, and accepts or declines only on the insurer's explicit
 * statement. The insurer's support for idempotency keys and our references decides how a bind is queried.
 */
import { isDeepStrictEqual } from 'node:util'
import type { NzDay } from '#journey/dates.ts'
import {
  createInsurerClient,
  failed,
  type HttpInsurerOptions,
  insurerTimeoutMs,
  type PartnerReply,
  pending,
  recoverPartnerFailure,
  refusalResult,
  unclear,
} from './http-client.ts'
import { toBindRequestBody, toQuoteRequestBody } from './http-requests.ts'
import {
  policyReply,
  quoteOf,
  quoteReply,
  readQuoteNumber,
  refusalCode,
  standingReply,
} from './http-responses.ts'
import { matchesRequest } from './matches-request.ts'
import {
  type BindResult,
  bindRefusals,
  type Insurer,
  type InsurerQuote,
  type InsurerQuoteResult,
  type RiskToQuote,
} from './port.ts'

/** Somebody else's change came first, and the insurer does not say what became of the quote by it. */
const changedUnseen = failed('not understood')

/** @param startDate that was asked for; null where none was */
function quoteAnswer(told: PartnerReply, startDate: NzDay | null): InsurerQuoteResult {
  if (told.status === 204) return { outcome: 'referred' }
  const read = quoteReply.safeParse(told.said)
  const quote = read.success ? quoteOf(read.data.data.attributes, startDate) : null
  if (told.status === 200 && quote) return { outcome: 'quoted', quote }
  switch (refusalResult(told)) {
    case 'NOT_INSURABLE':
      return { outcome: 'declined', why: 'NOT_INSURABLE' }
    case 'QUOTE_UNKNOWN':
      return { outcome: 'not-found' }
    case 'QUOTE_CONVERTED':
      return { outcome: 'converted' }
    case 'QUOTE_EXPIRED':
      return { outcome: 'expired' }
    case 'QUOTE_CHANGED':
      return quote ? { outcome: 'stale', quote } : changedUnseen
    default:
      return failed(unclear(told))
  }
}

/** Of this quote, or none: the price and the number of another are somebody else's. */
const about = (quoteNumber: string, answer: InsurerQuoteResult): InsurerQuoteResult =>
  'quote' in answer && answer.quote.quoteNumber !== quoteNumber ? failed('another quote') : answer

const pricedAs = (risk: RiskToQuote, answer: InsurerQuoteResult): InsurerQuoteResult => {
  if (answer.outcome !== 'quoted') return answer
  const quote = matchesRequest(answer.quote, risk)
  return quote ? { outcome: 'quoted', quote } : failed('not what was asked')
}

export function insurerOverHttp(options: HttpInsurerOptions): Insurer {
  const { knows, timeoutMs = insurerTimeoutMs } = options
  const ask = createInsurerClient(options)

  /** Of one that knows no keys, a quote that is a policy already may well have become one by our own asking. */
  function bindAnswer(told: PartnerReply): BindResult {
    const made = policyReply.safeParse(told.said)
    if (told.status === 200 && made.success)
      return { outcome: 'issued', policyNumber: made.data.policyNumber }
    const code = refusalCode(told.said)
    const no = told.status >= 400 && told.status < 500 && bindRefusals.find(one => one === code)
    if (!no || (no === 'QUOTE_CONVERTED' && knows !== 'keys')) return pending(unclear(told))
    return { outcome: 'rejected', reason: no }
  }

  async function byReference(reference: string): Promise<BindResult | null> {
    const told = await ask(`/policy/retrieve?${new URLSearchParams({ reference })}`)
    const found = policyReply.safeParse(told.said)
    if (told.status === 200 && found.success)
      return { outcome: 'issued', policyNumber: found.data.policyNumber }
    return told.status === 404 && refusalCode(told.said) === 'POLICY_UNKNOWN' ? null : pending(unclear(told))
  }

  async function byQuote(quoteNumber: string): Promise<BindResult | null> {
    const told = await ask('/quote/retrieve', { quoteNumber })
    const read = standingReply.safeParse(told.said)
    if (told.status !== 200 || !read.success) return pending(unclear(told))
    const { status, policyNumber, quoteNum } = read.data.data.attributes.policyDetails
    if (quoteNum !== quoteNumber) return pending('another quote')
    if (status === 'CONVERTED' && policyNumber) return { outcome: 'issued', policyNumber }
    return status === 'QUOTED' || status === 'EXPIRED' ? null : pending('the quote does not tell')
  }

  /** A refusal need not bring the quote as it stands now: then it is asked for, in the time that is left. */
  async function amended(
    quoteNumber: string,
    risk: RiskToQuote,
    history: InsurerQuote['history'] | null,
  ): Promise<InsurerQuoteResult> {
    const { startDate } = risk.choice
    const begunAt = performance.now()
    const answer = quoteAnswer(
      await ask('/quote/amend', toQuoteRequestBody(risk, { quoteNumber, history })),
      startDate,
    )
    if (answer !== changedUnseen) return pricedAs(risk, about(quoteNumber, answer))
    const leftMs = Math.max(0, Math.floor(timeoutMs - (performance.now() - begunAt)))
    const told = await ask('/quote/retrieve', { quoteNumber }, { timeoutMs: leftMs })
    const newest = about(quoteNumber, quoteAnswer(told, startDate))
    switch (newest.outcome) {
      case 'quoted':
        // The mark that was refused a moment ago tells of no change.
        return isDeepStrictEqual(newest.quote.history, history)
          ? changedUnseen
          : { outcome: 'stale', quote: newest.quote }
      case 'converted':
      case 'expired':
      case 'failed':
        return newest
      default:
        return changedUnseen
    }
  }

  return {
    readQuoteNumber,

    // What it is sent may be on its way for as long as we wait, and only then does it begin to work.
    safeResendAfterMs: knows === 'keys' ? 0 : options.quietMs + timeoutMs,

    quote: risk =>
      recoverPartnerFailure(
        ask('/quote/create', toQuoteRequestBody(risk, null)).then(told =>
          pricedAs(risk, quoteAnswer(told, risk.choice.startDate)),
        ),
        failed,
      ),

    amend: (quoteNumber, risk, history) => recoverPartnerFailure(amended(quoteNumber, risk, history), failed),

    retrieve: quoteNumber =>
      recoverPartnerFailure(
        ask('/quote/retrieve', { quoteNumber }).then(told => about(quoteNumber, quoteAnswer(told, null))),
        failed,
      ),

    bind: policy =>
      recoverPartnerFailure<BindResult>(
        ask(
          '/quote/bind',
          toBindRequestBody(policy),
          knows === 'keys' ? { headers: { 'idempotency-key': policy.idempotencyKey } } : {},
        ).then(bindAnswer),
        pending,
      ),

    lookupBind: ({ idempotencyKey, quoteNumber }) =>
      recoverPartnerFailure<BindResult | null>(
        knows === 'neither' ? byQuote(quoteNumber) : byReference(idempotencyKey),
        pending,
      ),
  }
}
