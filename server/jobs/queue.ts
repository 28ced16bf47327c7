/**
 * The job queue for work after the response (pg-boss). Its tables are the outbox: a job enqueued in a
 * transaction commits with the rest of it.
 */
import { createHash } from 'node:crypto'
import { CompiledQuery, type Transaction } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { DatabaseConnection } from '#db/client.ts'
import { errorCode } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { acceptTimeoutMs } from '#partners/mail/port.ts'
import type { JobKind, Jobs, Log } from '#server/lib/context.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { isUuid } from '#server/lib/uuid.ts'

export interface Queue {
  /** Enqueues jobs, in the given transaction if there is one. */
  over(tx?: Transaction<Schema>): Jobs
  start(): Promise<void>
  /** Starts working off these kinds on this node; a job that throws is retried. */
  work(handlers: Readonly<Record<JobKind, (ref: string) => Promise<void>>>): Promise<void>
  stop(): Promise<void>
}

/** Retries pause for a minute at most, so an outage of an hour needs no operator (decision 0035). */
const mostRetries = 80

/** The time limit of an attempt: after it the job is retried even if its node is alive. */
const mostSeconds = 60
/** Longer than a mail server may take over a message: an earlier retry would send it twice. */
const mostSecondsOfMail = acceptTimeoutMs / 1000 + 300

/**
 * Pauses between tries double from `retryDelay` seconds up to a minute. A job that failed for good stays in the table for a
 * month, for a person to see (`npm run ops`); one that was done is purged after an hour. `of`: what its reference is the id
 * of, alone or before a blank; null where it is no id, but data that are locked.
 */
interface Kind {
  readonly retryDelay: number
  readonly together: number
  readonly mostSeconds: number
  readonly of: 'quoteId' | 'paymentId' | null
}
const kinds = {
  'settle-payment': { retryDelay: 2, together: 2, mostSeconds, of: 'paymentId' },
  'issue-policy': { retryDelay: 2, together: 4, mostSeconds, of: 'quoteId' },
  'close-card-page': { retryDelay: 5, together: 1, mostSeconds, of: 'paymentId' },
  'refund-payment': { retryDelay: 5, together: 1, mostSeconds, of: 'paymentId' },
  'policy-mail': { retryDelay: 5, together: 4, mostSeconds: mostSecondsOfMail, of: 'quoteId' },
  'collection-notice': { retryDelay: 5, together: 1, mostSeconds: mostSecondsOfMail, of: 'quoteId' },
  'quote-mail': { retryDelay: 5, together: 2, mostSeconds: mostSecondsOfMail, of: null },
  'refund-mail': { retryDelay: 5, together: 1, mostSeconds: mostSecondsOfMail, of: 'paymentId' },
  'no-policy-mail': { retryDelay: 5, together: 1, mostSeconds: mostSecondsOfMail, of: 'quoteId' },
} as const satisfies Readonly<Record<JobKind, Kind>>
/** Each has its row in `encryptedJobs` of scripts/ops/rotate-keys.ts, or it does not compile. */
export type EncryptedJobKind = { [K in JobKind]: (typeof kinds)[K]['of'] extends null ? K : never }[JobKind]
const lookEverySeconds = 2
const polling = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: lookEverySeconds,
  // If more jobs wait than workers were woken for, the next job starts at once and not at the next poll.
  burstWhenReadyExceeds: 1,
}
const keptSeconds = 30 * 86_400
const kindNames = Object.keys(kinds) as JobKind[]

/** Makes a job part of the trace it was enqueued in (server/telemetry/tracing.ts). */
export interface JobTrace {
  mark(): string | undefined
  resume<T>(mark: string | undefined, name: string, work: () => Promise<T>): Promise<T>
}

interface JobData {
  readonly ref: string
  readonly trace?: string
}

/** An index key has a maximum length; a reference (for example an encrypted mail) has none. */
const keyOf = (ref: string): string => createHash('sha256').update(ref).digest('base64url')

