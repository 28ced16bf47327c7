/** Makes the repositories report sales and audit events to the metrics; server/container.ts wraps them. */
import type { Repositories } from '#db/repositories.ts'
import type { AttributionLabels } from '#journey/sales-events.ts'
import type { Metrics } from './metrics.ts'

/** The same repositories, or those of a transaction; sales events are counted under the configured labels. */
export function repositoriesWithMetrics<R extends Repositories>(
  repositories: R,
  labels: AttributionLabels,
  metrics: Metrics | null,
): R {
  const countSalesEvent: Repositories['countSalesEvent'] = async event => {
    const attribution = await repositories.countSalesEvent(event, labels)
    if (attribution) metrics?.countSalesEvent(attribution, event)
    return attribution
  }
  const recordAuditEvent: Repositories['recordAuditEvent'] = entry => {
    metrics?.countEvent(entry.what)
    return repositories.recordAuditEvent(entry)
  }
  return { ...repositories, countSalesEvent, recordAuditEvent }
}
