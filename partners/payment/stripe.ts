/**
 * The Stripe Checkout adapter, built on Stripe's library. It only translates: what Stripe does not state
 * explicitly is `unknown`, `pending` or `unclear`. Browsers are redirected only to Checkout's own origins.
 */
import { Stripe } from 'stripe'
import { PartnerFailure } from '#partners/http.ts'
import { isAllowedPageUrl } from './allowed-page-url.ts'
import { anotherPartner, type CardPayments, type RefundResult, requestKey } from './port.ts'
import { errorWithoutType, httpClientOver } from './stripe-http.ts'
import { sessionParams } from './stripe-params.ts'
import {
  createdSession,
  event,
  notUnderstood,
  refundAnswer,
  refundDone,
  refundList,
  resultOf,
  session,
  sessionIdPattern,
  transactionIdPattern,
} from './stripe-wire.ts'

export interface StripeOptions {
  /** 'https://api.stripe.com' */
  readonly baseUrl: string
  readonly secretKey: string
  /** The secrets of our webhook endpoint; two while one replaces the other. */
  readonly webhookSecrets: readonly string[]
  /** The only ones a browser may be sent to. */
  readonly pageOrigins: readonly string[]
  readonly now: () => Date
  readonly timeoutMs?: number
}

const toleranceSeconds = 300

/**
 * Answers that mean no for good. 409 is not among them: another request under our key is at work. Nor is a 400 that says that our
 * key came with other parameters before: of those something may have been made.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])
const keyReused = 'idempotency_error'
/** Of our credentials, which a person mends: money that is due is sent back once they are. */
const aboutUs: ReadonlySet<number> = new Set([401, 403])

export function stripe(options: StripeOptions): CardPayments {
  const { protocol, hostname, port } = new URL(options.baseUrl)
  const isSecure = protocol === 'https:'
  const client = new Stripe(options.secretKey, {
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
    protocol: isSecure ? 'https' : 'http',
    httpClient: httpClientOver('card payments'),
    timeout: options.timeoutMs ?? 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })

  return {
    async createSession(request) {
      try {
        const params = sessionParams(request)
        const idempotencyKey = `session-${requestKey(request.idempotencyKey, params)}`
        const made = createdSession.safeParse(
          await client.checkout.sessions.create(params, { idempotencyKey }),
        )
        if (!made.success) return { outcome: 'unknown', reason: 'not understood' }
        if (!isAllowedPageUrl(made.data.url, options.pageOrigins))
          return { outcome: 'refused', reason: 'no page on a known origin' }
        return { outcome: 'created', sessionId: made.data.id, pageUrl: made.data.url }
      } catch (error) {
        return failureOf(error)
      }
    },

    async result(sessionId) {
      if (!sessionIdPattern.test(sessionId)) return anotherPartner
      try {
        const expand = ['payment_intent.latest_charge']
        const found = session.safeParse(await client.checkout.sessions.retrieve(sessionId, { expand }))
        return found.success ? resultOf(found.data) : notUnderstood
      } catch (error) {
        const { reason } = failureOf(error)
        return isMissing(error) ? { state: 'pending' } : { state: 'unclear', reason }
      }
    },

    /**
     * Stripe accepts a key for one request only, so the refund's key differs from the payment's by a prefix.
     */
    async refund({ transactionId, amountCents, idempotencyKey, reference }) {
      if (!transactionIdPattern.test(transactionId)) return { outcome: 'refused' }
      try {
        const wanted = {
          payment_intent: transactionId,
          amount: amountCents,
          metadata: { payment: reference },
        }
        const key = { idempotencyKey: `refund-of-${idempotencyKey}` }
        const made = refundDone.safeParse(await client.refunds.create(wanted, key))
        if (!made.success) return { outcome: 'unknown' }
        // Stripe repeats the first response for a repeated key, so the current state is requested
        // separately.
        return made.data.status === 'pending'
          ? await refundNow(client, made.data.id)
          : refundAnswer(made.data)
      } catch (error) {
        const { outcome } = failureOf(error)
        if (!(error instanceof Stripe.errors.StripeError)) return { outcome }
        if (error.code === 'charge_already_refunded') return refundOf(client, transactionId, amountCents)
        const isOpen = aboutUs.has(error.statusCode ?? 0) || error.rawType === errorWithoutType
        return { outcome: isOpen ? 'unknown' : outcome }
      }
    },

    async findRefund({ transactionId, reference }) {
      if (!transactionIdPattern.test(transactionId)) return { outcome: 'refused' }
      try {
        const listed = refundList.safeParse(await client.refunds.list({ payment_intent: transactionId }))
        if (!listed.success) return { outcome: 'unknown' }
        const ours = listed.data.data.find(({ metadata }) => metadata?.payment === reference)
        return ours ? refundAnswer(ours) : null
      } catch (error) {
        failureOf(error)
        return { outcome: 'unknown' }
      }
    },

    /** Without a key: a repeat is refused as a page that is closed. */
    async closePage(sessionId) {
      if (!sessionIdPattern.test(sessionId)) return 'refused'
      try {
        await client.checkout.sessions.expire(sessionId)
        return 'closed'
      } catch (error) {
        return failureOf(error).outcome
      }
    },

    sessionOf({ query, body }) {
      const told = event.safeParse({ id: '-', ...Object(body) })
      const named = query.session_id ?? (told.success ? sessionIn(told.data) : null)
      return named !== null && sessionIdPattern.test(named) ? named : null
    },

    readSignedNotice({ rawBody, headers }) {
      const signature = headers['stripe-signature']
      if (signature === undefined) return null
      for (const secret of options.webhookSecrets) {
        const told = event.safeParse(verified(client, rawBody, signature, secret, options.now()))
        if (told.success)
          return {
            sessionId: sessionIn(told.data),
            paymentKey: told.data.data.object.metadata?.openroad_payment ?? null,
          }
      }
      return null
    },

    /** Stripe's own time for a session that names none. */
    pageOpenHours: 24,
  }
}

