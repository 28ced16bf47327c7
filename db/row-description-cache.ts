/**
 * Caches the row description of a prepared statement per connection: the server rejects the statement before
 * it returns different columns (decision 0016). pg requests the description every time and parses it column
 * by column.
 */
import type { Writable } from 'node:stream'
import pg from 'pg'

/** How pg reads the rows of a result. */
interface Shape {
  readonly fields: readonly unknown[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

/** What pg's connection and query know, and @types/pg does not tell. */
export interface Connection {
  /** Texts that the server has said it prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  readonly stream: Writable
  describe(what: unknown): void
}
export const connectionOf = (client: pg.PoolClient): Connection =>
  (client as unknown as { readonly connection: Connection }).connection

interface Query {
  name: string
  _result: Shape
  _accumulateRows: boolean
  _canceledDueToError: unknown
  submit(connection: Connection): unknown
  handleDataRow(row: { readonly fields: readonly unknown[] }): void
}
const Query = pg.Query as unknown as new (text: string, values: unknown[]) => Query

class KnownQuery extends Query {
  readonly #undescribed: Connection
  readonly #columns: number

  constructor(text: string, values: unknown[], shape: Shape, undescribed: Connection) {
    super(text, values)
    Object.assign(this._result, shape)
    this._accumulateRows = true
    this.#columns = shape.fields.length
    this.#undescribed = undescribed
  }

  override submit(): unknown {
    return super.submit(this.#undescribed)
  }

  /** A pooler that prepares for its clients may have done so anew since the table got another column. */
  override handleDataRow(row: { readonly fields: readonly unknown[] }): void {
    if (row.fields.length === this.#columns) super.handleDataRow(row)
    else this._canceledDueToError = new Error('a row came with other columns than the statement has')
  }
}

export interface RowDescriptionCache {
  /** Of this connection, under the name that the text is prepared by. */
  queryOf(name: string, text: string, values: unknown[]): Query
  /** What was answered under this name; undefined where it failed. */
  learnFrom(name: string, result: unknown): void
}

export function createRowDescriptionCache(connection: Connection): RowDescriptionCache {
  const shapes = new Map<string, Shape>()
  const undescribed: Connection = Object.create(connection, { describe: { value: () => undefined } })
  return {
    queryOf(name, text, values) {
      const shape = shapes.get(name)
      const query = shape ? new KnownQuery(text, values, shape, undescribed) : new Query(text, values)
      return Object.assign(query, { name })
    },
    learnFrom(name, result) {
      if (result === undefined) shapes.delete(name)
      else if (!shapes.has(name)) {
        const { fields, _parsers, _prebuiltEmptyResultObject } = result as Shape
        shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
      }
    },
  }
}
