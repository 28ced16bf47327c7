/**
 * The card payment adapter for Stripe Checkout, built on Stripe's library. If Stripe's answer is not certain, the
 * result is never 'paid' or 'failed' but `unknown` (a request), `pending` (no payment yet) or `unclear` (a state that
 * cannot be read).
 */
import { Stripe } from 'stripe'
import { z } from 'zod'
import type { FailureCode } from '#partners/failure-codes.ts'
import { callPartner, type PartnerResponse } from '#partners/http.ts'
import {
  type CardPayments,
  credentialStatuses,
  isAllowedPageUrl,
  previousPartnerResult,
  type RefundResult,
  sessionIdempotencyKey,
} from './port.ts'
import {
  checkoutSession,
  createdSession,
  refundList,
  refundResponse,
  sessionIdPattern,
  sessionParams,
  toCardResult,
  toRefundResult,
  transactionIdPattern,
  webhookEvent,
} from './stripe-mapper.ts'

export interface StripeOptions {
  /** 'https://api.stripe.com' */
  readonly url: string
  readonly secretKey: string
  /** The secrets of our webhook endpoint; two during a rotation. */
  readonly webhookSecrets: readonly string[]
  /** The only origin that browsers may be redirected to. */
  readonly pageOrigin: string
  readonly now: () => Date
  readonly timeoutMs?: number
}

const toleranceSeconds = 300

/**
 * Statuses of a permanent rejection. Not 409 (a request with our key is in progress), and not a 400 for a reused key:
 * in both cases something may have been created.
 */
const permanentRefusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])
const keyReused = 'idempotency_error'

export function stripe(options: StripeOptions): CardPayments {
  const { protocol, hostname, port } = new URL(options.url)
  const isSecure = protocol === 'https:'
  const timeoutMs = options.timeoutMs ?? 10_000
  const client = new Stripe(options.secretKey, {
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
    protocol: isSecure ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(fetchWithin(timeoutMs)),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })

  return {
    async createSession(request) {
      const params = sessionParams(request)
      const idempotencyKey = `session-${sessionIdempotencyKey(request.idempotencyKey, params)}`
      const made = await read(createdSession, client.checkout.sessions.create(params, { idempotencyKey }))
      if (made.failure) return { outcome: made.failure.outcome, reason: made.failure.reason }
      if (!isAllowedPageUrl(made.data.url, options.pageOrigin))
        return { outcome: 'refused', reason: 'no page on a known origin' }
      return { outcome: 'created', sessionId: made.data.id, pageUrl: made.data.url }
    },

    async result(sessionId) {
      if (!sessionIdPattern.test(sessionId)) return previousPartnerResult
      const expand = ['payment_intent.latest_charge']
      const found = await read(checkoutSession, client.checkout.sessions.retrieve(sessionId, { expand }))
      if (!found.failure) return toCardResult(found.data)
      const { error, reason } = found.failure
      // Stripe's own error code for an unknown session: a proxy may return 404 too.
      return error?.code === 'resource_missing' ? { state: 'pending' } : { state: 'unclear', reason }
    },

    /** Stripe accepts a key for one kind of request only, so the refund's key has its own prefix. */
    async refund({ transactionId, amountCents, idempotencyKey, reference }) {
      if (!transactionIdPattern.test(transactionId)) return { outcome: 'refused' }
      const metadata = { payment: reference }
      const wanted = { payment_intent: transactionId, amount: amountCents, metadata }
      const key = { idempotencyKey: `refund-of-${idempotencyKey}` }
      const made = await read(refundResponse, client.refunds.create(wanted, key))
      if (made.failure) return resultOfFailedRefund(client, made.failure, transactionId, amountCents)
      if (made.data.status !== 'pending') return toRefundResult(made.data)
      // Stripe repeats the first response for a repeated key, so a pending refund is fetched again.
      const newest = await read(refundResponse, client.refunds.retrieve(made.data.id))
      return newest.failure ? { outcome: 'unknown' } : toRefundResult(newest.data)
    },

    async findRefund({ transactionId, reference }) {
      if (!transactionIdPattern.test(transactionId)) return { outcome: 'refused' }
      const listed = await read(refundList, client.refunds.list({ payment_intent: transactionId }))
      if (listed.failure) return { outcome: 'unknown' }
      const ours = listed.data.data.find(({ metadata }) => metadata?.payment === reference)
      return ours ? toRefundResult(ours) : null
    },

    /** Needs no idempotency key: Stripe rejects the second attempt to close a page. */
    async closePage(sessionId) {
      if (!sessionIdPattern.test(sessionId)) return 'refused'
      const closed = await read(z.unknown(), client.checkout.sessions.expire(sessionId))
      return closed.failure?.outcome ?? 'closed'
    },

    readSignedWebhook({ rawBody, headers }) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      const event = options.webhookSecrets
        .map(secret => verifiedEvent(rawBody, signature, secret, options.now()))
        .find(verified => verified !== null)
      if (!event) return null
      const { object, id = null, metadata } = event.data.object
      return {
        sessionId: object === 'checkout.session' ? id : null,
        paymentKey: metadata?.openroad_payment ?? null,
      }
    },

    /** Stripe's default. */
    pageOpenHours: 24,
  }
}

