/** Prepares statements for the repositories. */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
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