/** The id a job is about, for the log; nothing if its reference is not an id. */
function namedBy(kind: JobKind, ref: string): Record<string, string> {
  const { of } = kinds[kind]
  const [id = ''] = ref.split(' ')
  return of !== null && isUuid(id) ? { [of]: id } : {}
}

/** A worker's error arrives as a plain object, with the message, code and stack of the original. */
const asError = (met: unknown): unknown => (met instanceof Error ? met : Object.assign(new Error(), met))

/**
 * The queue stores a job's error for a month. A database error quotes the row it could not write, which holds
 * people's answers. The log has the place of the failure.
 */
const withoutWords = (error: unknown): Error =>
  Object.assign(new Error('see job-failed in the log'), {
    name: error instanceof Error ? error.name : 'Error',
    code: errorCode(error),
  })

export function openQueue(connection: DatabaseConnection, log: Log, jobTrace: JobTrace | null = null): Queue {
  const boss = new PgBoss({
    ...connection,
    schema: 'jobs',
    application_name: 'openroad-jobs',
    max: 4,
    schedule: false,
    useListenNotify: true,
    // How often the queue length is counted and known to each node.
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
    queueCacheIntervalSeconds: lookEverySeconds,
  })
  const sparing = rateLimitedLog(log, () => new Date())
  boss.on('error', error => sparing.error('job-queue', {}, asError(error)))

  const dataOf = (ref: string): JobData => {
    const trace = jobTrace?.mark()
    return trace === undefined ? { ref } : { ref, trace }
  }

  return {
    over: tx => ({
      async put(kind, ref, afterSeconds = 0) {
        await boss.send(kind, dataOf(ref), {
          // A delayed job must not block the same job at once, or sooner.
          singletonKey: `${keyOf(ref)}${afterSeconds > 0 ? ` ${afterSeconds}` : ''}`,
          ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
          ...(tx
            ? {
                db: {
                  executeSql: (text: string, values: unknown[] = []) =>
                    tx.executeQuery(CompiledQuery.raw(text, values)),
                },
              }
            : {}),
        })
      },
    }),
    async start() {
      await boss.start()
      for (const kind of kindNames) {
        const { retryDelay, mostSeconds: expireInSeconds } = kinds[kind]
        const settings = {
          notify: true,
          retryLimit: mostRetries,
          retryDelay,
          retryBackoff: true,
          retryDelayMax: 60,
          expireInSeconds,
          deleteAfterSeconds: keptSeconds,
          // A job whose node died is retried after this time.
          heartbeatSeconds: 10,
        }
        await boss.createQueue(kind, { policy: 'short', ...settings })
        // Without this, a queue that another version created keeps its old settings.
        await boss.updateQueue(kind, settings)
      }
    },
    async work(handlers) {
      for (const kind of kindNames)
        for (let worker = 0; worker < kinds[kind].together; worker += 1)
          await boss.work<JobData>(kind, { ...polling, batchSize: 1 }, async jobs => {
            for (const { id, data } of jobs)
              await (jobTrace
                ? jobTrace.resume(data.trace, `job ${kind}`, () => handled(kind, id, data.ref))
                : handled(kind, id, data.ref))
          })

      async function handled(kind: JobKind, id: string, ref: string): Promise<void> {
        try {
          await handlers[kind](ref)
        } catch (error) {
          log.error('job-failed', { kind, ...namedBy(kind, ref) }, error)
          if (!(await isRepeatedAlready(kind, id, ref))) throw withoutWords(error)
        }
      }

      /** The same matter was put again while it waited for its next try: one of the two goes on, or they would pile up (T37). */
      async function isRepeatedAlready(kind: JobKind, id: string, ref: string): Promise<boolean> {
        const waiting = await boss.findJobs(kind, { key: keyOf(ref), queued: true })
        return waiting.some(job => job.state === 'retry' && job.id !== id)
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: true }),
  }
}
