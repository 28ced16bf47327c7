/**
 * Metrics of unfinished work from the database, the same on every node; also whether the database responds
 * to this node and whether their clocks agree. server/telemetry/metrics.ts serves them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { PendingPurchaseAges } from '#db/repositories/bind-attempts.ts'
import type { QueueLag } from '#server/jobs/unfinished-jobs.ts'

export interface BacklogMetrics {
  jobs(): Promise<readonly QueueLag[]>
  unsettled(): Promise<PendingPurchaseAges>
  /** Null if the database does not respond. */
  clockAheadSeconds(): Promise<number | null>
}

/** Half of Prometheus's scrape timeout, after which the whole scrape would fail. */
const mostWaitMs = 5_000

/** One statement per scrape serves all gauges; null if the database does not respond. */
function asked<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asking: Promise<T | null> | null = null
  return () => {
    asking ??= Promise.race([ask().catch(() => null), delay(mostWaitMs, null, { ref: false })]).finally(
      () => {
        asking = null
      },
    )
    return asking
  }
}

/**
 * A node without its database responds 503 to every call, just like an overloaded node: response counts
 * cannot tell them apart.
 */
export function watchDatabase(registry: Registry, { clockAheadSeconds }: BacklogMetrics): void {
  const now = asked(clockAheadSeconds)
  new Gauge({
    name: 'openroad_database_answers',
    help: '1 where the database answers this node, 0 where it does not.',
    registers: [registry],
    async collect() {
      this.set((await now()) === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'openroad_clock_ahead_seconds',
    help: 'By how much the clock of this node is ahead of the database’s, negative where it is behind; what the way there may account for is left out.',
    registers: [registry],
    async collect() {
      const ahead = await now()
      if (ahead !== null) this.set(ahead)
    },
  })
}

export function watchJobs(registry: Registry, { jobs }: BacklogMetrics): void {
  const dueNow = asked(jobs)
  const perKind = (name: string, help: string, read: (one: QueueLag) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const one of (await dueNow()) ?? []) this.set({ kind: one.kind }, read(one))
      },
    })
  perKind('openroad_jobs_due', 'Jobs that are due, by kind.', one => one.due)
  perKind(
    'openroad_job_lag_seconds',
    'How long the oldest job has waited that is due or is being tried again, by kind.',
    one => one.oldestSeconds,
  )
  perKind('openroad_jobs_failed', 'Jobs given up after all repeats, by kind.', one => one.failed)
}

/**
 * A partner outage makes no job late, because each retry is a new job: these gauges measure the waiting work
 * directly.
 */
export function watchUnsettled(registry: Registry, { unsettled }: BacklogMetrics): void {
  const now = asked(unsettled)
  const oldest = (name: string, help: string, read: (now: PendingPurchaseAges) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const known = await now()
        if (known) this.set(read(known))
      },
    })
  oldest(
    'openroad_bind_attempt_waiting_seconds',
    'How long the oldest policy asked for has waited for the insurer.',
    one => one.bindAttemptSeconds,
  )
  oldest(
    'openroad_payment_waiting_seconds',
    'How long the oldest card payment has bought nothing yet and has not gone back.',
    one => one.paymentSeconds,
  )
}
