/**
 * The card payment adapter for Windcave's hosted payment page. If Windcave's answer is not certain, the result is
 * never 'paid' or 'failed' but `unknown` (a request), `pending` (no payment yet) or `unclear` (a state that cannot be
 * read).
 */
import { z } from 'zod'
import type { CardScheme } from '#journey/payment-methods.ts'
import { callPartner, failureCodeOf, type PartnerResponse } from '#partners/http.ts'
import {
  type CardPaymentResult,
  type CardPayments,
  type CardSessionRequest,
  credentialStatuses,
  isAllowedPageUrl,
  previousPartnerResult,
  type RefundResult,
  sessionIdempotencyKey,
  unclearResponse,
} from './port.ts'

export interface WindcaveOptions {
  /** 'https://sec.windcave.com/api/v1' */
  readonly url: string
  readonly username: string
  readonly apiKey: string
  /** The only origin that browsers may be redirected to. */
  readonly pageOrigin: string
  readonly timeoutMs?: number
}

const cardTypes: Readonly<Record<CardScheme, string>> = { VISA: 'visa', MASTER: 'mastercard', AMEX: 'amex' }
const recurring = { MONTHLY: 'monthly', FORTNIGHTLY: 'every2weeks' } as const
const idPattern = /^[0-9A-Za-z]{8,64}$/

const createdSession = z.object({
  id: z.string().regex(idPattern),
  links: z.array(z.object({ href: z.string(), rel: z.string() })),
})

/** Any transaction of a session. A card that was not tried may have no more fields; `paidPurchase` reads the others. */
const attempt = z.looseObject({ type: z.string(), authorised: z.boolean(), reCo: z.string().nullish() })

const paidPurchase = z.object({
  id: z.string().min(1),
  /** '859.50' */
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.string().length(3),
  dateTimeUtc: z.iso.datetime(),
  /** Optional, because it is only displayed. */
  card: z.object({ type: z.string().nullish(), cardNumber: z.string().nullish() }).nullish(),
})

/** A transaction that cannot be read is null. */
const session = z.object({
  state: z.string(),
  transactions: z.array(attempt.nullable().catch(null)).nullish(),
})

/** The body of every error response. */
const ownError = z.object({ errors: z.array(z.unknown()) })

/** An unreadable id is accepted: otherwise a successful refund would be sent again. */
const refundDone = z.object({
  id: z.string().max(64).catch(''),
  authorised: z.boolean(),
  allowRetry: z.boolean().nullish(),
})

/**
 * Statuses of a permanent rejection: after any other status the request may have been processed, or may succeed
 * later. 409 means that a request with our key is in progress.
 */
const permanentRefusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 422])

/** Windcave's errors have their own body format: a proxy may return 404 too. */
const isOwnError = (response: PartnerResponse): boolean => ownError.safeParse(response.json).success

/** Session statuses for 'in progress' and 'unknown session'. */
const isNotOver = (response: PartnerResponse): boolean =>
  response.status === 202 || (response.status === 404 && isOwnError(response))

