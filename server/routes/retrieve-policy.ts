/** The handler that reads a policy after the purchase, or the state of the quote's card payments until there is one. */
import type { Payment } from '#db/repositories/payments.ts'
import type { Policy } from '#db/repositories/policies.ts'
import { type AccessLevel, can } from '#journey/access-level.ts'
import { closedUnpaidStates } from '#journey/purchase-states.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import { consumePaymentPoll } from '#server/access/rate-limits.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import {
  emptyResult,
  type Handler,
  type HandlerResult,
  okResult,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { isUuid } from '#server/lib/is-uuid.ts'
import { isConvertedAtInsurer } from '#server/purchase/issue-policy.ts'
import { issuePolicyWhilePolling } from '#server/purchase/issue-while-polling.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'

const nothing = okResult({})
const askAgain = { ...emptyResult, retryAfterSeconds: 2 }

/** Abandoned pages of one customer must not block other customers' calls to the partner. */
const maximumOlderPages = 5

/** True if the page counts as unpaid, and the customer may still have paid there. */
const isAbandonedButPolled = ({ state, next_poll_at }: Payment): boolean =>
  closedUnpaidStates.includes(state) && next_poll_at !== null

/** Polls abandoned payments too: the customer may have paid in another tab. `isAll` if none was left out. */
async function settledPayments(quoteId: string, caller: RequestContext, services: Dependencies) {
  const { repositories, coalescer } = services
  const [latest, ...older] = await repositories.findPaymentsOfQuote(quoteId)
  if (!latest) return { payments: [], isAll: true }
  // An approved payment is buying the policy: the background job polls the older ones.
  const olderToPoll = latest.state === 'APPROVED' ? [] : older.filter(isAbandonedButPolled)
  let isAll = olderToPoll.length <= maximumOlderPages
  const poll = async (id: string) => (await consumePaymentPoll(caller, services)) && syncPayment(id, services)
  // If both pages were paid, the latest buys. The loop leaves other customers slots at the partner.
  for (const { id } of [latest, ...olderToPoll.slice(0, maximumOlderPages)])
    if (!(await coalescer.run(id, () => poll(id)))) {
      // A partner that is down times out once: the browser would give up before all payments were polled.
      isAll = false
      break
    }
  return { payments: await repositories.findPaymentsOfQuote(quoteId), isAll }
}

/** True if the payment is to be refunded, or was refunded since this time. The customer knows earlier refunds. */
const isRefundNews = ({ state, changed_at }: Payment, since: Date): boolean =>
  state === 'REFUND_DUE' || (state === 'REFUNDED' && changed_at >= since)

/** The state of an older payment, perhaps another person's, is only for the session that opened its page. */
const belongsToSession = (payment: Payment, { sessionId }: RequestContext): boolean =>
  payment.session_id === sessionId

/** While the partner's state is unclear, a charge is possible. */
const endedUnpaid = (payment: Payment, latest: Payment): boolean =>
  (closedUnpaidStates.includes(payment.state) && payment.unclear_since === null) ||
  (payment.state === 'REFUNDED' && !isRefundNews(payment, latest.created_at))

/**
 * True if this session paid on another card page, and that payment is refunded. Open pages are polled, because it may
 * have paid just now.
 */
async function isOtherPaymentRefunded(policy: Policy, caller: RequestContext, services: Dependencies) {
  const findOwn = async () => {
    const payments = await services.repositories.findPaymentsOfQuote(policy.quote_id)
    return payments.filter(payment => belongsToSession(payment, caller))
  }
  let own = await findOwn()
  if (own.some(payment => payment.state === 'PENDING' || isAbandonedButPolled(payment))) {
    await settledPayments(policy.quote_id, caller, services)
    own = await findOwn()
  }
  return own.some(payment => isRefundNews(payment, policy.issued_at))
}

async function policyReply(policy: Policy, caller: RequestContext, services: Dependencies) {
  const { record } = policy
  return okResult({
    policyId: record.policyNumber,
    paymentFrequency: record.choice.frequency,
    cover: record.choice.cover,
    amountCovered: record.carValueDollars,
    ...((await isOtherPaymentRefunded(policy, caller, services)) && { refundDueOrDone: true as const }),
  })
}

/** Reads the level again, because settling may have just made this client the owner. */
const ownsPolicyNow = async (quoteId: string, caller: RequestContext, { repositories }: Dependencies) =>
  can({ level: await findAccessLevel(caller, quoteId, repositories) }, 'viewPolicy')

export const policyRetrieve: Handler<'policyRetrieve'> = async ({ query, caller }, services) => {
  const { uuid: quoteId } = query
  if (!isUuid(quoteId)) return nothing
  const { repositories } = services
  const level = await findAccessLevel(caller, quoteId, repositories)
  if (!can({ level }, 'followPayment')) return nothing
  const policy = await repositories.findPolicy(quoteId)
  if (policy) return can({ level }, 'viewPolicy') ? policyReply(policy, caller, services) : nothing
  const settled = await settledPayments(quoteId, caller, services)
  const hasPaid =
    settled.payments.some(({ state }) => state === 'APPROVED') &&
    (await ownsPolicyNow(quoteId, caller, services))
  if (!hasPaid) return replyWithoutPolicy(quoteId, level, settled, caller, services)
  await issuePolicyWhilePolling(quoteId, services)
  const bought = await repositories.findPolicy(quoteId)
  if (bought) return policyReply(bought, caller, services)
  // If the insurer declined, the money is being refunded.
  const payments = await repositories.findPaymentsOfQuote(quoteId)
  return replyWithoutPolicy(quoteId, level, { ...settled, payments }, caller, services)
}

async function replyWithoutPolicy(
  quoteId: string,
  level: AccessLevel | null,
  { payments, isAll }: Awaited<ReturnType<typeof settledPayments>>,
  caller: RequestContext,
  { repositories }: Dependencies,
): Promise<HandlerResult<'policyRetrieve'>> {
  // The payment is pending or approved, and the insurer has not responded in time: the browser polls again.
  if (payments.some(({ state }) => state === 'PENDING' || state === 'APPROVED')) return askAgain
  const [latest] = payments
  // Independently of the card payments, a bank direct debit may be buying the policy. Without any payment only the buyer's
  // session may know.
  const maySeeBind = latest !== undefined || can({ level }, 'viewPolicy')
  if (maySeeBind && (await repositories.findQuote(quoteId))?.status === 'BINDING') return askAgain
  if (!latest) return nothing
  const isTheirs = (one: Payment) => one === latest || belongsToSession(one, caller)
  if (payments.some(one => isRefundNews(one, latest.created_at) && isTheirs(one)))
    // A refund because the quote was already converted says nothing about cover; the mail explains it.
    return isConvertedAtInsurer(await repositories.findBindAttempt(quoteId))
      ? nothing
      : okResult({ refundDueOrDone: true })
  return isAll && payments.every(one => endedUnpaid(one, latest)) ? okResult({ unpaid: true }) : nothing
}
