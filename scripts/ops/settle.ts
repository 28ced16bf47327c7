/**
 * Operators' command that records facts found by phone or in a partner's console: the result of a bind, a manual
 * refund, an unpaid payment. The servers then continue.
 */

import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Payment } from '#db/repositories/payments.ts'
import type { Repositories } from '#db/repositories.ts'
import { type Tx, withTransaction } from '#db/transaction.ts'
import { paymentsIn, unpaidStates } from '#journey/purchase-states.ts'
import { isPolicyNumber } from '#partners/insurer/port.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { type CommandResult, type OpsCommand, type OpsContext, OpsError } from './command.ts'
import { retryBindAttempts } from './retry.ts'

function toldIn({ policy, refused }: Readonly<Record<string, string>>) {
  const number = policy?.trim()
  if (number !== undefined && refused === undefined && isPolicyNumber(number))
    return { manual_outcome: 'ISSUED', manual_policy_number: number } as const
  if (refused === 'yes' && policy === undefined)
    return { manual_outcome: 'REJECTED', manual_policy_number: null } as const
  throw new OpsError(
    'Say either --policy with the number the insurer gave it (in quotation marks where it holds blanks), or --refused yes.',
  )
}

/** True if the payment belongs to no bind or to a rejected one; only then is a refund due. */
async function boughtNothing(payment: Payment, repositories: Repositories): Promise<boolean> {
  const bindAttempt = await repositories.findBindAttempt(payment.quote_id)
  return bindAttempt?.payment_id !== payment.id || bindAttempt.state === 'REJECTED'
}

/** True if the card partner's last response about an unpaid payment was unclear. */
const isUnclear = ({ state, unclear_since }: Payment): boolean =>
  unclear_since !== null && paymentsIn('open', 'unpaid').includes(state)

/** These commands put no jobs: the servers notice what was recorded. */
const noJobs = () => undefined

/** Locks the quote first, so that no bind, policy or payment result is written concurrently. */
async function lockedPayment(paymentId: string, tx: Tx): Promise<Payment | undefined> {
  const payment = await tx.findPayment(paymentId)
  if (!payment) return undefined
  await tx.lockQuote(payment.quote_id)
  return tx.findPayment(paymentId)
}

async function refundedByHand(
  { database, now, saleLabels }: OpsContext,
  paymentId: string,
): Promise<CommandResult> {
  let isTold = false
  const isWell = await withTransaction(database.kysely, noJobs, async tx => {
    const payment = await lockedPayment(paymentId, tx)
    if (!payment) return false
    // While we still ask the partner for the refund, it may make it, and the customer would get it twice.
    if (!isUnclear(payment) && payment.next_poll_at !== null) return false
    if (payment.state === 'APPROVED' && !(await boughtNothing(payment, tx))) return false
    isTold = payment.state === 'REFUND_DUE'
    if (isUnclear(payment) || payment.state === 'APPROVED')
      ignoreConflict(await tx.transitionPayment(paymentId, 'REFUND_DUE', now()))
    const settled = { next_poll_at: null, unclear_since: null }
    if (!(await tx.transitionPayment(paymentId, 'REFUNDED', now(), settled))) return false
    const { quote_id: quoteId } = payment
    const details = { paymentId, byHand: true }
    await tx.recordAuditEvent({ quoteId, what: 'payment-refunded', details, now: now() })
    const refund = { quoteId, event: 'refund', cents: payment.amount_cents, now: now() } as const
    await tx.countSale(refund, saleLabels)
    return true
  })
  if (!isWell)
    return {
      lines: [
        'There is no payment of this id that is unclear, whose refund the card partner has refused or left unclear, or that bought nothing and can buy nothing any more.',
      ],
      isWell,
    }
  const told = isTold
    ? ''
    : ' Send it back in the partner’s console now, if that is not done yet. No mail tells them: tell them.'
  return { lines: [`Written down: this money is back with its owner.${told}`], isWell }
}

/** If the payment succeeds later after all, the partner's webhook reports it, and it is refunded. */
async function foundUnpaid({ database, now }: OpsContext, paymentId: string): Promise<CommandResult> {
  const isWell = await withTransaction(database.kysely, noJobs, async tx => {
    const payment = await lockedPayment(paymentId, tx)
    if (!payment || !isUnclear(payment)) return false
    if (payment.state === 'PENDING') ignoreConflict(await tx.transitionPayment(paymentId, 'EXPIRED', now()))
    await tx.schedulePaymentPoll(paymentId, null, unpaidStates)
    const { quote_id: quoteId } = payment
    await tx.recordAuditEvent({
      quoteId,
      what: 'payment-found-unpaid',
      details: { paymentId, byHand: true },
      now: now(),
    })
    return true
  })
  return isWell
    ? {
        lines: ['Written down: no money came of this payment, and nobody is asked about it any more.'],
        isWell,
      }
    : { lines: ['There is no payment of this id that the card partner was not understood about.'], isWell }
}

/** True if one of our policies already has this number. */
async function isTaken(number: string, { database }: OpsContext): Promise<boolean> {
  const policy = await database.kysely
    .selectFrom('policy')
    .select('quote_id')
    .where('policy_number', '=', number)
    .executeTakeFirst()
  return policy !== undefined
}

/** Options with the payment id that `npm run ops` lists. */
const aboutPayment = { refunded: refundedByHand, unpaid: foundUnpaid } as const

export const settle: OpsCommand = {
  usage:
    'settle --quote … (--policy NUMBER | --refused yes), settle --refunded PAYMENT, or settle --unpaid PAYMENT',
  says: 'what the insurer told you of a purchase that is not settled: its policy, or that there is none and will be none; that money is back whose refund the card partner refused or left unclear, that bought no policy, or that came for a payment that is unclear; or that the partner’s console shows no money for a payment that is unclear',
  options: ['quote', 'policy', 'refused', 'refunded', 'unpaid'],
  async run(context, options) {
    const { database, now } = context
    for (const said of ['refunded', 'unpaid'] as const) {
      const payment = options[said]
      if (payment === undefined) continue
      if (!isUuid(payment) || Object.keys(options).length > 1)
        throw new OpsError(`A payment is named by --${said}, as \`npm run ops\` lists it, alone.`)
      return aboutPayment[said](context, payment)
    }
    const { quote = '' } = options
    if (!isUuid(quote)) throw new OpsError('A purchase is named by --quote, as `npm run ops` lists it.')
    const told = toldIn(options)
    if (told.manual_policy_number !== null && (await isTaken(told.manual_policy_number, context)))
      return {
        lines: ['A policy of ours has this number already: ask the insurer’s people again.'],
        isWell: false,
      }
    const result = await retryBindAttempts(database.kysely, now())
      .set(told)
      .where('quote_id', '=', quote)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
      ? {
          lines: ['Written down. The servers settle it within seconds, mail or refund included.'],
          isWell: true,
        }
      : { lines: ['There is no purchase of this quote that waits for an answer just now.'], isWell: false }
  },
}
