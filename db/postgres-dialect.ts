/**
 * Kysely's PostgreSQL dialect over our pg pool, for db/client.ts. It adds three things to Kysely's own driver: the hot
 * statements are sent by name, a connection that is of no use is not used again, and committed changes are noted.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import type { ConnectionCircuitBreaker } from './connection-circuit-breaker.ts'
import {
  errorCode,
  isConnectionLost,
  throwConnectionUnavailable,
  unusableConnectionCodes,
} from './postgres-errors.ts'
import { statementName } from './prepared-statements.ts'

/** PostgreSQL's code where a migration has changed the columns that a prepared statement returns. */
const outdatedStatement = '0A000'
/** The statement is not prepared on this connection, or already is: a pooler without prepared statements hands connections around. */
const unknownStatement: readonly unknown[] = ['26000', '42P05']
const changesRows: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/** The names under which statements are prepared on all connections of one pool. */
class StatementNames {
  #version = 0
  #areUsable = true

  nameOf(query: CompiledQuery): string | undefined {
    const name = statementName(query)
    return name !== undefined && this.#areUsable ? `${name}/${this.#version}` : undefined
  }

  /** True if the statement can be sent again under what `nameOf` says now. */
  learnFrom(error: unknown): boolean {
    const code = errorCode(error)
    if (code === outdatedStatement) this.#version += 1
    else if (unknownStatement.includes(code)) this.#areUsable = false
    else return false
    return true
  }
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #unanswered: ConnectionCircuitBreaker
  #isInTransaction = false
  #hasChanges = false
  #isUnusable = false

  constructor(client: pg.PoolClient, names: StatementNames, unanswered: ConnectionCircuitBreaker) {
    this.#client = client
    this.#names = names
    this.#unanswered = unanswered
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#send<R>(query)
    } catch (error) {
      // The next connection finds the right server and database, or is refused (db/client.ts).
      this.#isUnusable ||= unusableConnectionCodes.includes(errorCode(error)) || isConnectionLost(error)
      // A transaction is lost with the statement: db/transaction.ts runs it again.
      if (statementName(query) === undefined || !this.#names.learnFrom(error) || this.#isInTransaction)
        throw error
      return this.#send<R>(query)
    }
  }

  async #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.nameOf(query)
    const values = [...query.parameters]
    const { command, rowCount, rows } = await this.#client.query(
      name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
    )
    if (changesRows.includes(command) && (rowCount ?? 0) > 0) this.#noteChange()
    return { rows, ...(changesRows.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  #noteChange(): void {
    if (this.#isInTransaction) this.#hasChanges = true
    else this.#unanswered.reset()
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    if (isolationLevel || accessMode) throw new Error('transactions have no settings here')
    // Not the session's default: another client of a pooler may have changed it.
    await this.#client.query('begin isolation level read committed')
    this.#isInTransaction = true
    this.#hasChanges = false
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    const { command } = await this.#client.query('commit')
    if (command === 'ROLLBACK') throw new Error('a failed statement had already undone the transaction')
    if (this.#hasChanges) this.#unanswered.reset()
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    try {
      await this.#client.query('rollback')
    } catch (error) {
      this.#isUnusable = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isUnusable)
  }

  streamQuery(): never {
    throw new Error('rows are not streamed here')
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #unanswered: ConnectionCircuitBreaker
  readonly #names = new StatementNames()

  constructor(pool: pg.Pool, unanswered: ConnectionCircuitBreaker) {
    this.#pool = pool
    this.#unanswered = unanswered
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect().catch(throwConnectionUnavailable)
    return new Connection(client, this.#names, this.#unanswered)
  }

  beginTransaction = (connection: Connection, settings: TransactionSettings) => connection.begin(settings)
  commitTransaction = (connection: Connection) => connection.commit()
  rollbackTransaction = (connection: Connection) => connection.rollback()
  releaseConnection = async (connection: Connection) => connection.release()

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

export class PooledDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #unanswered: ConnectionCircuitBreaker

  constructor(pool: pg.Pool, unanswered: ConnectionCircuitBreaker) {
    super({ pool })
    this.#pool = pool
    this.#unanswered = unanswered
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#unanswered) as Driver
  }
}
