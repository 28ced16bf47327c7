/** The job queue (pg-boss) for work after the response, and how far it lags behind (for the metrics). */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { ConnectionSettings } from '#db/client.ts'
import { errorCode } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { acceptTimeoutMs } from '#partners/mail/port.ts'
import type { Jobs, Log } from '#server/lib/dependencies.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { type JobHandlers, type JobKind, jobPayloads, payloadIds } from './job-payloads.ts'

export const queueSchema = 'jobs'
/** The dead letter queue: jobs without retries left wait here for an operator (`npm run ops`). */
export const deadLetterQueue = 'given-up'

/** Retries pause for a minute at most, so an outage of an hour needs no operator. */
const retryLimit = 80

/** The time limit of an attempt: after it the job is retried even if its node is alive. */
const expireInSeconds = 60
/** Longer than a mail server may take to accept a message: an earlier retry would send it twice. */
const mail = { retryDelay: 5, expireInSeconds: acceptTimeoutMs / 1000 + 300 }

/** Delays between attempts double from `retryDelay` seconds to a minute; each node runs `workers` at once. */
const kinds: Readonly<Record<JobKind, { retryDelay: number; workers: number; expireInSeconds: number }>> = {
  'settle-payment': { retryDelay: 2, workers: 2, expireInSeconds },
  'issue-policy': { retryDelay: 2, workers: 4, expireInSeconds },
  'close-card-page': { retryDelay: 5, workers: 1, expireInSeconds },
  'refund-payment': { retryDelay: 5, workers: 1, expireInSeconds },
  'policy-mail': { ...mail, workers: 4 },
  'privacy-notice': { ...mail, workers: 1 },
  'quote-mail': { ...mail, workers: 2 },
  'refund-mail': { ...mail, workers: 1 },
  'rejected-order-mail': { ...mail, workers: 1 },
}
export const jobKinds = Object.keys(kinds) as JobKind[]

const lookEverySeconds = 2
const polling = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: lookEverySeconds,
  // If more jobs wait than workers were woken for, the next job starts at once and not at the next poll.
  burstWhenReadyExceeds: 1,
}
/** Finished jobs are deleted after this time, because the queue reads all its jobs every few seconds. */
const finishedSeconds = 3_600
const givenUpSeconds = 30 * 86_400

/** What the queue stores: the payload, and the trace of the request that put the job. */
type JobData = object & { readonly trace?: string }

/** An index key has a maximum length; a payload (for example an encrypted mail) has none. */
const keyOf = (payload: object): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('base64url')

/** pg-boss reports an error as a plain object with the original's message, code and stack. */
const asError = (error: unknown): unknown =>
  error instanceof Error ? error : Object.assign(new Error(), error)

/** The queue stores a job's error for a month, and a database error quotes the row with its personal data. */
const withoutMessage = (error: unknown): Error =>
  Object.assign(new Error('see job-failed in the log'), {
    name: error instanceof Error ? error.name : 'Error',
    code: errorCode(error),
  })

/** Jobs that are put in the transaction of a connection; without one, each in its own. */
export const jobsWith =
  (boss: PgBoss, tracing: Pick<Tracing, 'traceParent'> | null = null) =>
  (connection?: Transaction<Schema>): Jobs => ({
    async put(kind, given, afterSeconds = 0) {
      const payload = jobPayloads[kind].parse(given)
      const trace = tracing?.traceParent()
      await boss.send(kind, trace === undefined ? payload : { ...payload, trace }, {
        // A delayed job must not block the same job at once, or sooner.
        singletonKey: `${keyOf(payload)}${afterSeconds > 0 ? ` ${afterSeconds}` : ''}`,
        startAfter: afterSeconds,
        ...(connection && { db: fromKysely(connection) }),
      })
    },
  })

