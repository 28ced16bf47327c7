/** Copies one batch of rows with COPY … FROM STDIN, for the address import. A row costs microseconds. */
import type pg from 'pg'

export type CopyValue = string | number

/** What pg's connection can do for a COPY and @types/pg does not tell. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `table` and `columns` go into the statement as they are. Throws what PostgreSQL says, and then no row is in. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const lines = Buffer.from(rows.map(lineOf).join(''))
  await new Promise<void>((resolve, reject) => {
    client.query(new Copy(`copy ${table} (${columns.join(', ')}) from stdin`, lines, resolve, reject))
  })
}

/** COPY's text format: a tab between values, a line for each row. */
const lineOf = (row: readonly CopyValue[]): string => `${row.map(escaped).join('\t')}\n`

const names: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (value: CopyValue): string =>
  typeof value === 'number' ? String(value) : value.replace(/[\\\t\n\r]/g, found => names[found] ?? found)

/** pg hands a query of one's own the messages that concern it (pg-query-stream and pg-copy-streams do the same). */
class Copy implements pg.Submittable {
  readonly #statement: string
  readonly #lines: Buffer
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void
  #failure: Error | undefined

  constructor(statement: string, lines: Buffer, resolve: () => void, reject: (error: Error) => void) {
    this.#statement = statement
    this.#lines = lines
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#lines)
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#failure = error
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve()
  }
}
