/** Prepares statements for the repositories, and executes single ones that return how many rows they changed. */
import {
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  DummyDriver,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Schema } from './schema.ts'

/** The names by the SQL text. */
export const preparedStatementNames = new Map<string, string>()

/** Marks where the value of a call goes. */
class Placeholder {
  readonly key: PropertyKey
  constructor(key: PropertyKey) {
    this.key = key
  }
}

const compiler = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('public')

/**
 * Returns a function that makes the statement for some values, for `db.executeQuery`.
 *
 * @param name unique in the product, at most 55 characters
 * @param build is called once, with placeholders instead of values: it may pass them on as parameters only
 */
export function preparedStatement<V extends object, R>(
  name: string,
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
): (values: V) => CompiledQuery<R> {
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(key) }) as V
  const statement = build(compiler, placeholders).compile()
  preparedStatementNames.set(statement.sql, name)
  return values => ({
    ...statement,
    parameters: statement.parameters.map(each =>
      each instanceof Placeholder ? Reflect.get(values, each.key) : each,
    ),
  })
}

interface WritingStatement {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

export async function executeAndCountRows(statement: WritingStatement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows)
  return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n))
}

/** Executes a compare-and-set: true if it changed its row, false if another change came first. */
export const executeCompareAndSet = async (statement: WritingStatement): Promise<boolean> =>
  (await executeAndCountRows(statement)) === 1

/** The maximum of rows that one statement of the purge deletes or anonymises. */
export const purgeBatchSize = 500

/** A batch of the chosen rows, without rows locked by another node, so several nodes can purge at once. */
export const lockBatch = <DB extends Schema, TB extends keyof DB, O>(chosen: SelectQueryBuilder<DB, TB, O>) =>
  chosen.limit(purgeBatchSize).forUpdate().skipLocked()
