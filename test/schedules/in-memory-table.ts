/**
 * In-memory tables that behave like PostgreSQL at READ COMMITTED, as far as a purchase needs it: row locks
 * until the transaction ends, reads of committed data only, and unique indexes that wait for the first
 * writer. Used by in-memory-repositories.ts, whose test compares them with PostgreSQL.
 */

export interface Transaction {
  readonly held: Set<Cell<object>>
  readonly ended: Promise<void>
  readonly end: () => void
  waitsFor: Transaction | null
  over: boolean
}

interface Cell<R extends object> {
  committed: R | undefined
  pending: { readonly by: Transaction; readonly row: R | undefined; readonly forUpdate: boolean } | null
  /** Who wrote rows that refer to this one: FOR KEY SHARE, which only FOR UPDATE minds. */
  readonly sharers: Set<Transaction>
}

/** As PostgreSQL says it; the product reads the code. */
const databaseError = (code: string, message: string): Error => Object.assign(new Error(message), { code })

export function beginTransaction(): Transaction {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { held: new Set(), ended: promise, end: resolve, waitsFor: null, over: false }
}

export function commit(transaction: Transaction): void {
  if (transaction.over) return
  for (const cell of transaction.held) if (cell.pending?.by === transaction) cell.committed = cell.pending.row
  rollBack(transaction)
}

export function rollBack(transaction: Transaction): void {
  if (transaction.over) return
  transaction.over = true
  for (const cell of transaction.held) {
    if (cell.pending?.by === transaction) cell.pending = null
    cell.sharers.delete(transaction)
  }
  transaction.held.clear()
  transaction.end()
}

async function waitFor(other: Transaction, transaction: Transaction): Promise<void> {
  for (let next: Transaction | null = other; next; next = next.waitsFor)
    if (next === transaction) throw databaseError('40P01', 'deadlock detected')
  transaction.waitsFor = other
  await other.ended
  transaction.waitsFor = null
  if (transaction.over) await new Promise(() => undefined)
}

export interface Table<R extends object> {
  /** The row as this transaction sees it. */
  get(transaction: Transaction, key: string): R | undefined
  all(transaction: Transaction): R[]
  /** SELECT … FOR UPDATE: waits for whoever holds it, and gives the newest. */
  lock(transaction: Transaction, key: string): Promise<R | undefined>
  /** What ON CONFLICT DO UPDATE does to the row in the way before it looks at its WHERE: waits for it, and keeps it. */
  keep(transaction: Transaction, key: string): Promise<void>
  /** What a foreign key does when a row that refers to this one is written: throws 23503 where there is none. */
  refer(transaction: Transaction, key: string): Promise<void>
  /** UPDATE … WHERE key AND condition: true when it changed the row. Throws 23505 where an index forbids the new one. */
  update(
    transaction: Transaction,
    key: string,
    condition: (row: R) => boolean,
    change: (row: R) => R,
  ): Promise<boolean>
  /** INSERT … ON CONFLICT DO NOTHING: true when the row went in. */
  insert(transaction: Transaction, row: R): Promise<boolean>
  /** Rows nobody else holds just now, held from here on: FOR UPDATE SKIP LOCKED. */
  take(transaction: Transaction, wanted: (row: R) => boolean, most: number): R[]
  /** What is committed, for whoever looks from outside. */
  committed(): R[]
}

