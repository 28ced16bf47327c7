/**
 * Adapts a pg pool to Kysely's dialect, for db/client.ts. It sends frequent statements as prepared
 * statements, and closes connections that are broken or read-only.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import {
  errorCode,
  isConnectionLost,
  throwConnectionUnavailable,
  unusableConnectionCodes,
} from './postgres-errors.ts'
import { preparedStatementNames } from './prepared-statements.ts'

/** A migration has changed the columns that a prepared statement returns. */
const outdatedStatement = '0A000'
/** The statement is not prepared on this connection, or already is: a pooler without prepared statements hands connections around. */
const unknownStatement: readonly unknown[] = ['26000', '42P05']
/** An earlier error has undone the transaction. */
const failedTransaction = '25P02'

export function kyselyPool(pool: pg.Pool): PostgresPool {
  let version = 0
  let areNamesUsable = true

  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = areNamesUsable ? preparedStatementNames.get(text) : undefined
    return client.query({ text, values: [...values], ...(name && { name: `${name}/${version}` }) })
  }
  /** True if the statement can be sent again, under another name or without one. */
  const canSendAgain = (text: string, error: unknown): boolean => {
    if (!preparedStatementNames.has(text)) return false
    if (errorCode(error) === outdatedStatement) version += 1
    else if (unknownStatement.includes(errorCode(error))) areNamesUsable = false
    else return false
    return true
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch(throwConnectionUnavailable)
    let isUnusable = false
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        return await send(client, text, values)
      } catch (error) {
        // The next connection finds the right server and database, or is rejected (db/client.ts).
        isUnusable ||= unusableConnectionCodes.includes(errorCode(error)) || isConnectionLost(error)
        if (!canSendAgain(text, error)) throw error
        // The first error tells db/transaction.ts to run the whole transaction again.
        return send(client, text, values).catch((second: unknown) => {
          throw errorCode(second) === failedTransaction ? error : second
        })
      }
    }
    const release = (isDiscarded = false) => client.release(isDiscarded || isUnusable)
    // The other overload of Kysely's `query` takes a cursor, which we do not use.
    return { query, release } as unknown as PostgresPoolClient
  }

  return { connect, end: () => pool.end(), options: pool.options }
}
