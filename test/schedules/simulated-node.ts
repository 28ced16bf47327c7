/**
 * One simulated node: the application's services over in-memory tables and partners, which can crash between
 * any two steps.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { concurrentUpdateCode } from '#db/postgres-errors.ts'
import type { Dependencies } from '#server/lib/context.ts'
import { createCoalescer } from '#server/purchase/coalesce.ts'
import type { inMemoryQueue } from './in-memory-queue.ts'
import { inMemoryRepositories } from './in-memory-repositories.ts'
import { beginTransaction, commit, rollBack, type Transaction } from './in-memory-table.ts'
import type { PurchaseRepositories, Tables } from './in-memory-tables.ts'
import type { Mutation } from './schedule-plan.ts'

export interface Node {
  readonly services: Dependencies
  readonly died: Promise<void>
  crash(): void
}

/** What a node shares with the other and with the schedule. */
export interface NodeEnvironment {
  readonly step: (label: string) => Promise<void>
  readonly finding: (check: string, what: string) => void
  /** After every commit. */
  readonly look: () => void
  readonly now: () => Date
  readonly passes: (ms: number) => void
  readonly tables: Tables
  readonly jobs: ReturnType<typeof inMemoryQueue>
  readonly partners: { readonly insurer: object; readonly cards: object; readonly mail: object }
  readonly fixed: Pick<Dependencies, 'config' | 'keys' | 'brands'>
  readonly around: Mutation['around']
}

const never = new Promise<never>(() => undefined)

/** A node that has just been started; `crash` ends it at once, its transactions undone. */
export function startNode({
  step,
  finding,
  look,
  now,
  passes,
  tables,
  jobs,
  partners,
  fixed,
  around,
}: NodeEnvironment): Node {
  /** Where a partner must not be called. */
  const within = new AsyncLocalStorage<true>()
  let dead = false
  const open = new Set<Transaction>()
  const { promise: died, resolve } = Promise.withResolvers<void>()
  /** Nothing goes on in a process that is dead. */
  const alive = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      return dead ? never : result
    } catch (error) {
      if (dead) return never
      throw error
    }
  }
  /** A statement that is a transaction by itself; undone where the node dies on it, or whoever waits for its rows waits for ever. */
  async function alone<T>(statement: (transaction: Transaction) => Promise<T>): Promise<T> {
    const own = beginTransaction()
    open.add(own)
    try {
      const result = await alive(statement(own))
      commit(own)
      look()
      return result
    } catch (error) {
      rollBack(own)
      throw error
    } finally {
      open.delete(own)
    }
  }

  const over = (transaction: Transaction | null): PurchaseRepositories =>
    inMemoryRepositories(async (name, statement) => {
      await alive(step(name))
      return transaction ? alive(statement(transaction)) : alone(statement)
    }, tables)

  async function once<T>(
    work: (books: Dependencies['repositories'], put: Dependencies['jobs']) => Promise<T>,
  ): Promise<T> {
    const transaction = beginTransaction()
    open.add(transaction)
    try {
      const put = jobs.through(async statement => {
        await alive(step('put'))
        return alive(statement(transaction))
      })
      const result = await within.run(true, () =>
        work(over(transaction) as unknown as Dependencies['repositories'], put),
      )
      await alive(step('commit'))
      commit(transaction)
      look()
      await alive(step('committed'))
      return result
    } finally {
      rollBack(transaction)
      open.delete(transaction)
    }
  }

  /** A partner of this node: what it answers is heard only while the node lives. */
  const port = <P extends object>(name: string, real: P): P =>
    Object.fromEntries(
      Object.entries(real).map(([method, work]) => [
        method,
        typeof work !== 'function' || method === 'sessionOf'
          ? work
          : (...given: unknown[]) => {
              if (within.getStore()) finding('no call inside a transaction', `${name}.${method}`)
              return alive(work(...given) as Promise<unknown>)
            },
      ]),
    ) as P

  const wired = {
    ...fixed,
    repositories: over(null) as unknown as Dependencies['repositories'],
    async withTransaction<T>(
      work: (books: Dependencies['repositories'], jobs: Dependencies['jobs']) => Promise<T>,
    ): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work)
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? error.code : undefined
          // db/transaction.ts says in which order rows are locked: two transactions never wait for each other crosswise.
          if (code === '40P01') finding('deadlock', String(error))
          if (attempt > 3 || (code !== '40P01' && code !== concurrentUpdateCode)) throw error
        }
      }
    },
    now,
    coalescer: createCoalescer(now),
    async pause(ms: number) {
      await alive(step('pause'))
      passes(10 * ms)
    },
    jobs: jobs.through(async statement => {
      await alive(step('put'))
      return alone(statement)
    }),
    log: { info: () => undefined, error: () => undefined },
    insurer: port('insurer', partners.insurer),
    cards: port('cards', partners.cards),
    mail: port('mail', partners.mail),
    pdfRenderer: {
      schedule: async () => Buffer.of(1),
      wording: async () => Buffer.of(1),
      close: async () => undefined,
    },
  } as unknown as Dependencies
  return {
    services: around?.(wired) ?? wired,
    died,
    crash() {
      dead = true
      for (const transaction of open) rollBack(transaction)
      resolve()
    },
  }
}
