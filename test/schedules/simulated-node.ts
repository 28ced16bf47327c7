/** A simulated node of a schedule: the application's services, with a step before each statement and call. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { createCoalescer } from '#server/purchase/issue-while-polling.ts'
import { blankPdfRenderer } from '#test/blank-output.ts'
import type { scheduledQueue } from './scheduled-queue.ts'

export interface Node {
  readonly services: Dependencies
  /** Work of this node: its result, or null if it failed or the node died. */
  request<T>(work: (services: Dependencies) => Promise<T>): Promise<T | null>
  crash(): void
}

/** What both nodes of a schedule share. */
export interface NodeEnvironment {
  /** The services of the application, before the schedule takes part in them. */
  readonly wired: Dependencies
  /** Resolves when the schedule lets this node continue. */
  readonly step: (label: string) => Promise<void>
  /** Tells the schedule that a statement is under way until this promise settles. */
  readonly working: <T>(work: Promise<T>) => Promise<T>
  readonly report: (check: string, what: string) => void
  /** Called after every commit. */
  readonly afterCommit: () => Promise<void>
  readonly now: () => Date
  readonly advanceClock: (ms: number) => void
  readonly jobs: ReturnType<typeof scheduledQueue>
  readonly partners: Pick<Dependencies, 'insurer' | 'cards' | 'mail'>
  readonly around: (wired: Dependencies) => Dependencies
}

type Method = (...parameters: unknown[]) => Promise<unknown>
const inTransaction = new AsyncLocalStorage<true>()
/** True for the code of a transaction and for all it calls, which no step interrupts. */
export const isInTransaction = (): boolean => inTransaction.getStore() === true

const never = new Promise<never>(() => undefined)
const readsOnly = /^(find|accessLevel)/

/** Replaces every method of an object; other values stay. */
const withMethods = <T extends object>(of: T, replaced: (name: string, method: Method) => Method): T =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      name,
      typeof value === 'function' ? replaced(name, value as Method) : value,
    ]),
  ) as T

/** A transaction is one step as a whole: PostgreSQL's locks would otherwise stop the only one that may continue. */
export function startNode(environment: NodeEnvironment): Node {
  const { wired, working, report, afterCommit, now, advanceClock, jobs, partners, around } = environment
  let isDead = false
  const { promise: died, resolve } = Promise.withResolvers<void>()

  /** A dead process never continues. */
  const alive = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      return isDead ? never : result
    } catch (error) {
      if (isDead) return never
      throw error
    }
  }
  const step = (label: string) => alive(environment.step(label))

  const repositories = withMethods(wired.repositories, (name, statement) => async (...parameters) => {
    await step(name)
    return working(
      (async () => {
        const result = await statement(...parameters)
        if (!readsOnly.test(name)) await afterCommit()
        return result
      })(),
    )
  })

  const withTransaction: Dependencies['withTransaction'] = async work => {
    await step('transaction')
    const result = await working(
      (async () => {
        let staged = jobs.staged()
        const committed = await wired.withTransaction(tx => {
          // Each attempt stages its own jobs.
          staged = jobs.staged()
          return inTransaction.run(true, () => work({ ...tx, jobs: staged }))
        })
        staged.commit()
        await afterCommit()
        return committed
      })(),
    )
    await step('committed')
    return result
  }

  /** A partner of this node: the node hears its answer only while it lives. */
  const partner = <P extends object>(kind: string, real: P): P =>
    withMethods(real, (name, call) => (...parameters) => {
      // It sends no request.
      if (name === 'sessionOf') return call(...parameters)
      if (isInTransaction()) report('no call inside a transaction', `${kind}.${name}`)
      return alive(call(...parameters))
    })

  const services = around({
    ...wired,
    repositories,
    withTransaction,
    now,
    coalescer: createCoalescer(now),
    async pause(ms) {
      await step('pause')
      advanceClock(10 * ms)
    },
    jobs: {
      async put(kind, ...job) {
        await step('put')
        jobs.put(kind, ...job)
      },
    },
    log: { info: () => undefined, error: () => undefined },
    insurer: partner('insurer', partners.insurer),
    cards: partner('cards', partners.cards),
    mail: partner('mail', partners.mail),
    pdfRenderer: blankPdfRenderer,
  })
  return {
    services,
    request: work => Promise.race([work(services).catch(() => null), died.then(() => null)]),
    crash() {
      isDead = true
      resolve()
    },
  }
}
