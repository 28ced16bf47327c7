/**
 * GET /vero/payment/policy/retrieve: four facts of a policy for who bought it, or how the latest card payment ended
 * for who may see the quote; the same nothing for everybody else (EDGE-15, T4).
 */
import type { ReplyOf } from '#contract/calls.ts'
import type { PaymentState } from '#journey/purchase.ts'
import { levelAtLeast } from '#journey/session-level.ts'
import { levelFor, ownsPolicy } from '#server/authority.ts'
import { empty, type Handler, reply } from '#server/context.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { isQuoteId } from '#server/quote/quote-at-hand.ts'

const nothing = reply({})
const askAgain = { ...empty, retryAfterSeconds: 2 }

/** What is said of a payment that came to its end without a policy. */
const endsOf: Partial<Record<PaymentState, ReplyOf<'policyRetrieve'>>> = {
  DECLINED: { unpaid: true },
  CANCELLED: { unpaid: true },
  EXPIRED: { unpaid: true },
  REFUND_DUE: { paymentSentBack: true },
  REFUNDED: { paymentSentBack: true },
}

export const policyRetrieve: Handler<'policyRetrieve'> = async ({ query, visitor }, services) => {
  if (!isQuoteId(query.uuid)) return nothing
  const level = await levelFor(visitor, query.uuid, services)
  if (!levelAtLeast(level, 'CREATED')) return nothing
  const policy = await services.books.findPolicy(query.uuid)
  if (policy) {
    if (!ownsPolicy(level, visitor)) return nothing
    const { record } = policy
    return reply({
      policyId: record.policyNumber,
      paymentFrequency: record.choice.frequency,
      cover: record.choice.cover,
      amountCovered: record.carValueDollars,
    })
  }
  const isBeingBought = async () => (await services.books.findQuote(query.uuid))?.status === 'BINDING'
  const payment = await services.books.latestPaymentOf(query.uuid)
  if (!payment) return ownsPolicy(level, visitor) && (await isBeingBought()) ? askAgain : nothing
  // Also one that was given up here: whoever comes back may have paid it there.
  await settlePayment(payment.id, services)
  const settled = await services.books.findPayment(payment.id)
  // Money is on its way or there, the policy is not yet: ask again.
  if (settled?.state === 'PENDING' || settled?.state === 'APPROVED') return askAgain
  // Whatever became of this one, the policy may be on its way by another payment.
  if (await isBeingBought()) return askAgain
  // An end that was believed, and by now the partner is not understood: nobody can say what was charged.
  const said = settled && settled.unclear_since === null && endsOf[settled.state]
  return said ? reply(said) : nothing
}