/** Null if the signature is wrong or too old, or the body is not an event that we can read. */
function verifiedEvent(rawBody: Uint8Array, signature: string, secret: string, now: Date) {
  const [body, at] = [Buffer.from(rawBody), now.getTime()]
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, at)
    return webhookEvent.safeParse(event).data ?? null
  } catch {
    return null
  }
}

/**
 * With wrong credentials, or an error that is not Stripe's own, the refund stays due. If Stripe says 'already refunded',
 * its list shows our refund: Stripe keeps our key for a day, but a bank may take longer.
 */
async function resultOfFailedRefund(
  client: Stripe,
  { error, outcome }: Failure,
  transactionId: string,
  amountCents: number,
): Promise<RefundResult> {
  const isStillDue = credentialStatuses.has(error?.statusCode ?? 0) || error?.rawType === errorWithoutType
  if (error?.code !== 'charge_already_refunded') return { outcome: isStillDue ? 'unknown' : outcome }
  const listed = await read(refundList, client.refunds.list({ payment_intent: transactionId }))
  const all = listed.data?.data ?? []
  // Operators may refund in parts. The newest is first.
  const done = all.filter(({ status }) => status === 'succeeded')
  const [newest] = done
  if (newest && done.reduce((sum, { amount }) => sum + amount, 0) >= amountCents)
    return toRefundResult(newest)
  // While a refund is pending, an earlier failed one says nothing.
  if (all.some(refund => toRefundResult(refund).outcome === 'unknown')) return { outcome: 'unknown' }
  const ours = all.find(({ amount }) => amount === amountCents)
  return ours ? toRefundResult(ours) : { outcome: 'unknown' }
}

interface Failure {
  readonly outcome: 'refused' | 'unknown'
  readonly reason: FailureCode
  readonly error?: Stripe.errors.StripeError
}

/** Validates Stripe's response. A failed request is a result; unexpected errors are thrown. */
async function read<Shape extends z.ZodType>(
  shape: Shape,
  response: Promise<unknown>,
): Promise<
  | { readonly data: z.output<Shape>; readonly failure?: undefined }
  | { readonly data?: undefined; readonly failure: Failure }
> {
  try {
    const found = shape.safeParse(await response)
    if (found.success) return { data: found.data }
    return { failure: { outcome: 'unknown', reason: 'not understood' } }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { failure: toFailure(error) }
  }
}

function toFailure(error: Stripe.errors.StripeError): Failure {
  const { statusCode, rawType, detail } = error
  if (rawType === keyReused) return { outcome: 'unknown', reason: 'IDEMPOTENCY_ERROR', error }
  if (statusCode !== undefined) {
    const outcome = permanentRefusals.has(statusCode) ? 'refused' : 'unknown'
    return { outcome, reason: `HTTP ${statusCode}`, error }
  }
  const reason = detail instanceof NoResponse ? detail.code : 'not understood'
  return { outcome: 'unknown', reason, error }
}

/**
 * Thrown inside Stripe's library if there was no readable response. After ECONNRESET or EPIPE the
 * library retries the request once, with the same idempotency key.
 */
class NoResponse extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode) {
    super(code)
    this.code = code
  }
}

/** The `fetch` of Stripe's library: our own HTTP client, with its time and size limits. */
const fetchWithin =
  (timeoutMs: number): typeof fetch =>
  async (url, { headers, body } = {}) => {
    const sent = new Headers(headers)
    // fetch sets it itself.
    sent.delete('content-length')
    const response = await callPartner({
      url: String(url),
      headers: Object.fromEntries(sent),
      body: typeof body === 'string' ? body : undefined,
      timeoutMs,
    })
    if (response.failure !== undefined) throw new NoResponse(response.failure)
    return Response.json(toStripeBody(response), { status: response.status, headers: response.headers })
  }

/** The type of an error response that is not Stripe's own. */
const errorWithoutType = 'api_error'
const ownError = z.object({ error: z.looseObject({ type: z.string() }) })

/** The library treats a body without `error` as a success, so a proxy's error page gets one here. */
function toStripeBody({ status, json }: PartnerResponse): unknown {
  const isError = status < 200 || status >= 300
  if (isError) return ownError.safeParse(json).data ?? { error: { type: errorWithoutType } }
  // The library reads fields of the body without a check.
  if (json === null) throw new NoResponse('not understood')
  return json
}
