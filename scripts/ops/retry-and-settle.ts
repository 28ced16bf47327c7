/** The operators' commands `retry`, which retries failed work, and `settle`, which records what a person found out. */
import type { Kysely } from 'kysely'
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Payment } from '#db/repositories/payments.ts'
import { findPolicyByNumber } from '#db/repositories/policies.ts'
import type { Repositories } from '#db/repositories.ts'
import type { Schema } from '#db/schema.ts'
import { type Tx, withTransaction } from '#db/transaction.ts'
import { closedUnpaidStates, paymentStatesOfPhases, unresolvedBindStates } from '#journey/purchase-states.ts'
import { isPolicyNumber } from '#partners/insurer/port.ts'
import { isUuid } from '#server/lib/is-uuid.ts'
import { UsageError } from '../command.ts'
import {
  type CommandOptions,
  type CommandResult,
  failed,
  type OpsCommand,
  type OpsContext,
  succeeded,
} from './command-types.ts'

/**
 * Gives unsettled bind attempts an old date, so that requeueLostJobs on the servers retries them
 * within seconds. Attempts with a lease are in progress and unchanged.
 */
const retryBindAttempts = (db: Kysely<Schema>, now: Date) =>
  db
    .updateTable('bind_attempt')
    .set({ lease_owner: null, lease_until: null, changed_at: new Date(0) })
    .where('state', 'in', unresolvedBindStates)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))

export const retry: OpsCommand = {
  usage: 'retry',
  says: 'makes the servers retry failed jobs, refunds, unclear card payments and unsettled purchases',
  options: [],
  async run({ database, jobs, now }) {
    const jobCount = await (await jobs()).retryGivenUp()
    // requeueLostJobs on the servers processes due payments.
    const refunds = await database.kysely
      .updateTable('payment')
      .set({ next_poll_at: now() })
      .where('state', '=', 'REFUND_DUE')
      // An unclear refund may have been made and is not sent again.
      .where('unclear_since', 'is', null)
      .executeTakeFirst()
    // Asks the card partner at once, and logs an unclear response again.
    const unclear = await database.kysely
      .updateTable('payment')
      .set({ next_poll_at: now(), unclear_since: null })
      .where('state', 'in', paymentStatesOfPhases('open', 'unpaid'))
      .where('unclear_since', 'is not', null)
      .executeTakeFirst()
    const purchases = await retryBindAttempts(database.kysely, now()).executeTakeFirst()
    return succeeded(
      `The servers try again: ${jobCount} jobs, ${refunds.numUpdatedRows} refunds, ${unclear.numUpdatedRows} card payments and ${purchases.numUpdatedRows} purchases.`,
    )
  },
}

function bindResultIn({ policy, refused }: CommandOptions) {
  const number = policy?.trim()
  if (number !== undefined && refused === undefined && isPolicyNumber(number))
    return { manual_outcome: 'ISSUED', manual_policy_number: number } as const
  if (refused === 'yes' && policy === undefined)
    return { manual_outcome: 'REJECTED', manual_policy_number: null } as const
  throw new UsageError(
    'Give either --policy with the insurer’s number (in quotation marks if it contains blanks), or --refused yes.',
  )
}

/** True if the card partner's last response about an unpaid payment was unclear. */
const isUnclear = ({ state, unclear_since }: Payment): boolean =>
  unclear_since !== null && paymentStatesOfPhases('open', 'unpaid').includes(state)

/** These commands create no jobs: the servers find the recorded results. */
const noJobs = () => undefined

/** Locks the quote first, so that no bind, policy or payment result is written concurrently. */
async function lockedPayment(paymentId: string, tx: Tx): Promise<Payment | undefined> {
  const payment = await tx.findPayment(paymentId)
  if (!payment) return undefined
  await tx.lockQuote(payment.quote_id)
  return tx.findPayment(paymentId)
}

