/** Binds the functions of db/repositories and db/retention to a database or transaction, as their callers need them. */
import type { Kysely, Transaction } from 'kysely'
import * as audit from './repositories/audit.ts'
import * as bindAttempts from './repositories/bind-attempts.ts'
import * as captcha from './repositories/captcha.ts'
import * as loginTokens from './repositories/login-tokens.ts'
import * as payments from './repositories/payments.ts'
import * as policies from './repositories/policies.ts'
import * as quotes from './repositories/quotes.ts'
import * as rateCounters from './repositories/rate-limits.ts'
import * as salesCounts from './repositories/sales-counts.ts'
import * as sessionLookup from './repositories/session-with-quote.ts'
import * as sessions from './repositories/sessions.ts'
import * as policyRetention from './retention/purchases.ts'
import * as quoteRetention from './retention/quotes.ts'
import * as sessionRetention from './retention/sessions-tokens-and-counters.ts'
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
  ...salesCounts,
  ...sessionLookup,
  ...sessions,
  ...policyRetention,
  ...quoteRetention,
  ...sessionRetention,
}

type Modules = typeof modules
type Bound<F> = F extends (db: Transaction<Schema>, ...rest: infer R) => infer T ? (...rest: R) => T : never
/** The names of the functions that take this connection first. */
type Taking<Connection> = {
  [K in keyof Modules]: Modules[K] extends (db: Connection, ...rest: never[]) => unknown ? K : never
}[keyof Modules]

export type TransactionRepositories = { readonly [K in Taking<Transaction<Schema>>]: Bound<Modules[K]> }

/** Without the functions that take only a `Transaction`: those lock rows, or write rows that belong together. */
export type Repositories = Pick<TransactionRepositories, Taking<Kysely<Schema>>>

export function repositoriesFor(connection: Transaction<Schema>): TransactionRepositories
export function repositoriesFor(connection: Kysely<Schema>): Repositories
export function repositoriesFor(connection: Kysely<Schema>) {
  return Object.fromEntries(
    Object.entries(modules).flatMap(([name, statement]) =>
      typeof statement === 'function'
        ? [[name, (...rest: never[]) => (statement as (...given: unknown[]) => unknown)(connection, ...rest)]]
        : [],
    ),
  )
}