export function windcave(options: WindcaveOptions): CardPayments {
  const authorization = `Basic ${Buffer.from(`${options.username}:${options.apiKey}`).toString('base64')}`
  const timeoutMs = options.timeoutMs ?? 10_000

  const get = (path: string) =>
    callPartner({ url: `${options.url}${path}`, headers: { authorization }, timeoutMs })

  const post = (path: string, key: string, body: unknown) =>
    callPartner({
      url: `${options.url}${path}`,
      headers: { authorization, 'content-type': 'application/json', 'x-id': key },
      body: JSON.stringify(body),
      timeoutMs,
    })

  return {
    async createSession(request) {
      const body = sessionBody(request)
      const response = await post('/sessions', sessionIdempotencyKey(request.idempotencyKey, body), body)
      const { status } = response
      if (permanentRefusals.has(status)) return { outcome: 'refused', reason: failureCodeOf(response) }
      const isCreated = status === 200 || status === 202
      const created = createdSession.safeParse(isCreated ? response.json : null)
      if (!created.success) return { outcome: 'unknown', reason: failureCodeOf(response) }
      const pageUrl = created.data.links.find(({ rel }) => rel === 'hpp')?.href ?? ''
      if (!isAllowedPageUrl(pageUrl, options.pageOrigin))
        return { outcome: 'refused', reason: 'no page on a known origin' }
      return { outcome: 'created', sessionId: created.data.id, pageUrl }
    },

    async result(sessionId) {
      if (!idPattern.test(sessionId)) return previousPartnerResult
      const response = await get(`/sessions/${sessionId}`)
      if (isNotOver(response)) return { state: 'pending' }
      const found = session.safeParse(response.status === 200 ? response.json : null)
      return found.success ? toCardResult(found.data) : { state: 'unclear', reason: failureCodeOf(response) }
    },

    async refund({ transactionId, amountCents, idempotencyKey, reference }) {
      const response = await post('/transactions', idempotencyKey, {
        type: 'refund',
        amount: amountText(amountCents),
        currency: 'NZD',
        transactionId,
        merchantReference: reference.slice(0, 64),
      })
      const { status } = response
      if (credentialStatuses.has(status)) return { outcome: 'unknown' }
      if (permanentRefusals.has(status)) return { outcome: isOwnError(response) ? 'refused' : 'unknown' }
      const done = refundDone.safeParse(status < 300 ? response.json : null)
      return done.success ? toRefundResult(done.data) : { outcome: 'unknown' }
    },

    /** Windcave documents a GET with the id in the query; some merchants report a POST with it in the body. */
    sessionOf({ query, body }) {
      const inBody =
        typeof body === 'object' && body !== null && 'sessionId' in body ? body.sessionId : undefined
      const named = query.sessionId ?? inBody
      return typeof named === 'string' && idPattern.test(named) ? named : null
    },

    /** Windcave keeps a session for three days. */
    pageOpenHours: 72,
  }
}

function sessionBody(request: CardSessionRequest) {
  const { approved, declined, cancelled, webhook } = request.urls
  return {
    type: 'purchase',
    amount: amountText(request.amountCents),
    currency: request.currency,
    merchantReference: request.reference.slice(0, 64),
    language: 'en',
    methods: ['card'],
    cardTypes: request.schemes.map(scheme => cardTypes[scheme]),
    callbackUrls: { approved, declined, cancelled },
    notificationUrl: webhook,
    ...(request.instalments && {
      storeCard: true,
      storedCardIndicator: 'recurringinitial',
      // 3-D Secure requires both.
      recurringFrequency: recurring[request.instalments.frequency],
      recurringExpiry: request.instalments.lastDay,
    }),
    ...(request.threeDSecure ? { threeds: { challengeIndicator: 'challengepreferred' } } : {}),
  }
}

/** `allowRetry` means that the bank did not respond in time; it may still have made the refund. */
function toRefundResult({ id, authorised, allowRetry }: z.output<typeof refundDone>): RefundResult {
  if (authorised) return { outcome: 'refunded', refundId: id }
  return { outcome: allowRetry ? 'unclear' : 'refused' }
}

/** 85950 → '859.50' */
const amountText = (cents: number): string => (cents / 100).toFixed(2)

/**
 * Only `authorised` means paid: a declined card also completes a session. Unclear: a complete session without a
 * readable transaction, or money in a session that is not complete.
 */
function toCardResult({ state, transactions }: z.output<typeof session>): CardPaymentResult {
  const attempts = transactions ?? []
  const purchases = attempts.filter(one => one !== null).filter(({ type }) => type === 'purchase')
  const paid = purchases.find(({ authorised }) => authorised)
  if (paid) return state === 'complete' ? approvalOf(paid) : unclearResponse
  if (state === 'cancelled' || state === 'expired') return { state }
  if (state !== 'complete') return { state: 'pending' }
  const declined = purchases.at(-1)
  if (!declined || attempts.includes(null)) return unclearResponse
  return { state: 'declined', reason: declined.reCo ?? '' }
}

function approvalOf(purchase: z.output<typeof attempt>): CardPaymentResult {
  const paid = paidPurchase.safeParse(purchase)
  if (!paid.success) return unclearResponse
  const { id, amount, currency, dateTimeUtc, card } = paid.data
  return {
    state: 'approved',
    amountCents: Number(amount.replace('.', '')),
    currency,
    transactionId: id,
    paidAt: new Date(dateTimeUtc),
    card: { scheme: card?.type ?? '', lastDigits: /\d{0,4}$/.exec(card?.cardNumber ?? '')?.[0] ?? '' },
  }
}