/** True for an unclear payment, and for one that buys no policy and whose refund we no longer request. */
async function isRefundableByHand(payment: Payment, repositories: Repositories): Promise<boolean> {
  if (isUnclear(payment)) return true
  // While this is set, the partner may still make the refund, and the customer would get it twice.
  if (payment.next_poll_at !== null) return false
  if (payment.state !== 'APPROVED') return payment.state === 'REFUND_DUE'
  const bindAttempt = await repositories.findBindAttempt(payment.quote_id)
  return bindAttempt?.payment_id !== payment.id || bindAttempt.state === 'REJECTED'
}

async function refundedByHand({ database, now, attributionLabels }: OpsContext, paymentId: string) {
  return withTransaction(database.kysely, noJobs, async tx => {
    const payment = await lockedPayment(paymentId, tx)
    if (!payment || !(await isRefundableByHand(payment, tx))) return notRefundable
    const wasDue = payment.state === 'REFUND_DUE'
    if (!wasDue) ignoreConflict(await tx.transitionPayment(paymentId, 'REFUND_DUE', now()))
    const settled = { next_poll_at: null, unclear_since: null }
    if (!(await tx.transitionPayment(paymentId, 'REFUNDED', now(), settled))) return notRefundable
    const { quote_id: quoteId } = payment
    const details = { paymentId, byHand: true }
    await tx.recordAuditEvent({ quoteId, what: 'payment-refunded', details, now: now() })
    const refund = { quoteId, event: 'refund', cents: payment.amount_cents, now: now() } as const
    await tx.countSalesEvent(refund, attributionLabels)
    const next =
      ' Refund it in the partner’s console now, unless that is done. No mail tells the customer: tell them.'
    return succeeded(`The payment is recorded as refunded.${wasDue ? '' : next}`)
  })
}

const notRefundable = failed(
  'No payment with this id is unclear, has a refund that the card partner refused or left unclear, or can no longer buy a policy.',
)

/** If the payment succeeds later after all, the partner's webhook reports it, and it is refunded. */
async function foundUnpaid({ database, now }: OpsContext, paymentId: string): Promise<CommandResult> {
  return withTransaction(database.kysely, noJobs, async tx => {
    const payment = await lockedPayment(paymentId, tx)
    if (!payment || !isUnclear(payment)) return failed('No payment with this id is unclear.')
    if (payment.state === 'PENDING') ignoreConflict(await tx.transitionPayment(paymentId, 'EXPIRED', now()))
    await tx.schedulePaymentPoll(paymentId, null, closedUnpaidStates)
    await tx.recordAuditEvent({
      quoteId: payment.quote_id,
      what: 'payment-found-unpaid',
      details: { paymentId, byHand: true },
      now: now(),
    })
    return succeeded('The payment is recorded as unpaid. The card partner is not asked about it again.')
  })
}

export const settle: OpsCommand = {
  usage: 'settle (--quote ID (--policy NUMBER | --refused yes) | --refunded PAYMENT | --unpaid PAYMENT)',
  says: 'records what you found out. --policy or --refused: the insurer’s answer to an unsettled purchase. --refunded: the money of a payment went back, or goes back now. --unpaid: the partner’s console shows no money for an unclear payment',
  options: ['quote', 'policy', 'refused', 'refunded', 'unpaid'],
  async run(context, options) {
    const { database, now } = context
    const { quote = '', refunded, unpaid } = options
    const payment = refunded ?? unpaid
    if (payment !== undefined) {
      if (!isUuid(payment) || Object.keys(options).length > 1)
        throw new UsageError(
          '--refunded and --unpaid take a payment’s id as `npm run ops` lists it, and no other option.',
        )
      return refunded === undefined ? foundUnpaid(context, payment) : refundedByHand(context, payment)
    }
    if (!isUuid(quote))
      throw new UsageError('Name the purchase by --quote and its id, as `npm run ops` lists it.')
    const bindResult = bindResultIn(options)
    const { manual_policy_number: number } = bindResult
    if (number !== null && (await findPolicyByNumber(database.kysely, number)))
      return failed('Another policy of ours has this number: ask the insurer’s staff again.')
    const result = await retryBindAttempts(database.kysely, now())
      .set(bindResult)
      .where('quote_id', '=', quote)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
      ? succeeded('The servers settle the purchase within seconds, mail or refund included.')
      : failed('No purchase of this quote waits for an answer now.')
  },
}
