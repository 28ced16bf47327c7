/** In-memory version of db/repositories/payments.ts for the simulation. */
import type { Payment } from '#db/repositories/payments.ts'
import { paymentMoves, sourcesOf } from '#journey/purchase-states.ts'
import {
  base64,
  only,
  openStates,
  type PurchaseRepositories,
  type Run,
  read,
  type Tables,
} from './in-memory-tables.ts'

export const inMemoryPayments = (
  run: Run,
  { quote, payment }: Tables,
): Pick<
  PurchaseRepositories,
  | 'findPayment'
  | 'findPaymentBySession'
  | 'findPaymentByNotificationToken'
  | 'findActivePayment'
  | 'findPaymentsOfQuote'
  | 'insertPayment'
  | 'movePayment'
  | 'expireUnissuedPayment'
  | 'attachProviderSession'
  | 'assignPaymentToSession'
  | 'schedulePaymentPoll'
  | 'leaseRefund'
  | 'markRefundSent'
  | 'endRefundLease'
  | 'claimDuePayments'
> => ({
  findPayment: id => run('findPayment', async tx => payment.get(tx, id)),
  findPaymentBySession: session =>
    run(
      'findPaymentBySession',
      only(payment, row => row.psp_session === session),
    ),
  findPaymentByNotificationToken: hash =>
    run(
      'findPaymentByNotificationToken',
      only(payment, row => base64(row.notice_token_hash) === base64(hash)),
    ),
  findActivePayment: quoteId =>
    run(
      'findActivePayment',
      only(payment, row => row.quote_id === quoteId && openStates.has(row.state)),
    ),
  findPaymentsOfQuote: quoteId =>
    run('findPaymentsOfQuote', async tx =>
      payment
        .all(tx)
        .filter(row => row.quote_id === quoteId)
        .sort((one, other) => other.created_at.getTime() - one.created_at.getTime()),
    ),
  insertPayment: row =>
    run('insertPayment', async tx => {
      const inserted = await payment.insert(tx, {
        psp_session: null,
        page_url: null,
        notice_token_hash: null,
        transaction_id: null,
        session_id: null,
        look_again_at: null,
        unclear_since: null,
        refund_lease_owner: null,
        refund_lease_until: null,
        refund_sent_at: null,
        ...row,
        card: null,
      } as Payment)
      if (inserted) await quote.refer(tx, row.quote_id)
      return inserted
    }),
  movePayment: (id, to, now, changes = {}) =>
    run('movePayment', tx =>
      payment.update(
        tx,
        id,
        row => sourcesOf(paymentMoves, to).includes(row.state),
        row => read({ ...row, ...(changes as Partial<Payment>), state: to, changed_at: now }, ['card']),
      ),
    ),
  expireUnissuedPayment: (id, now) =>
    run('expireUnissuedPayment', tx =>
      payment.update(
        tx,
        id,
        row => row.state === 'CREATED',
        row => ({ ...row, state: 'EXPIRED', look_again_at: null, changed_at: now }),
      ),
    ),
  attachProviderSession: (id, session, now) =>
    run('attachProviderSession', tx =>
      payment.update(
        tx,
        id,
        row => row.state === 'EXPIRED' && row.psp_session === null,
        row => ({ ...row, psp_session: session, look_again_at: now }),
      ),
    ),
  assignPaymentToSession: (id, sessionId) =>
    run('assignPaymentToSession', async tx => {
      await payment.update(
        tx,
        id,
        () => true,
        row => ({ ...row, session_id: sessionId }),
      )
    }),
  schedulePaymentPoll: (id, at, whileIn, unclearSince = null) =>
    run('schedulePaymentPoll', async tx => {
      await payment.update(
        tx,
        id,
        row => whileIn.includes(row.state),
        row => ({ ...row, look_again_at: at, unclear_since: unclearSince }),
      )
    }),
  leaseRefund: (id, owner, { now, until, lookAgainAt }) =>
    run('leaseRefund', async tx => {
      const isLeased = await payment.update(
        tx,
        id,
        row =>
          row.state === 'REFUND_DUE' &&
          row.unclear_since === null &&
          row.transaction_id !== null &&
          (row.refund_lease_until === null || row.refund_lease_until < now),
        row => ({
          ...row,
          refund_lease_owner: owner,
          refund_lease_until: until,
          look_again_at: lookAgainAt,
        }),
      )
      return isLeased ? payment.get(tx, id) : undefined
    }),
  markRefundSent: (id, owner, sentAt) =>
    run('markRefundSent', tx =>
      payment.update(
        tx,
        id,
        row => row.state === 'REFUND_DUE' && row.refund_lease_owner === owner,
        row => ({ ...row, refund_sent_at: sentAt }),
      ),
    ),
  endRefundLease: (id, owner, then) =>
    run('endRefundLease', async tx => {
      await payment.update(
        tx,
        id,
        row => row.state === 'REFUND_DUE' && row.refund_lease_owner === owner,
        row => ({ ...row, ...then, refund_lease_owner: null, refund_lease_until: null }),
      )
    }),
  claimDuePayments: ({ now, until, limit }) =>
    run('claimDuePayments', async tx => {
      const due = payment.take(tx, row => row.look_again_at !== null && row.look_again_at <= now, limit)
      for (const { id } of due)
        await payment.update(
          tx,
          id,
          () => true,
          row => ({ ...row, look_again_at: until }),
        )
      return due.map(({ id, state }) => ({ id, state }))
    }),
})
