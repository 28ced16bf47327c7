/** Makes the repositories report sales and audit events to the metrics; server/container.ts wraps them. */
import type { Repositories } from '#db/repositories.ts'
import type { KnownSaleOrigins } from '#journey/sales-events.ts'
import type { Metrics } from './metrics.ts'

/** The same repositories, or those of a transaction; sales are counted under the configured labels. */
export function repositoriesWithMetrics<R extends Repositories>(
  repositories: R,
  labels: KnownSaleOrigins,
  metrics: Metrics | null,
): R {
  const countSale: Repositories['countSale'] = async count => {
    const sale = await repositories.countSale(count, labels)
    if (sale) metrics?.countSale(sale, count)
    return sale
  }
  const recordAuditEvent: Repositories['recordAuditEvent'] = entry => {
    metrics?.countEvent(entry.what)
    return repositories.recordAuditEvent(entry)
  }
  return { ...repositories, countSale, recordAuditEvent }
}
