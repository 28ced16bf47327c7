/** The job queue of a schedule: jobs become due by the schedule's clock, which pg-boss cannot do. */

import type { jobHandlers } from '#server/jobs/handlers.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'

type JobKind = keyof ReturnType<typeof jobHandlers>
type Payload = Parameters<Dependencies['jobs']['put']>[1]

interface Job {
  readonly kind: JobKind
  readonly payload: Payload
  readonly key: string
  state: 'created' | 'active' | 'retry' | 'completed' | 'failed'
  dueMs: number
  takenMs: number
  retries: number
}

const retryLimit = 12
const retryDelayMs = 5_000
const expireMs = 60_000

/** As in server/jobs/queue.ts, one job of a kind and payload waits, and the job of a crashed node comes back. */
export function scheduledQueue(now: () => Date) {
  const jobs: Job[] = []
  const nowMs = () => now().getTime()

  function put(kind: JobKind, payload: Payload, afterSeconds = 0): void {
    const key = `${kind} ${JSON.stringify(payload)}${afterSeconds > 0 ? ' later' : ''}`
    if (jobs.some(job => job.key === key && job.state === 'created')) return
    const dueMs = nowMs() + afterSeconds * 1_000
    jobs.push({ kind, payload, key, state: 'created', dueMs, takenMs: 0, retries: 0 })
  }

  return {
    put,
    /** Jobs of a transaction, which are put when it has committed. */
    staged() {
      const mine: Parameters<typeof put>[] = []
      return {
        async put(...job: Parameters<typeof put>) {
          mine.push(job)
        },
        commit() {
          for (const job of mine) put(...job)
        },
      }
    },
    /** The next job that is due, now this worker's. */
    take(): Job | undefined {
      for (const job of jobs)
        if (job.state === 'active' && job.takenMs + expireMs < nowMs()) job.state = 'retry'
      const job = jobs.find(
        ({ state, dueMs }) => (state === 'created' || state === 'retry') && dueMs <= nowMs(),
      )
      if (job) Object.assign(job, { state: 'active', takenMs: nowMs() })
      return job
    },
    settle(job: Job, isDone: boolean): void {
      if (job.state !== 'active') return
      if (isDone) job.state = 'completed'
      else if (job.retries >= retryLimit) job.state = 'failed'
      else Object.assign(job, { state: 'retry', retries: job.retries + 1, dueMs: nowMs() + retryDelayMs })
    },
    undone: () => jobs.filter(({ state }) => state !== 'completed'),
  }
}

/** True if the job is done. */
export const runJob = (handlers: ReturnType<typeof jobHandlers>, { kind, payload }: Job): Promise<boolean> =>
  (handlers[kind] as (payload: Payload) => Promise<void>)(payload).then(
    () => true,
    () => false,
  )
