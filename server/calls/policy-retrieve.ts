/** GET /vero/payment/policy/retrieve: four facts of a policy for who bought it; the same nothing for everybody else (EDGE-15, T4). */
import { levelAtLeast } from '#journey/session-level.ts'
import { levelFor, ownsPolicy } from '#server/authority.ts'
import { empty, type Handler, reply } from '#server/context.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { isQuoteId } from '#server/quote/quote-at-hand.ts'

const nothing = reply({})
const askAgain = { ...empty, retryAfterSeconds: 2 }

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
  const payment = await services.books.latestPaymentOf(query.uuid)
  if (!payment) return nothing
  // Also one that was given up here: whoever comes back may have paid it there.
  await settlePayment(payment.id, services)
  const settled = await services.books.findPayment(payment.id)
  // Money is on its way or there, the policy is not yet: ask again.
  if (settled?.state === 'PENDING' || settled?.state === 'APPROVED') return askAgain
  if (settled?.state !== 'REFUND_DUE' && settled?.state !== 'REFUNDED') return nothing
  // This money goes back; another payment may be buying the policy just now.
  const quote = await services.books.findQuote(query.uuid)
  return quote?.status === 'BINDING' ? askAgain : reply({ paymentSentBack: true as const })
}
