/**
 * Statements that are compiled once, when their file is loaded; later calls only change the values. Building
 * a statement costs a node several times as much as sending it. db/auto-prepare.ts recognises them by their
 * text.
 */
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

/** Stands in a statement for a value that comes with each call. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Builds and compiles as any other, and reaches no database. */
const unconnected = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * The statement of these values, for `db.executeQuery`.
 *
 * @param build is run once, with a slot in the place of every value: it may pass them on as parameters, not look into
 * them. What must differ in more than its values is another statement.
 */
export function precompile<V extends object, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
): (values: V) => CompiledQuery<R> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(name) }) as V
  const statement = build(unconnected, slots).compile()
  return values => ({
    ...statement,
    parameters: statement.parameters.map(each =>
      each instanceof Slot ? Reflect.get(values, each.name) : each,
    ),
  })
}

const quickReads = new Set<string>()

/**
 * The same for a read by key that comes with every call. It waits for nobody, not for a row that is locked either: sent
 * outside a transaction by `executeQuery` it goes over a connection where others wait behind it (db/read-connection.ts).
 */
export function precompileRead<V extends object, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
): (values: V) => CompiledQuery<R> {
  const statement = precompile(build)
  quickReads.add(statement({} as V).sql)
  return statement
}

export const isPrecompiledRead = (text: string): boolean => quickReads.has(text)
