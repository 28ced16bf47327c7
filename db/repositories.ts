/**
 * All repositories bound to one connection or one transaction: the functions of this folder with their
 * database already supplied. Handlers and jobs reach the tables only through this file.
 */
import type { Kysely } from 'kysely'
import { record } from './repositories/audit.ts'
import {
  acquireBindLease,
  createBindAttempt,
  findBindAttempt,
  findStalledBindAttempts,
  moveBindAttempt,
  recordBindSent,
} from './repositories/bind-attempts.ts'
import { grantCaptchaPass, spendCaptchaPass, spendCaptchaToken } from './repositories/captcha.ts'
import { insertLoginToken, redeemLoginToken } from './repositories/login-tokens.ts'
import {
  assignPaymentToSession,
  attachProviderSession,
  claimDuePayments,
  endRefundLease,
  expireUnissuedPayment,
  findActivePayment,
  findPayment,
  findPaymentByKey,
  findPaymentByNotificationToken,
  findPaymentBySession,
  findPaymentsOfQuote,
  insertPayment,
  leaseRefund,
  markRefundSent,
  movePayment,
  schedulePaymentPoll,
} from './repositories/payments.ts'
import { findPolicy, insertPolicy } from './repositories/policies.ts'
import {
  createProspect,
  findQuote,
  findQuoteByNumber,
  keepPartner,
  lockQuote,
  saveRatedQuote,
  setQuoteStatus,
  updateAnswers,
  updateQuoteAtVersion,
  updateUnpricedQuote,
} from './repositories/quotes.ts'
import { countEvent, eventCount, undoCountEvent } from './repositories/rate-counters.ts'
import { ownershipChangeOf, revokeOtherAccess } from './repositories/revoke-access.ts'
import { countSale } from './repositories/sale-counts.ts'
import { loadSessionWithQuote } from './repositories/session-lookup.ts'
import {
  accessLevelByCookie,
  accessLevelOfSession,
  createSession,
  endSession,
  extendIdleUntil,
  grantAccess,
  resetActivity,
  revokeBuyerAccess,
  rotateSession,
} from './repositories/sessions.ts'
import { deleteExpiredPolicies, deleteOldAudit, destroyBankDetails } from './retention/policies.ts'
import {
  anonymiseQuotes,
  deleteAnonymisedQuotes,
  deleteExpiredSecurityRows,
  deleteExpiredSessions,
  deleteOrphanedInsurerQuotes,
  dropLoginTokens,
} from './retention/quotes.ts'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>
type OverDb = (db: Db, ...rest: never[]) => unknown
type Given<F> = F extends (db: Db, ...rest: infer R) => infer T ? (...rest: R) => T : never

const over = <M extends Record<string, OverDb>>(
  db: Db,
  entries: M,
): { readonly [K in keyof M]: Given<M[K]> } =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, (...rest: never[]) => entry(db, ...rest)]),
  ) as { readonly [K in keyof M]: Given<M[K]> }

export const repositoriesFor = (db: Db) =>
  over(db, {
    extendIdleUntil,
    grantAccess,
    countEvent,
    countSale,
    createProspect,
    createSession,
    destroyBankDetails,
    deleteOldAudit,
    deleteAnonymisedQuotes,
    dropLoginTokens,
    deleteExpiredSessions,
    deleteExpiredSecurityRows,
    endRefundLease,
    endSession,
    resetActivity,
    eventCount,
    findBindAttempt,
    findPayment,
    findPaymentByKey,
    findPaymentByNotificationToken,
    findPaymentBySession,
    findPolicy,
    findQuote,
    findQuoteByNumber,
    deleteExpiredPolicies,
    anonymiseQuotes,
    deleteOrphanedInsurerQuotes,
    expireUnissuedPayment,
    grantCaptchaPass,
    assignPaymentToSession,
    insertPayment,
    insertPolicy,
    createBindAttempt,
    insertLoginToken,
    keepPartner,
    saveRatedQuote,
    acquireBindLease,
    leaseRefund,
    revokeOtherAccess,
    accessLevelByCookie,
    accessLevelOfSession,
    ownershipChangeOf,
    lockQuote,
    schedulePaymentPoll,
    revokeBuyerAccess,
    markRefundSent,
    recordBindSent,
    moveBindAttempt,
    movePayment,
    updateQuoteAtVersion,
    findPaymentsOfQuote,
    attachProviderSession,
    findActivePayment,
    record,
    updateAnswers,
    setQuoteStatus,
    spendCaptchaPass,
    spendCaptchaToken,
    undoCountEvent,
    claimDuePayments,
    loadSessionWithQuote,
    redeemLoginToken,
    rotateSession,
    updateUnpricedQuote,
    findStalledBindAttempts,
  })

export type Repositories = ReturnType<typeof repositoriesFor>
