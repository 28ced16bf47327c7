/** The page of a quote that can no longer be changed: expired, converted or being bound. */

import type { ReplyOf } from '#contract/endpoints.ts'

/** Where a quote that can be changed no more leads; null for one that can. */
export function closedQuotePath({
  status,
  quoteId,
}: Pick<ReplyOf<'prospectCar'>, 'status' | 'quoteId'>): string | null {
  // While BINDING, the success page polls until the insurer has responded.
  if (status === 'BINDING') return `/paymentsuccess?id=${quoteId}`
  if (status === 'CONVERTED') return '/converted'
  return status === 'EXPIRED' ? '/expired' : null
}
