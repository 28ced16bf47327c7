/**
 * All books over one connection or one transaction: the functions of this folder with their database already given.
 * Handlers and jobs reach the tables through this and nothing else.
 */
import type { Kysely } from 'kysely'
import { record } from './repositories/audit.ts'
import {
  findIssuance,
  intendIssuance,
  leaseIssuance,
  markSent,
  moveIssuance,
  waitingIssuances,
} from './repositories/bind-attempts.ts'
import { grantCaptchaPass, spendCaptchaPass, spendCaptchaToken } from './repositories/captcha.ts'
import { keepLoginToken, redeemLoginToken } from './repositories/login-tokens.ts'
import { keepNotice } from './repositories/partner-notices.ts'
import {
  endRefundLease,
  findPayment,
  findPaymentByKey,
  findPaymentByNotice,
  findPaymentBySession,
  giveUpPayment,
  handPaymentTo,
  insertPayment,
  leaseRefund,
  lookAgainAt,
  markRefundSent,
  movePayment,
  paymentsOf,
  recallSession,
  standingPaymentOf,
  takeDuePayments,
} from './repositories/payments.ts'
import { findPolicy, insertPolicy } from './repositories/policies.ts'
import {
  createProspect,
  findQuote,
  findQuoteByNumber,
  keepPartner,
  lockQuote,
  moveQuote,
  replaceAnswers,
  saveAnswers,
  setQuoteStatus,
} from './repositories/quotes.ts'
import { countEvent, eventCount, uncountEvent } from './repositories/rate-counters.ts'
import { keepRating } from './repositories/rated-quotes.ts'
import { handOver, othersSince } from './repositories/revoke-access.ts'
import { readAtDoor } from './repositories/session-lookup.ts'
import {
  awaitSession,
  bindSession,
  createSession,
  endSession,
  endWait,
  holdSession,
  levelOf,
  levelOfFirst,
  lowerBought,
  renewSession,
} from './repositories/sessions.ts'
import { destroyBankDetails, dropAudit, forgetPolicies } from './retention/policies.ts'
import {
  dropDoneJobs,
  dropForgotten,
  dropLoginTokens,
  dropSessions,
  dropTraces,
  forgetQuotes,
  forgetUnclaimed,
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

export const booksOver = (db: Db) =>
  over(db, {
    awaitSession,
    bindSession,
    countEvent,
    createProspect,
    createSession,
    destroyBankDetails,
    dropAudit,
    dropDoneJobs,
    dropForgotten,
    dropLoginTokens,
    dropSessions,
    dropTraces,
    endRefundLease,
    endSession,
    endWait,
    holdSession,
    eventCount,
    findIssuance,
    findPayment,
    findPaymentByKey,
    findPaymentByNotice,
    findPaymentBySession,
    findPolicy,
    findQuote,
    findQuoteByNumber,
    forgetPolicies,
    forgetQuotes,
    forgetUnclaimed,
    giveUpPayment,
    grantCaptchaPass,
    handPaymentTo,
    insertPayment,
    insertPolicy,
    intendIssuance,
    keepLoginToken,
    keepNotice,
    keepPartner,
    keepRating,
    leaseIssuance,
    leaseRefund,
    handOver,
    levelOf,
    levelOfFirst,
    othersSince,
    lockQuote,
    lookAgainAt,
    lowerBought,
    markRefundSent,
    markSent,
    moveIssuance,
    movePayment,
    moveQuote,
    paymentsOf,
    recallSession,
    standingPaymentOf,
    record,
    saveAnswers,
    setQuoteStatus,
    spendCaptchaPass,
    spendCaptchaToken,
    uncountEvent,
    takeDuePayments,
    readAtDoor,
    redeemLoginToken,
    renewSession,
    replaceAnswers,
    waitingIssuances,
  })

export type Books = ReturnType<typeof booksOver>
