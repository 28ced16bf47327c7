/**
 * A partner insurer's API behind our port, in the shapes of section 7 of the specification. It only translates: a yes
 * or no is one only in the insurer's own words, and what it knows of keys and of our references decides how a bind may
 * be asked about.
 */
import { callPartner, jsonOf, type PartnerAnswer, PartnerFailure } from '#partners/http.ts'
import { asAsked } from './as-asked.ts'
import { bandReply, modelsReply, policyReply, quoteOf, quoteReply, refusalCode } from './http-answers.ts'
import { bindBody, quoteBody } from './http-bodies.ts'
import {
  type BindAnswer,
  bindRefusals,
  type Insurer,
  type InsurerCatalogue,
  type InsurerKnowledge,
  type QuoteAnswer,
  type RiskToQuote,
} from './port.ts'

export interface HttpInsurerOptions {
  /** 'https://api.insurer.example/v1' */
  readonly baseUrl: string
  readonly key: string
  readonly knows: InsurerKnowledge
  /** Longer than the insurer may be at work on a bind; counts only where it knows no keys. */
  readonly quietMs: number
  readonly timeoutMs?: number
}

const partner = 'insurer'

interface Told {
  readonly status: number
  /** Null where it was no JSON. */
  readonly said: unknown
}

type Ask = (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Told>

function askerOf({ baseUrl, key, timeoutMs = 10_000 }: HttpInsurerOptions): Ask {
  const authorization = `Bearer ${key}`
  return async (path, body, headers = {}) => {
    const answer = await callPartner({
      partner,
      url: `${baseUrl}${path}`,
      timeoutMs,
      ...(body === undefined
        ? { headers: { authorization, ...headers } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
    })
    return { status: answer.status, said: saidIn(answer) }
  }
}

function saidIn(answer: PartnerAnswer): unknown {
  try {
    return jsonOf(partner, answer)
  } catch (error) {
    if (error instanceof PartnerFailure) return null
    throw error
  }
}

/** What was asked, or `otherwise` with the reason when no answer came. */
async function orElse<T>(work: Promise<T>, otherwise: (reason: string) => T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PartnerFailure) return otherwise(error.kind)
    throw error
  }
}

const failed = (reason: string) => ({ outcome: 'failed', reason }) as const
const pending = (reason: string) => ({ outcome: 'pending', reason }) as const
const unclear = ({ status, said }: Told): string =>
  status >= 200 && status < 300 ? 'not understood' : (refusalCode(said) ?? `HTTP ${status}`)

/** Its plain no; what comes with a failure of its own is none. */
const noOf = ({ status, said }: Told): string | null => (status < 500 ? refusalCode(said) : null)

function quoteAnswer(told: Told): QuoteAnswer {
  if (told.status === 204) return { outcome: 'referred' }
  const read = quoteReply.safeParse(told.said)
  if (told.status === 200 && read.success)
    return { outcome: 'quoted', quote: quoteOf(read.data.data.attributes) }
  switch (noOf(told)) {
    case 'NOT_INSURABLE':
      return { outcome: 'declined', why: 'NOT_INSURABLE' }
    case 'QUOTE_UNKNOWN':
      return { outcome: 'not-found' }
    case 'QUOTE_CONVERTED':
      return { outcome: 'converted' }
    case 'QUOTE_CHANGED':
      return read.success
        ? { outcome: 'stale', quote: quoteOf(read.data.data.attributes) }
        : failed('not understood')
    default:
      return failed(unclear(told))
  }
}

/** Of this quote, or none: the price and the number of another are somebody else's. */
const about = (quoteNumber: string, answer: QuoteAnswer): QuoteAnswer =>
  'quote' in answer && answer.quote.quoteNumber !== quoteNumber ? failed('another quote') : answer

const pricedAs = (risk: RiskToQuote, answer: QuoteAnswer): QuoteAnswer => {
  if (answer.outcome !== 'quoted') return answer
  const quote = asAsked(answer.quote, risk)
  return quote ? { outcome: 'quoted', quote } : failed('not what was asked')
}

export function insurerOverHttp(options: HttpInsurerOptions): Insurer {
  const { knows } = options
  const ask = askerOf(options)

  /** Of one that knows no keys, a quote that is a policy already may well have become one by our own asking. */
  function bindAnswer(told: Told): BindAnswer {
    const made = policyReply.safeParse(told.said)
    if (told.status === 200 && made.success)
      return { outcome: 'issued', policyNumber: made.data.policyNumber }
    const code = refusalCode(told.said)
    const no = told.status >= 400 && told.status < 500 && bindRefusals.find(one => one === code)
    if (!no || (no === 'QUOTE_CONVERTED' && knows !== 'keys')) return pending(unclear(told))
    return { outcome: 'rejected', reason: no }
  }

  async function byReference(reference: string): Promise<BindAnswer | null> {
    const told = await ask(`/policy/retrieve?${new URLSearchParams({ reference })}`)
    const found = policyReply.safeParse(told.said)
    if (told.status === 200 && found.success)
      return { outcome: 'issued', policyNumber: found.data.policyNumber }
    return told.status === 404 && refusalCode(told.said) === 'POLICY_UNKNOWN' ? null : pending(unclear(told))
  }

  async function byQuote(quoteNumber: string): Promise<BindAnswer | null> {
    const told = await ask('/quote/retrieve', { quoteNumber })
    const read = quoteReply.safeParse(told.said)
    if (told.status !== 200 || !read.success) return pending(unclear(told))
    const { status, policyNumber, quoteNum } = read.data.data.attributes.policyDetails
    if (quoteNum !== quoteNumber) return pending('another quote')
    if (status === 'CONVERTED' && policyNumber) return { outcome: 'issued', policyNumber }
    return status === 'QUOTED' || status === 'EXPIRED' ? null : pending('the quote does not tell')
  }

  return {
    bindQuietMs: knows === 'keys' ? 0 : options.quietMs,

    quote: risk =>
      orElse(
        ask('/quote/create', quoteBody(risk, null)).then(told => pricedAs(risk, quoteAnswer(told))),
        failed,
      ),

    amend: (quoteNumber, risk, history) =>
      orElse(
        ask('/quote/amend', quoteBody(risk, { quoteNumber, history })).then(told =>
          pricedAs(risk, about(quoteNumber, quoteAnswer(told))),
        ),
        failed,
      ),

    retrieve: quoteNumber =>
      orElse(
        ask('/quote/retrieve', { quoteNumber }).then(told => about(quoteNumber, quoteAnswer(told))),
        failed,
      ),

    bind: policy =>
      orElse<BindAnswer>(
        ask(
          '/quote/bind',
          bindBody(policy),
          knows === 'keys' ? { 'idempotency-key': policy.idempotencyKey } : {},
        ).then(bindAnswer),
        pending,
      ),

    whatBecameOf: ({ idempotencyKey, quoteNumber }) =>
      orElse<BindAnswer | null>(
        knows === 'neither' ? byQuote(quoteNumber) : byReference(idempotencyKey),
        pending,
      ),
  }
}

/** The same insurer's list of cars. */
export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const ask = askerOf(options)
  return {
    models: (car, transmission) =>
      orElse(
        ask('/vehiclelookup', { ...car, transmission }).then(told => {
          const found = modelsReply.safeParse(told.said)
          if (told.status === 200 && found.success)
            return {
              outcome: 'found',
              models: found.data.results.map(({ vehicleKey, vehicleDescription }) => ({
                vehicleKey,
                description: vehicleDescription,
              })),
            }
          return noOf(told) === 'NOT_INSURABLE' ? { outcome: 'not-insurable' } : failed(unclear(told))
        }),
        failed,
      ),
    valueBand: vehicleKey =>
      orElse(
        ask('/vehicle/suminsured', { vehicleKey }).then(told => {
          const found = bandReply.safeParse(told.said)
          if (told.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return noOf(told) === 'VEHICLE_UNKNOWN' ? { outcome: 'unknown-key' } : failed(unclear(told))
        }),
        failed,
      ),
  }
}
