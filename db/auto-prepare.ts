/**
 * Prepares repeated statements once per connection, because parsing and planning are most of their cost
 * (decision 0016). Every connection of db/client.ts uses it; callers do not notice.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { errorCode } from './postgres-errors.ts'
import { connectionOf, createRowDescriptionCache } from './row-description-cache.ts'

/**
 * A statement is prepared after so many uses; one-off statements and lists of varying lengths never reach it.
 */
const timesBefore = 5
/** The limit of prepared statements: every connection stores each one at both ends. */
const mostStatements = 200

/**
 * A newer node changed a table: the prepared statement no longer fits, and preparing the same text again
 * works.
 */
const outdated = '0A000'
/** The statement is not prepared on that connection, or already is. */
const [unknownName, knownName] = ['26000', '42P05']
/** The statement failed for one of these reasons: its transaction is lost and must be run again. */
const lostTransaction = '25P02'

/** State shared by the connections of one pool. */
export interface StatementRegistry {
  /** The name to prepare this text under; undefined if it is sent unprepared. */
  nameOf(text: string): string | undefined
  /**
   * Whether the failure was one of preparing, and the statement as it comes may do better.
   * @param wasPrepared the connection had been told so before this was sent
   */
  learnFrom(error: unknown, wasPrepared: boolean): boolean
}

export function createStatementRegistry(): StatementRegistry {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  let generation = 0
  let isOff = false
  return {
    nameOf(text) {
      if (isOff) return undefined
      const known = names.get(text)
      if (known !== undefined) return known
      const times = (seen.get(text) ?? 0) + 1
      if (times <= timesBefore) {
        if (seen.size >= 10 * mostStatements) seen.clear()
        seen.set(text, times)
        return undefined
      }
      if (names.size >= mostStatements) return undefined
      const name = `g${generation} ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
      names.set(text, name)
      return name
    },
    learnFrom(error, wasPrepared) {
      const code = errorCode(error) ?? ''
      if (code === outdated) {
        generation += 1
        names.clear()
      } else if (code !== unknownName && code !== knownName) return false
      // Somebody between us and the server hands its connections around, and does not know what was prepared on which. Not
      // so where it was just being prepared: that may have failed under whoever was sent right behind it (read-connection.ts).
      else if (wasPrepared === (code === unknownName)) isOff = true
      return true
    },
  }
}

type Send = (...given: unknown[]) => unknown

/** Patches one connection. Only promise calls are prepared: callbacks are the pool's own calls. */
export function enableAutoPrepare(client: pg.PoolClient, prepared: StatementRegistry): void {
  // Looked up each time: tracing patches the class, perhaps later.
  const send: Send = (...given) =>
    Reflect.apply(Reflect.get(Object.getPrototypeOf(client), 'query'), client, given)

  const connection = connectionOf(client)
  const { parsedStatements } = connection
  const rows = createRowDescriptionCache(connection)

  /**
   * Does what pg does with `{ name, text, values }`. pg first copies the object with every property
   * descriptor, which costs more than sending.
   */
  const sendNamed = (name: string, text: string, values: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      send(rows.queryOf(name, text, values), undefined, (error: unknown, result: unknown) => {
        rows.learnFrom(name, error ? undefined : result)
        if (error) reject(error)
        else resolve(result)
      })
    })

  async function sendPrepared(name: string, text: string, values: unknown[]): Promise<unknown> {
    const wasPrepared = name in parsedStatements
    try {
      return await sendNamed(name, text, values)
    } catch (error) {
      // The stack of the error is that of the response handler, but the log must name the caller: pg's own
      // promise does the same.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!prepared.learnFrom(error, wasPrepared)) throw error
      try {
        return await send(text, values)
      } catch (again) {
        throw errorCode(again) === lostTransaction ? error : again
      }
    }
  }

  const query: Send = (...given) => {
    const [text, values, callback] = given
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) return send(...given)
    const name = prepared.nameOf(text)
    return name === undefined ? send(text, values) : sendPrepared(name, text, values)
  }
  Reflect.set(client, 'query', query)
}
