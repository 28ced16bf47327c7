/**
 * In-memory job queue with the pg-boss behaviour that server/jobs/queue.ts uses: one waiting job per kind and
 * reference, and the jobs of a crashed node return to the queue.
 */
import { randomUUID } from 'node:crypto'
import type { JobKind, JobPayload } from '#server/jobs/job-payloads.ts'
import type { Jobs } from '#server/lib/context.ts'
import { type Transaction, table } from './in-memory-table.ts'
import { alone } from './in-memory-tables.ts'

interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly payload: JobPayload<JobKind>
  readonly key: string
  readonly state: 'created' | 'active' | 'retry' | 'completed' | 'failed'
  readonly startAfter: Date
  readonly takenAt: Date | null
  readonly retries: number
}

const retryLimit = 12
const retryDelayMs = 5_000
const expireMs = 60_000

export function inMemoryQueue(now: () => Date) {
  const rows = table<Job>(job => job.id, [job => (job.state === 'created' ? `${job.kind} ${job.key}` : null)])
  const change = (id: string, to: (job: Job) => Job) =>
    alone(transaction => rows.update(transaction, id, () => true, to))
  const later = (ms: number) => new Date(now().getTime() + ms)

  return {
    /** Jobs put in the transaction that `run` brings. */
    through: (run: <T>(statement: (transaction: Transaction) => Promise<T>) => Promise<T>): Jobs => ({
      async put(kind, payload, afterSeconds = 0) {
        await run(transaction =>
          rows.insert(transaction, {
            id: randomUUID(),
            kind,
            payload,
            key: `${JSON.stringify(payload)}${afterSeconds > 0 ? ' later' : ''}`,
            state: 'created',
            startAfter: later(afterSeconds * 1_000),
            takenAt: null,
            retries: 0,
          }),
        )
      },
    }),
    /** The next job that is due, now this worker's. */
    take: () =>
      alone(async transaction => {
        const at = now()
        for (const job of rows.take(
          transaction,
          ({ state, takenAt }) =>
            state === 'active' && takenAt !== null && takenAt.getTime() + expireMs < at.getTime(),
          10,
        ))
          await rows.update(
            transaction,
            job.id,
            () => true,
            row => ({ ...row, state: 'retry', takenAt: null }),
          )
        const [job] = rows.take(
          transaction,
          ({ state, startAfter }) => (state === 'created' || state === 'retry') && startAfter <= at,
          1,
        )
        if (job)
          await rows.update(
            transaction,
            job.id,
            () => true,
            row => ({ ...row, state: 'active', takenAt: at }),
          )
        return job
      }),
    settle: (id: string, done: boolean) =>
      change(id, job => {
        if (job.state !== 'active') return job
        if (done) return { ...job, state: 'completed' }
        if (job.retries >= retryLimit) return { ...job, state: 'failed' }
        return {
          ...job,
          state: 'retry',
          retries: job.retries + 1,
          startAfter: later(retryDelayMs),
          takenAt: null,
        }
      }),
    undone: () => rows.committed().filter(({ state }) => state !== 'completed'),
  }
}