/** @param unique what may stand once: the text of an index entry, or null for a row the index does not hold */
export function table<R extends object>(
  keyOf: (row: R) => string,
  unique: readonly ((row: R) => string | null)[] = [],
): Table<R> {
  const cells = new Map<string, Cell<R>>()
  const seen = (cell: Cell<R> | undefined, transaction: Transaction) =>
    cell?.pending?.by === transaction ? cell.pending.row : cell?.committed
  const hold = (cell: Cell<R>, transaction: Transaction, row: R | undefined, forUpdate = false) => {
    // The process behind it has died meanwhile.
    if (transaction.over) return
    cell.pending = { by: transaction, row, forUpdate: forUpdate || cell.pending?.forUpdate === true }
    transaction.held.add(cell as unknown as Cell<object>)
  }

  async function locked(cell: Cell<R>, transaction: Transaction, forUpdate = false): Promise<R | undefined> {
    for (;;) {
      const sharer = forUpdate ? [...cell.sharers].find(one => one !== transaction) : undefined
      const other = cell.pending && cell.pending.by !== transaction ? cell.pending.by : sharer
      if (!other) break
      await waitFor(other, transaction)
    }
    const row = seen(cell, transaction)
    if (row) hold(cell, transaction, row, forUpdate)
    return row
  }

  /** Who stands in the way of a row in an index: nobody, a row that is there, or a transaction that may yet undo it. */
  function inTheWay(row: R, transaction: Transaction, own: Cell<R> | null): Transaction | 'row' | null {
    for (const entry of [keyOf, ...unique]) {
      const wanted = entry(row)
      if (wanted === null || (own && entry === keyOf)) continue
      for (const cell of cells.values()) {
        if (cell === own) continue
        const others = cell.pending && cell.pending.by !== transaction ? cell.pending : null
        const clashes = [seen(cell, transaction), others?.row].some(one => one && entry(one) === wanted)
        if (clashes) return others?.by ?? 'row'
      }
    }
    return null
  }

  /** False where a row is in the way; else `hold` is done in the same breath as the last look. */
  async function unlessTaken(
    row: R,
    transaction: Transaction,
    own: Cell<R> | null,
    then: () => void,
  ): Promise<boolean> {
    for (;;) {
      const other = inTheWay(row, transaction, own)
      if (other === 'row') return false
      if (other === null) break
      await waitFor(other, transaction)
    }
    then()
    return true
  }

  return {
    get: (transaction, key) => seen(cells.get(key), transaction),
    all: transaction => [...cells.values()].flatMap(cell => seen(cell, transaction) ?? []),
    async lock(transaction, key) {
      const cell = cells.get(key)
      return cell && seen(cell, transaction) && locked(cell, transaction, true)
    },
    async keep(transaction, key) {
      const cell = cells.get(key)
      if (cell) await locked(cell, transaction)
    },
    async refer(transaction, key) {
      const cell = cells.get(key)
      if (!cell || !seen(cell, transaction)) throw databaseError('23503', 'no such row')
      while (cell.pending?.forUpdate && cell.pending.by !== transaction)
        await waitFor(cell.pending.by, transaction)
      cell.sharers.add(transaction)
      transaction.held.add(cell as unknown as Cell<object>)
    },
    async update(transaction, key, condition, change) {
      const cell = cells.get(key)
      const before = seen(cell, transaction)
      if (!cell || !before || !condition(before)) return false
      const newest = await locked(cell, transaction)
      if (!newest || !condition(newest)) return false
      const changed = change(newest)
      if (!(await unlessTaken(changed, transaction, cell, () => hold(cell, transaction, changed))))
        throw databaseError('23505', 'duplicate key')
      return true
    },
    async insert(transaction, row) {
      return unlessTaken(row, transaction, null, () => {
        const key = keyOf(row)
        const cell = cells.get(key) ?? {
          committed: undefined,
          pending: null,
          sharers: new Set<Transaction>(),
        }
        cells.set(key, cell)
        hold(cell, transaction, row)
      })
    },
    take(transaction, wanted, most) {
      const free = [...cells.values()].filter(cell => {
        const row = seen(cell, transaction)
        return row && (!cell.pending || cell.pending.by === transaction) && wanted(row)
      })
      return free.slice(0, most).map(cell => {
        const row = seen(cell, transaction) as R
        hold(cell, transaction, row)
        return row
      })
    },
    committed: () => [...cells.values()].flatMap(cell => cell.committed ?? []),
  }
}