/** @param tracing makes a job part of the trace it was enqueued in */
export function openQueue(
  connection: ConnectionSettings,
  log: Log,
  tracing: Pick<Tracing, 'traceParent' | 'resume'> | null = null,
) {
  const boss = new PgBoss({
    ...connection,
    schema: queueSchema,
    application_name: 'openroad-jobs',
    max: 4,
    schedule: false,
    useListenNotify: true,
    // How often the queue length is counted and known to each node.
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
    queueCacheIntervalSeconds: lookEverySeconds,
    maintenanceIntervalSeconds: finishedSeconds,
  })
  const limitedLog = rateLimitedLog(log, () => new Date())
  boss.on('error', error => limitedLog.error('job-queue', {}, asError(error)))

  async function handle<K extends JobKind>(
    handlers: JobHandlers,
    kind: K,
    { id, data }: { readonly id: string; readonly data: JobData },
  ): Promise<void> {
    try {
      const payload = jobPayloads[kind].parse(data) as Parameters<JobHandlers[K]>[0]
      await handlers[kind](payload)
    } catch (error) {
      log.error('job-failed', { kind, ...payloadIds(data) }, error)
      if (!(await hasDuplicate(kind, id, data))) throw withoutMessage(error)
    }
  }

  /** True if the same job waits for its next attempt: then only that one continues. */
  async function hasDuplicate(
    kind: JobKind,
    id: string,
    { trace: _, ...payload }: JobData,
  ): Promise<boolean> {
    // It finds jobs whose payload has these fields, and perhaps more.
    const similar = await boss.findJobs<JobData>(kind, { data: payload, queued: true })
    return similar.some(({ id: otherId, state, data: { trace: __, ...other } }) => {
      const isOther = state === 'retry' && otherId !== id
      return isOther && isDeepStrictEqual(other, payload)
    })
  }

  return {
    jobsOn: jobsWith(boss, tracing),
    async start(): Promise<void> {
      await boss.start()
      await boss.createQueue(deadLetterQueue, { retentionSeconds: givenUpSeconds })
      for (const kind of jobKinds) {
        const { retryDelay, expireInSeconds } = kinds[kind]
        const settings = {
          notify: true,
          retryLimit,
          retryDelay,
          retryBackoff: true,
          retryDelayMax: 60,
          expireInSeconds,
          deleteAfterSeconds: finishedSeconds,
          // A job whose node died is retried after this time.
          heartbeatSeconds: 10,
          deadLetter: deadLetterQueue,
        }
        await boss.createQueue(kind, { policy: 'short', ...settings })
        // Without this, a queue that another version created keeps its old settings.
        await boss.updateQueue(kind, settings)
      }
    },
    /** Starts processing jobs on this node; a job that throws is retried. */
    async work(handlers: JobHandlers): Promise<void> {
      for (const kind of jobKinds) {
        const options = { ...polling, localConcurrency: kinds[kind].workers }
        await boss.work<JobData>(kind, options, async jobs => {
          for (const job of jobs) {
            const run = () => handle(handlers, kind, job)
            await (tracing ? tracing.resume(job.data.trace, `job ${kind}`, run) : run())
          }
        })
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: true }),
  }
}

export interface QueueLag {
  readonly kind: string
  readonly due: number
  /** The seconds that the oldest job has waited: since it was due or, after a failed attempt, since it was put. */
  readonly oldestSeconds: number
  /** Given up after all retries. */
  readonly failed: number
}

/** A failed attempt moves `start_after`, and a retry under way is `active`: the wait of such a job goes on. */
export async function measureQueueLag<DB>(db: Kysely<DB>): Promise<readonly QueueLag[]> {
  const { rows } = await sql<QueueLag>`
    select q.name as kind,
      count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as due,
      coalesce(extract(epoch from now() - least(
        min(j.start_after) filter (where j.state = 'created' and j.start_after <= now()),
        min(j.created_on) filter (where j.state = 'retry' or (j.state = 'active' and j.retry_count > 0))
      )), 0)::float8 as "oldestSeconds",
      (select count(*) from jobs.job g
       where g.name = ${deadLetterQueue} and g.state = 'created' and g.source_name = q.name)::int as failed
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state in ('created', 'retry', 'active')
    where q.name <> ${deadLetterQueue}
    group by q.name`.execute(db)
  return rows
}
