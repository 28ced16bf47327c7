/**
 * In-memory tables of a purchase, with the unique indexes of db/migrations, and the access of statements to
 * them.
 */

import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Payment } from '#db/repositories/payments.ts'
import type { Policy } from '#db/repositories/policies.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import type { AccessLevel } from '#journey/access-level.ts'
import { beginTransaction, commit, rollBack, type Table, type Transaction, table } from './in-memory-table.ts'

/** What of the books a purchase uses. */
export type PurchaseRepositories = Pick<
  Repositories,
  | 'extendIdleUntil'
  | 'grantAccess'
  | 'endRefundLease'
  | 'resetActivity'
  | 'findBindAttempt'
  | 'findPayment'
  | 'findPaymentByNotificationToken'
  | 'findPaymentBySession'
  | 'findPolicy'
  | 'findQuote'
  | 'findQuoteByNumber'
  | 'expireUnissuedPayment'
  | 'assignPaymentToSession'
  | 'revokeOtherAccess'
  | 'insertPayment'
  | 'insertPolicy'
  | 'createBindAttempt'
  | 'insertLoginToken'
  | 'acquireBindLease'
  | 'leaseRefund'
  | 'accessLevelByCookie'
  | 'accessLevelOfSession'
  | 'lockQuote'
  | 'schedulePaymentPoll'
  | 'revokeBuyerAccess'
  | 'markRefundSent'
  | 'recordBindSent'
  | 'moveBindAttempt'
  | 'movePayment'
  | 'updateQuoteAtVersion'
  | 'findPaymentsOfQuote'
  | 'attachProviderSession'
  | 'findActivePayment'
  | 'record'
  | 'setQuoteStatus'
  | 'claimDuePayments'
  | 'findStalledBindAttempts'
>

export interface Tables {
  readonly quote: Table<Quote>
  readonly payment: Table<Payment>
  readonly issuance: Table<BindAttempt>
  readonly policy: Table<Policy>
  readonly level: Table<{ key: string; level: AccessLevel }>
  readonly audit: Table<{ id: string; at: Date; quoteId: string | null; what: string; details: object }>
}

/** What the index payment_open holds. */
export const openStates: ReadonlySet<Payment['state']> = new Set(['CREATED', 'PENDING', 'APPROVED'])
export const base64 = (bytes: Buffer | null) => bytes?.toString('base64') ?? null

/** `withoutPaymentOpen` leaves out the index of that name (a mutant's wish). */
export const emptyTables = ({ withoutPaymentOpen = false } = {}): Tables => ({
  quote: table<Quote>(row => row.id, [row => row.quote_number]),
  payment: table<Payment>(
    row => row.id,
    [
      row => row.idem_key,
      row => row.psp_session,
      row => base64(row.notice_token_hash),
      row => (openStates.has(row.state) && !withoutPaymentOpen ? row.quote_id : null),
    ],
  ),
  issuance: table<BindAttempt>(row => row.quote_id, [row => row.idem_key, row => row.policy_number]),
  policy: table<Policy>(row => row.policy_number, [row => row.quote_id]),
  level: table(row => row.key),
  audit: table(row => row.id),
})

/** JSON columns are written as text and read as what it says. */
export const read = <T extends object>(row: T, json: readonly (keyof T)[]): T => {
  const parsed = { ...row }
  for (const name of json)
    if (typeof parsed[name] === 'string') parsed[name] = JSON.parse(parsed[name] as string) as T[keyof T]
  return parsed
}

/** Runs a statement, and says in which transaction. */
export type Run = <T>(name: string, statement: (transaction: Transaction) => Promise<T>) => Promise<T>

export const only =
  <R extends object>(from: Table<R>, wanted: (row: R) => boolean) =>
  (transaction: Transaction) =>
    Promise.resolve(from.all(transaction).find(wanted))

/** A statement outside any transaction is one of its own. */
export async function alone<T>(statement: (transaction: Transaction) => Promise<T>): Promise<T> {
  const transaction = beginTransaction()
  try {
    const result = await statement(transaction)
    commit(transaction)
    return result
  } catch (error) {
    rollBack(transaction)
    throw error
  }
}
