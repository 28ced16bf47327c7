/**
 * The functions of db/repositories and db/retention with their database already supplied. Handlers, jobs and the
 * operators' commands reach the tables through them.
 */
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from './repositories/audit.ts'
import {
  acquireBindLease,
  createBindAttempt,
  findBindAttempt,
  findStalledBindAttempts,
  recordBindSent,
  transitionBindAttempt,
} from './repositories/bind-attempts.ts'
import { grantCaptchaPass, spendCaptchaPass, spendCaptchaToken } from './repositories/captcha.ts'
import { insertLoginToken, redeemLoginToken } from './repositories/login-tokens.ts'
import {
  assignPaymentToSession,
  attachCardSession,
  claimDuePayments,
  endRefundLease,
  expireUnissuedPayment,
  findActivePayment,
  findPayment,
  findPaymentByCardSession,
  findPaymentByKey,
  findPaymentByNotificationToken,
  findPaymentsOfQuote,
  insertPayment,
  leaseRefund,
  recordRefundSent,
  schedulePaymentPoll,
  transitionPayment,
} from './repositories/payments.ts'
import { findPolicy, insertPolicy } from './repositories/policies.ts'
import {
  assignPartner,
  createProspect,
  findQuote,
  findQuoteByNumber,
  lockQuote,
  saveRatedQuote,
  setQuoteStatus,
  updateAnswers,
  updateQuoteAtVersion,
  updateUnpricedQuote,
} from './repositories/quotes.ts'
import { decrementCounter, incrementCounter, readCounter } from './repositories/rate-counters.ts'
import { findOwnershipChange, revokeOtherAccess } from './repositories/revoke-access.ts'
import { countSale } from './repositories/sale-counts.ts'
import { loadSessionWithQuote } from './repositories/session-lookup.ts'
import {
  accessLevelByCookie,
  accessLevelOfSession,
  createSession,
  endSession,
  grantAccess,
  resetLastSeen,
  revokeBuyerAccess,
  rotateSession,
  touchSession,
} from './repositories/sessions.ts'
import { deleteExpiredPolicies, deleteOldAudit, destroyBankDetails } from './retention/policies.ts'
import {
  anonymiseQuotes,
  deleteAnonymisedQuotes,
  deleteExpiredCaptchaAndRateLimits,
  deleteExpiredLoginTokens,
  deleteExpiredSessions,
  deleteOrphanedInsurerQuotes,
} from './retention/quotes.ts'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>
type Statement = (db: Db, ...rest: never[]) => unknown
type Bound<F> = F extends (db: Db, ...rest: infer R) => infer T ? (...rest: R) => T : never
type AllBound<M> = { readonly [K in keyof M]: Bound<M[K]> }

const withDatabase = <M extends Record<string, Statement>>(db: Db, statements: M): AllBound<M> =>
  Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [
      name,
      (...rest: never[]) => statement(db, ...rest),
    ]),
  ) as AllBound<M>

/** Each of these is right by itself, inside a transaction or outside. */
const statements = {
  accessLevelByCookie,
  accessLevelOfSession,
  acquireBindLease,
  assignPaymentToSession,
  attachCardSession,
  claimDuePayments,
  countSale,
  createProspect,
  createSession,
  decrementCounter,
  deleteExpiredCaptchaAndRateLimits,
  deleteExpiredLoginTokens,
  deleteExpiredSessions,
  deleteOrphanedInsurerQuotes,
  destroyBankDetails,
  endRefundLease,
  endSession,
  expireUnissuedPayment,
  findActivePayment,
  findBindAttempt,
  findOwnershipChange,
  findPayment,
  findPaymentByCardSession,
  findPaymentByKey,
  findPaymentByNotificationToken,
  findPaymentsOfQuote,
  findPolicy,
  findQuote,
  findQuoteByNumber,
  findStalledBindAttempts,
  grantAccess,
  grantCaptchaPass,
  incrementCounter,
  insertLoginToken,
  leaseRefund,
  loadSessionWithQuote,
  readCounter,
  recordAuditEvent,
  recordBindSent,
  recordRefundSent,
  resetLastSeen,
  rotateSession,
  schedulePaymentPoll,
  setQuoteStatus,
  spendCaptchaPass,
  spendCaptchaToken,
  touchSession,
  transitionBindAttempt,
  transitionPayment,
  updateQuoteAtVersion,
  updateUnpricedQuote,
}

/** These lock rows, or write rows that are right only together with other writes. */
const transactionStatements = {
  ...statements,
  anonymiseQuotes,
  assignPartner,
  createBindAttempt,
  deleteAnonymisedQuotes,
  deleteExpiredPolicies,
  deleteOldAudit,
  insertPayment,
  insertPolicy,
  lockQuote,
  redeemLoginToken,
  revokeBuyerAccess,
  revokeOtherAccess,
  saveRatedQuote,
  updateAnswers,
}

export type Repositories = AllBound<typeof statements>
export type TransactionRepositories = AllBound<typeof transactionStatements>

export const repositoriesFor = (db: Db): Repositories => withDatabase(db, statements)

/** Only db/transaction.ts calls it: a transaction's repositories are handed out as a `Tx`. */
export const transactionRepositoriesFor = (connection: Transaction<Schema>): TransactionRepositories =>
  withDatabase(connection, transactionStatements)
