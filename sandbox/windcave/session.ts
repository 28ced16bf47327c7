/** The schemas of sessions and transactions in the Windcave sandbox, and their response bodies. */
import { z } from 'zod'
import { cardSchemes } from '#sandbox/hosted-page/card-form-validation.ts'

const amount = z.string().regex(/^\d{1,9}\.\d{2}$/)
const webAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** The body of POST /sessions. Other fields of the real gateway are accepted and ignored. */
export const sessionRequest = z.object({
  type: z.literal('purchase'),
  amount: amount.refine(text => Number(text) > 0),
  currency: z.literal('NZD'),
  merchantReference: z.string().min(1).max(64),
  cardTypes: z
    .array(z.enum(cardSchemes))
    .min(1)
    .default([...cardSchemes]),
  callbackUrls: z.object({ approved: webAddress, declined: webAddress, cancelled: webAddress }),
  notificationUrl: webAddress.optional(),
})

/** The body of POST /transactions. A refund without a reference gets its purchase's. */
export const refundRequest = z.object({
  type: z.literal('refund'),
  amount,
  currency: z.literal('NZD'),
  transactionId: z.string().regex(/^[0-9a-f]{16}$/),
  merchantReference: z.string().min(1).max(64).optional(),
})

export const storedSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  expires: z.string(),
  request: sessionRequest,
})
export type CardSession = z.output<typeof storedSession>

const paidCard = z.object({
  cardHolderName: z.string(),
  /** Masked: '411111........11'. */
  cardNumber: z.string(),
  dateExpiryMonth: z.string(),
  dateExpiryYear: z.string(),
  type: z.enum(cardSchemes),
})

const bankResponse = z.object({
  authorised: z.boolean(),
  reCo: z.string(),
  responseText: z.string(),
  allowRetry: z.boolean(),
})
export type BankResponse = z.output<typeof bankResponse>

export const transaction = bankResponse.extend({
  id: z.string(),
  type: z.enum(['purchase', 'refund']),
  method: z.literal('card'),
  dateTimeUtc: z.string(),
  authCode: z.string(),
  amount,
  currency: z.string(),
  merchantReference: z.string(),
  card: paidCard,
  sessionId: z.string(),
})
export type CardTransaction = z.output<typeof transaction>

/** Written once, by the first caller that finishes the session. */
export const finalState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('complete'), transaction }),
  z.object({ state: z.literal('cancelled') }),
])
export type FinalState = z.output<typeof finalState>

/** The URL of the redirect after a session has ended. */
export function returnUrl({ id, request }: CardSession, ended: FinalState): string {
  const paid = ended.state === 'complete' && ended.transaction.authorised
  const which = ended.state === 'cancelled' ? 'cancelled' : paid ? 'approved' : 'declined'
  return withSessionId(request.callbackUrls[which], id)
}

export function withSessionId(address: string, sessionId: string): string {
  const url = new URL(address)
  url.searchParams.append('sessionId', sessionId)
  return url.href
}

const link = (href: string, rel: string, method: string) => ({ href, rel, method })

export const createdBody = (session: CardSession, origin: string) => ({
  id: session.id,
  state: 'init',
  links: [
    link(`${origin}/api/v1/sessions/${session.id}`, 'self', 'GET'),
    link(`${origin}/pay/${session.id}`, 'hpp', 'REDIRECT'),
  ],
})

export const sessionBody = (
  session: CardSession,
  ended: FinalState | null,
  isExpired: boolean,
  origin: string,
) => ({
  ...createdBody(session, origin),
  ...session.request,
  expires: session.expires,
  createdDateTimeUtc: session.createdAt,
  state: ended?.state ?? (isExpired ? 'expired' : 'init'),
  transactions: ended?.state === 'complete' ? [transactionBody(ended.transaction)] : [],
})

export const transactionBody = (done: CardTransaction) => ({
  ...done,
  settlementDate: done.dateTimeUtc.slice(0, 10),
  cvc2ResultCode: 'M',
})
