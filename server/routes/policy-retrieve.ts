/**
 * GET /vero/payment/policy/retrieve: four fields of a policy for its buyer, or the state of the card
 * payments for a visitor who may see the quote. All other callers get the same empty response.
 */
import type { Payment } from '#db/repositories/payments.ts'
import type { Policy } from '#db/repositories/policies.ts'
import { levelAtLeast } from '#journey/access-level.ts'
import { unpaidStates } from '#journey/purchase-states.ts'
import { accessLevelFor, ownsPolicy } from '#server/access/access-control.ts'
import { type Dependencies, empty, type Handler, type RequestContext, reply } from '#server/lib/context.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { mayPollPayment } from '#server/plugins/rate-limits.ts'
import { isConvertedAtInsurer } from '#server/purchase/converted-at-insurer.ts'
import { issueDuringPageView } from '#server/purchase/issue-during-page-view.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'

const nothing = reply({})
const askAgain = { ...empty, retryAfterSeconds: 2 }

/** Older pages that one look asks about: whoever gives up many keeps no other customer from the partner. */
const mostOlder = 5

/**
 * The quote's payments as they are once the partner was asked about them, the latest first. Also about those that were given
 * up here: whoever comes back may have paid there, in another tab than that of the latest. `isAll`: none was left out.
 */
async function settledPayments(quoteId: string, visitor: RequestContext, services: Dependencies) {
  const { repositories, coalescer } = services
  const [latest, ...older] = await repositories.paymentsOf(quoteId)
  if (!latest) return { payments: [], isAll: true }
  // What the latest buys is on its way: the older ones can wait for the poller.
  const askedAbout = older.filter(
    ({ state, look_again_at }) =>
      latest.state !== 'APPROVED' && unpaidStates.includes(state) && look_again_at !== null,
  )
  let isAll = askedAbout.length <= mostOlder
  const look = async (id: string) => (await mayPollPayment(visitor, services)) && settlePayment(id, services)
  // In this order: paid on both pages, the latest buys. And one by one, as others want places at the partner too.
  for (const { id } of [latest, ...askedAbout.slice(0, mostOlder)])
    if (!(await coalescer.run(id, () => look(id)))) {
      // A partner that is out hangs once: what is at the door gives up before all of them have been waited for.
      isAll = false
      break
    }
  return { payments: await repositories.paymentsOf(quoteId), isAll }
}

/** Went back since the latest page was opened, or is still to: what was back before is not what anybody waits to hear. */
const wentBack = ({ state, changed_at }: Payment, latest: Payment): boolean =>
  state === 'REFUND_DUE' || (state === 'REFUNDED' && changed_at >= latest.created_at)

/** Of an older page, somebody else's perhaps, the word is for the session that it was handed to. */
const isFor = (payment: Payment, { sidHash }: RequestContext): boolean =>
  payment.sid_hash === null ? sidHash === null : sidHash?.equals(payment.sid_hash) === true

/** An end that was believed; while the partner is not understood nobody can say what was charged. */
const endedUnpaid = (payment: Payment, latest: Payment): boolean =>
  (unpaidStates.includes(payment.state) && payment.unclear_since === null) ||
  (payment.state === 'REFUNDED' && !wentBack(payment, latest))

const factsOf = ({ record }: Policy) =>
  reply({
    policyId: record.policyNumber,
    paymentFrequency: record.choice.frequency,
    cover: record.choice.cover,
    amountCovered: record.carValueDollars,
  })

/** The settling may just have made this visitor the owner: what was read at the door is older. */
const ownsByNow = async (
  quoteId: string,
  visitor: RequestContext,
  services: Dependencies,
): Promise<boolean> =>
  ownsPolicy(await accessLevelFor({ ...visitor, preloaded: null }, quoteId, services), visitor)

export const policyRetrieve: Handler<'policyRetrieve'> = async ({ query, visitor }, services) => {
  if (!isUuid(query.uuid)) return nothing
  const level = await accessLevelFor(visitor, query.uuid, services)
  if (!levelAtLeast(level, 'CREATED')) return nothing
  const { repositories } = services
  const policy = await repositories.findPolicy(query.uuid)
  if (policy) return ownsPolicy(level, visitor) ? factsOf(policy) : nothing
  const isBeingBought = async () => (await repositories.findQuote(query.uuid))?.status === 'BINDING'
  const { payments: settled, isAll } = await settledPayments(query.uuid, visitor, services)
  const hasPaid =
    settled.some(({ state }) => state === 'APPROVED') && (await ownsByNow(query.uuid, visitor, services))
  if (hasPaid) {
    await issueDuringPageView(query.uuid, services)
    const bought = await repositories.findPolicy(query.uuid)
    if (bought) return factsOf(bought)
  }
  // After a no the money is on its way back.
  const payments = hasPaid ? await repositories.paymentsOf(query.uuid) : settled
  const [latest] = payments
  if (!latest) return ownsPolicy(level, visitor) && (await isBeingBought()) ? askAgain : nothing
  // Money is on its way or there, and the insurer has not said in time what comes of it: ask again.
  if (payments.some(({ state }) => state === 'PENDING' || state === 'APPROVED')) return askAgain
  // Whatever became of these, the policy may be on its way by bank.
  if (await isBeingBought()) return askAgain
  if (payments.some(one => wentBack(one, latest) && (one === latest || isFor(one, visitor))))
    // Money that went back because the quote is a policy already says nothing of cover: the mail does.
    return isConvertedAtInsurer(await repositories.findIssuance(query.uuid))
      ? nothing
      : reply({ paymentSentBack: true })
  return isAll && payments.every(one => endedUnpaid(one, latest)) ? reply({ unpaid: true }) : nothing
}
