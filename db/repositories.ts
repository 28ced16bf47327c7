/**
 * Binds the functions of db/repositories and db/retention to a database or transaction. Handlers, jobs and
 * operator commands call them in this form.
 */
import type { Kysely, Transaction } from 'kysely'
import * as audit from './repositories/audit.ts'
import * as bindAttempts from './repositories/bind-attempts.ts'
import * as captcha from './repositories/captcha.ts'
import * as loginTokens from './repositories/login-tokens.ts'
import * as payments from './repositories/payments.ts'
import * as policies from './repositories/policies.ts'
import * as quotes from './repositories/quotes.ts'
import * as rateCounters from './repositories/rate-limits.ts'
import * as saleCounts from './repositories/sale-counts.ts'
import * as sessionLookup from './repositories/session-with-quote.ts'
import * as sessions from './repositories/sessions.ts'
import * as policyRetention from './retention/policies.ts'
import * as quoteRetention from './retention/quotes.ts'
import type { Schema } from './schema.ts'

const modules = {
  ...audit,
  ...bindAttempts,
  ...captcha,
  ...loginTokens,
  ...payments,
  ...policies,
  ...quotes,
  ...rateCounters,
  ...saleCounts,
  ...sessionLookup,
  ...sessions,
  ...policyRetention,
  ...quoteRetention,
}

type Db = Kysely<Schema>
type Statement = (db: Db, ...rest: never[]) => unknown
type Bound<F> = F extends (db: Db, ...rest: infer R) => infer T ? (...rest: R) => T : never

/** Every exported function of these modules whose first parameter is the database. */
export type TransactionRepositories = {
  readonly [K in keyof typeof modules as (typeof modules)[K] extends Statement ? K : never]: Bound<
    (typeof modules)[K]
  >
}

/** These lock rows, or write rows that are right only together with other writes. */
const transactionOnly = [
  'anonymiseQuote',
  'anonymiseQuotes',
  'assignPartner',
  'createBindAttempt',
  'deleteAnonymisedQuotes',
  'deleteExpiredPolicies',
  'deleteOldAudit',
  'insertPayment',
  'insertPolicy',
  'lockQuote',
  'redeemLoginToken',
  'downgradeBuyerAccess',
  'limitOtherSessions',
  'saveRatedQuote',
  'updateAnswers',
] as const satisfies readonly (keyof TransactionRepositories)[]

/** Each of these is right by itself, inside a transaction or outside. */
export type Repositories = Omit<TransactionRepositories, (typeof transactionOnly)[number]>

/** Only db/transaction.ts calls it: a transaction's repositories are handed out as a `Tx`. */
export const transactionRepositoriesFor = (connection: Db | Transaction<Schema>): TransactionRepositories =>
  Object.fromEntries(
    Object.entries(modules).flatMap(([name, statement]) =>
      typeof statement === 'function'
        ? [[name, (...rest: never[]) => (statement as Statement)(connection, ...rest)]]
        : [],
    ),
  ) as TransactionRepositories

export function repositoriesFor(db: Db): Repositories {
  const { ...repositories }: Partial<TransactionRepositories> = transactionRepositoriesFor(db)
  for (const name of transactionOnly) delete repositories[name]
  return repositories as Repositories
}
