/**
 * Metrics of unfinished work from the database, the same on every node; also whether the database responds
 * to this node and whether their clocks agree. server/telemetry/metrics.ts serves them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { PendingPurchaseAges } from '#db/checks/pending-purchases.ts'
import type { QueueLag } from '#db/checks/queue-lag.ts'

export interface BacklogMetrics {
  jobs(): Promise<readonly QueueLag[]>
  unsettled(): Promise<PendingPurchaseAges>
  /** Null where the database does not answer. */
  clockAheadSeconds(): Promise<number | null>
}

/** Half of what Prometheus waits for, after which it would hear nothing of this node. */
const mostWaitMs = 5_000

/** One statement a scrape for all gauges that ask during it; without a database they keep what they last knew: null. */
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

/** A node without its database answers every call with 503, as one that is full does: no count of answers tells it. */
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

/** A partner that is out makes no job late, since each asking is put as a new one: what waits for it says so itself. */
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
    'openroad_issuance_waiting_seconds',
    'How long the oldest policy asked for has waited for the insurer.',
    one => one.issuanceSeconds,
  )
  oldest(
    'openroad_payment_waiting_seconds',
    'How long the oldest card payment has bought nothing yet and has not gone back.',
    one => one.paymentSeconds,
  )
}
