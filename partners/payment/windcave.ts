/**
 * The Windcave adapter (hosted payment page). It only translates: what Windcave does not state explicitly
 * is `unknown`, `pending` or `unclear`. Browsers are redirected only to Windcave's own origins.
 */
import type { CardScheme } from '#journey/payment.ts'
import { callPartner, PartnerFailure, type PartnerResponse, parseJson, reasonIn } from '#partners/http.ts'
import { isAllowedPageUrl } from './allowed-page-url.ts'
import {
  anotherPartner,
  type CardPayments,
  type CardSessionRequest,
  type CardSessionResult,
  requestKey,
} from './port.ts'
import {
  amountText,
  createdSession,
  notUnderstood,
  ownError,
  refundAnswer,
  refundDone,
  resultOf,
  session,
} from './windcave-wire.ts'

export interface WindcaveOptions {
  /** 'https://sec.windcave.com/api/v1' */
  readonly baseUrl: string
  readonly username: string
  readonly apiKey: string
  /** The only ones a browser may be sent to. */
  readonly pageOrigins: readonly string[]
  readonly timeoutMs?: number
}

const partner = 'card payments'
const cardTypes: Readonly<Record<CardScheme, string>> = { VISA: 'visa', MASTER: 'mastercard', AMEX: 'amex' }
const recurring = { MONTHLY: 'monthly', FORTNIGHTLY: 'every2weeks' } as const
const idPattern = /^[0-9A-Za-z]{8,64}$/

/**
 * Statuses of a permanent refusal: after any other status the request may have been processed, or may
 * succeed later. 409 means that a request with our key is in progress.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 422])
/** Statuses of wrong credentials, which an operator corrects: the refund stays due and is sent afterwards. */
const aboutUs: ReadonlySet<number> = new Set([401, 403])

/** Windcave's errors have their own body format: a proxy may return 404 too. */
const isOwnError = (answer: PartnerResponse): boolean => ownError.safeParse(reasonIn(answer)).success

/** Session statuses for 'in progress' and 'unknown session'. */
const isNotOver = (answer: PartnerResponse): boolean =>
  answer.status === 202 || (answer.status === 404 && isOwnError(answer))

export function windcave(options: WindcaveOptions): CardPayments {
  const authorization = `Basic ${Buffer.from(`${options.username}:${options.apiKey}`).toString('base64')}`
  const timeoutMs = options.timeoutMs ?? 10_000

  const get = (path: string) =>
    callPartner({ partner, url: `${options.baseUrl}${path}`, headers: { authorization }, timeoutMs })

  const post = (path: string, key: string, body: unknown) =>
    callPartner({
      partner,
      url: `${options.baseUrl}${path}`,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-id': key },
      body: JSON.stringify(body),
      timeoutMs,
    })

  async function createSession(request: CardSessionRequest): Promise<CardSessionResult> {
    const body = sessionBody(request)
    const answer = await post('/sessions', requestKey(request.idempotencyKey, body), body)
    if (refusals.has(answer.status)) return { outcome: 'refused', reason: `HTTP ${answer.status}` }
    if (answer.status !== 200 && answer.status !== 202)
      return { outcome: 'unknown', reason: `HTTP ${answer.status}` }
    const created = createdSession.safeParse(parseJson(partner, answer))
    if (!created.success) return { outcome: 'unknown', reason: 'not understood' }
    const pageUrl = created.data.links.find(({ rel }) => rel === 'hpp')?.href ?? ''
    if (!isAllowedPageUrl(pageUrl, options.pageOrigins))
      return { outcome: 'refused', reason: 'no page on a known origin' }
    return { outcome: 'created', sessionId: created.data.id, pageUrl }
  }

  return {
    createSession: request =>
      createSession(request).catch((error: unknown) => ({ outcome: 'unknown', reason: failureOf(error) })),

    async result(sessionId) {
      if (!idPattern.test(sessionId)) return anotherPartner
      try {
        const answer = await get(`/sessions/${sessionId}`)
        if (isNotOver(answer)) return { state: 'pending' }
        if (answer.status !== 200) return { state: 'unclear', reason: `HTTP ${answer.status}` }
        const found = session.safeParse(parseJson(partner, answer))
        return found.success ? resultOf(found.data) : notUnderstood
      } catch (error) {
        return { state: 'unclear', reason: failureOf(error) }
      }
    },

    async refund({ transactionId, amountCents, idempotencyKey, reference }) {
      try {
        const answer = await post('/transactions', idempotencyKey, {
          type: 'refund',
          amount: amountText(amountCents),
          currency: 'NZD',
          transactionId,
          merchantReference: reference.slice(0, 64),
        })
        if (aboutUs.has(answer.status)) return { outcome: 'unknown' }
        if (refusals.has(answer.status)) return { outcome: isOwnError(answer) ? 'refused' : 'unknown' }
        const done = refundDone.safeParse(answer.status < 300 ? parseJson(partner, answer) : null)
        return done.success ? refundAnswer(done.data) : { outcome: 'unknown' }
      } catch (error) {
        failureOf(error)
        return { outcome: 'unknown' }
      }
    },

    /** Guides tell of a GET with the id in the query, some shops of a POST with it in the body: both are read. */
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
  const { approved, declined, cancelled, notification } = request.urls
  return {
    type: 'purchase',
    amount: amountText(request.amountCents),
    currency: request.currency,
    merchantReference: request.reference.slice(0, 64),
    language: 'en',
    methods: ['card'],
    cardTypes: request.schemes.map(scheme => cardTypes[scheme]),
    callbackUrls: { approved, declined, cancelled },
    notificationUrl: notification,
    ...(request.instalments && {
      storeCard: true,
      storedCardIndicator: 'recurringinitial',
      recurringFrequency: recurring[request.instalments],
    }),
    ...(request.threeDSecure ? { threeds: { challengeIndicator: 'challengepreferred' } } : {}),
  }
}

/** What went wrong on the way, without what was sent or said; a bug of ours is thrown on. */
function failureOf(error: unknown): string {
  if (error instanceof PartnerFailure) return error.reason
  throw error
}
