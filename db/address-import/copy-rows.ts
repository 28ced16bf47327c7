/** Copies a batch of rows with COPY … FROM STDIN, for the address import; far faster than INSERT. */
import type pg from 'pg'

/** By column. */
export type CopyRow = Readonly<Record<string, string | number>>

/** What pg's connection can do for a COPY, which @types/pg does not name. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * All rows have the columns of the first one. `table` and the column names go into the statement as they are. Throws
 * PostgreSQL's error, and then no row is stored.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly CopyRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`
  const lines = Buffer.from(rows.map(row => lineOf(columns.map(column => row[column] ?? ''))).join(''))
  await new Promise<void>((resolve, reject) => {
    // pg passes the messages of a query to its object, as for pg-query-stream and pg-copy-streams.
    client.query<pg.Submittable>({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(lines)
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as pg.Submittable)
  })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** COPY's text format: a tab between values, a line for each row. */
const lineOf = (values: readonly (string | number)[]): string =>
  `${values.map(value => String(value).replace(/[\\\t\n\r]/g, found => escapes[found] ?? found)).join('\t')}\n`
