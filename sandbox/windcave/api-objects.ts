/** The schemas of requests and sessions in the Windcave sandbox, and their response bodies. */
import { z } from 'zod'
import { testCardSchemes } from '#sandbox/hosted-page/card-form-validation.ts'

const amount = z.string().regex(/^\d{1,9}\.\d{2}$/)
const webAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** The body of POST /sessions. Other fields of the real gateway are accepted and ignored. */
export const sessionRequest = z.object({
  type: z.literal('purchase'),
  amount: amount.refine(text => Number(text) > 0),
  currency: z.literal('NZD'),
  merchantReference: z.string().min(1).max(64),
  cardTypes: z
    .array(z.enum(testCardSchemes))
    .min(1)
    .default([...testCardSchemes]),
  callbackUrls: z.object({ approved: webAddress, declined: webAddress, cancelled: webAddress }),
  notificationUrl: webAddress.optional(),
})

/** The body of POST /transactions. */
export const refundRequest = z.object({
  type: z.literal('refund'),
  amount,
  currency: z.literal('NZD'),
  transactionId: z.string(),
})

const bankResponse = z.object({
  authorised: z.boolean(),
  reCo: z.string(),
  allowRetry: z.boolean(),
})
export type BankResponse = z.output<typeof bankResponse>

const transaction = bankResponse.extend({
  id: z.string(),
  type: z.enum(['purchase', 'refund']),
  dateTimeUtc: z.string(),
  amount,
  currency: z.string(),
  /** The number is masked: '411111........11'. */
  card: z.object({ cardNumber: z.string(), type: z.enum(testCardSchemes) }),
})
export type CardTransaction = z.output<typeof transaction>

export const cardSession = z.object({
  id: z.string(),
  expires: z.string(),
  request: sessionRequest,
  state: z.enum(['init', 'complete', 'cancelled']),
  /** Null until a card was charged or declined. */
  purchase: transaction.nullable(),
  refunds: z.array(transaction),
  isWebhookDone: z.boolean(),
})
export type CardSession = z.output<typeof cardSession>

/** The URL of the redirect after a session has ended. */
export function returnUrl({ id, request, purchase }: CardSession): string {
  const outcome = purchase === null ? 'cancelled' : purchase.authorised ? 'approved' : 'declined'
  return withSessionId(request.callbackUrls[outcome], id)
}

export function withSessionId(address: string, sessionId: string): string {
  const url = new URL(address)
  url.searchParams.append('sessionId', sessionId)
  return url.href
}

export const createdSessionBody = ({ id }: CardSession, origin: string) => ({
  id,
  state: 'init',
  links: [
    { href: `${origin}/api/v1/sessions/${id}`, rel: 'self', method: 'GET' },
    { href: `${origin}/pay/${id}`, rel: 'hpp', method: 'REDIRECT' },
  ],
})

export const sessionBody = (session: CardSession, state: string, origin: string) => ({
  ...createdSessionBody(session, origin),
  ...session.request,
  expires: session.expires,
  state,
  transactions: session.purchase ? [session.purchase] : [],
})
