/** Reports a decline that a page shows, for the sales report: the reason is counted and not stored with the quote. */
import { type ClientDecline, clientDeclinePath } from '#contract/browser-reports.ts'

const reported = new Set<string>()

/** Reports each reason once per quote and page load; without a quote there is nothing to count. */
export function reportDecline(
  quoteId: string | undefined,
  reason: ClientDecline,
  { sendBeacon }: { sendBeacon(url: string, data: Blob): boolean } = {
    sendBeacon: (url, data) => navigator.sendBeacon(url, data),
  },
): void {
  const report = JSON.stringify({ quoteId, reason })
  if (quoteId === undefined || reported.has(report)) return
  reported.add(report)
  sendBeacon(clientDeclinePath, new Blob([report], { type: 'application/json' }))
}
