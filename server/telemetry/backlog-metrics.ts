/** Metrics of unfinished work from the database, whether it answers this node, and the clock difference. */
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { PendingPurchaseAges } from '#db/repositories/bind-attempts.ts'
import type { QueueLag } from '#server/jobs/queue.ts'

export interface BacklogMetrics {
  jobs(): Promise<readonly QueueLag[]>
  pendingPurchases(): Promise<PendingPurchaseAges>
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

/** A gauge whose value is read at each scrape; it keeps its value if there is none. */
const gauge = (registry: Registry, name: string, help: string, read: () => Promise<number | null>) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value !== null) this.set(value)
    },
  })

/**
 * Response counts cannot tell a node without its database from an overloaded one. A partner outage makes no job late,
 * because each retry is a new job, so the ages of the waiting purchases are measured too.
 */
export function registerBacklogMetrics(registry: Registry, sources: BacklogMetrics): void {
  const clockAhead = asked(sources.clockAheadSeconds)
  gauge(
    registry,
    'openroad_database_reachable',
    '1 if this node reaches the database, otherwise 0.',
    async () => ((await clockAhead()) === null ? 0 : 1),
  )
  gauge(
    registry,
    'openroad_clock_skew_seconds',
    'Seconds by which the clock of this node is ahead of the database’s; negative if it is behind. The network delay is subtracted.',
    clockAhead,
  )

  const pendingPurchases = asked(sources.pendingPurchases)
  gauge(
    registry,
    'openroad_bind_attempt_waiting_seconds',
    'Age of the oldest bind that the insurer has not decided.',
    async () => (await pendingPurchases())?.bindAttemptSeconds ?? null,
  )
  gauge(
    registry,
    'openroad_payment_waiting_seconds',
    'Age of the oldest card payment with neither a policy nor a refund.',
    async () => (await pendingPurchases())?.paymentSeconds ?? null,
  )

  const jobs = asked(sources.jobs)
  const perKind = (name: string, help: string, read: (one: QueueLag) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const one of (await jobs()) ?? []) this.set({ kind: one.kind }, read(one))
      },
    })
  perKind('openroad_jobs_due', 'Jobs that are due, by kind.', one => one.due)
  perKind(
    'openroad_job_lag_seconds',
    'Age of the oldest job that is due or is tried again, by kind.',
    one => one.oldestSeconds,
  )
  perKind('openroad_jobs_failed', 'Jobs given up after all retries, by kind.', one => one.failed)
}