/** Stripe keeps our key for a day, and a bank may take longer: then only its own list tells what became of a refund. */
async function refundOf(client: Stripe, transactionId: string, amountCents: number): Promise<RefundResult> {
  try {
    const listed = refundList.safeParse(await client.refunds.list({ payment_intent: transactionId }))
    const all = listed.data?.data ?? []
    // By hand it may have gone back in parts. The newest stands first.
    const done = all.filter(({ status }) => status === 'succeeded')
    const [newest] = done
    if (newest && done.reduce((sum, { amount }) => sum + amount, 0) >= amountCents)
      return refundAnswer(newest)
    // What is still on its way tells nothing yet, of a whole one that failed before it neither.
    if (all.some(refund => refundAnswer(refund).outcome === 'unknown')) return { outcome: 'unknown' }
    const ours = all.find(({ amount }) => amount === amountCents)
    return ours ? refundAnswer(ours) : { outcome: 'unknown' }
  } catch (error) {
    failureOf(error)
    return { outcome: 'unknown' }
  }
}

async function refundNow(client: Stripe, id: string): Promise<RefundResult> {
  const found = refundDone.safeParse(await client.refunds.retrieve(id))
  return found.success ? refundAnswer(found.data) : { outcome: 'unknown' }
}

const sessionIn = ({
  data,
}: {
  data: { object: { object: string; id?: string | undefined } }
}): string | null =>
  data.object.object === 'checkout.session' && data.object.id !== undefined ? data.object.id : null

/** Null for whatever the library does not vouch for: a forged or old signature, or bytes that are no event. */
function verified(
  client: Stripe,
  rawBody: Uint8Array,
  signature: string,
  secret: string,
  now: Date,
): unknown {
  try {
    const payload = Buffer.from(rawBody)
    return client.webhooks.constructEvent(
      payload,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
  } catch {
    return null
  }
}

/** Stripe's own error code for an unknown object: a proxy may return 404 too. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** What went wrong, without what was sent or said; a bug of ours is thrown on. */
function failureOf(error: unknown): { readonly outcome: 'refused' | 'unknown'; readonly reason: string } {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode, detail, raw } = error
  if (error.rawType === keyReused) return { outcome: 'unknown', reason: 'IDEMPOTENCY_ERROR' }
  if (statusCode !== undefined)
    return { outcome: refusals.has(statusCode) ? 'refused' : 'unknown', reason: `HTTP ${statusCode}` }
  const cause = typeof raw === 'object' && raw !== null && 'exception' in raw ? raw.exception : detail
  return { outcome: 'unknown', reason: cause instanceof PartnerFailure ? cause.reason : 'not understood' }
}
