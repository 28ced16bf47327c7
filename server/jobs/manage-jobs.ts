/** Puts jobs, and lists, retries, deletes and re-encrypts unfinished ones with pg-boss, for the operators' commands. */
import type { Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '#db/client.ts'
import { errorCode } from '#db/postgres-errors.ts'
import type { Db, Schema } from '#db/schema.ts'
import type { JobKind } from './job-payloads.ts'
import { deadLetterQueue, jobKinds, jobsWith, queueSchema } from './queue.ts'

/** A job that waits, is in progress, or was given up after all retries. */
export interface UnfinishedJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly state: 'waiting' | 'active' | 'given up'
  readonly putAt: Date
  readonly dueAt: Date
  readonly retries: number
  /** The code of the last error; null if there is none. */
  readonly errorCode: string | null
}

export type QueueCommands = ReturnType<typeof queueCommandsOf>

/** The queue has no tables yet, or those of another version of pg-boss. */
export class QueueOutOfDateError extends Error {
  override name = 'QueueOutOfDateError'
}

/** It uses the given database, opens no connection and does not migrate the queue's tables. */
export async function openQueueCommands({ pool }: Pick<Database, 'pool'>): Promise<QueueCommands> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    supervise: false,
    schedule: false,
    migrate: false,
  })
  try {
    await boss.start()
  } catch (error) {
    throw errorCode(error) === undefined ? new QueueOutOfDateError('', { cause: error }) : error
  }
  return queueCommandsOf(boss)
}

const within = (tx?: Db) => (tx ? { db: fromKysely(tx as Transaction<Schema>) } : {})

function queueCommandsOf(boss: PgBoss) {
  async function givenUp(tx?: Db): Promise<UnfinishedJob[]> {
    const jobs = await boss.findJobs(deadLetterQueue, { queued: true, ...within(tx) })
    return jobs.map(unfinishedJob)
  }

  return {
    jobsOn: jobsWith(boss),
    givenUp,
    async all(kinds: readonly JobKind[] = jobKinds, tx?: Db): Promise<UnfinishedJob[]> {
      const found: UnfinishedJob[] = []
      for (const kind of kinds) {
        const jobs = await boss.findJobs(kind, within(tx))
        found.push(...jobs.filter(({ state }) => state in unfinishedStates).map(unfinishedJob))
      }
      const abandoned = await givenUp(tx)
      return [...found, ...abandoned.filter(({ kind }) => kinds.some(one => one === kind))]
    },
    /** Puts every job that was given up back into its queue; returns their number. */
    async retryGivenUp(): Promise<number> {
      let all = 0
      for (;;) {
        const moved = await boss.redrive(deadLetterQueue)
        if (moved === 0) return all
        all += moved
      }
    },
    async delete(jobs: readonly UnfinishedJob[], tx: Db): Promise<void> {
      for (const job of jobs) await boss.deleteJob(queueOf(job), job.id, within(tx))
    },
    /** Replaces an encrypted payload; false if the job has started meanwhile. */
    async replaceEncrypted(job: UnfinishedJob, encrypted: string): Promise<boolean> {
      const data = { ...(job.payload as object), encrypted }
      const { updated } = await boss.update(queueOf(job), data, { id: job.id })
      return updated > 0
    },
    close: () => boss.stop({ graceful: false }),
  }
}

const unfinishedStates = { created: 'waiting', retry: 'waiting', active: 'active' } as const

const queueOf = ({ kind, state }: UnfinishedJob): string => (state === 'given up' ? deadLetterQueue : kind)

function unfinishedJob(job: JobWithMetadata<unknown>): UnfinishedJob {
  const isGivenUp = job.name === deadLetterQueue
  const { code } = ((isGivenUp ? job.sourceOutput : job.output) as { code?: unknown } & object) ?? {}
  return {
    id: job.id,
    kind: job.sourceName ?? job.name,
    payload: job.data,
    state: isGivenUp ? 'given up' : unfinishedStates[job.state as keyof typeof unfinishedStates],
    putAt: job.sourceCreatedOn ?? job.createdOn,
    dueAt: job.startAfter,
    retries: job.sourceRetryCount ?? job.retryCount,
    errorCode: typeof code === 'string' ? code : null,
  }
}

export const encryptedPayloadOf = ({ payload }: UnfinishedJob): string =>
  String((payload as { readonly encrypted?: unknown } | null)?.encrypted)
