/** The page of a quote that can no longer be changed: expired, converted or being bound. */

import type { ReplyOf } from '#contract/endpoints.ts'

/** Where a quote that can be changed no more leads; null for one that can. */
export function closedQuotePath({
  status,
  quoteId,
}: Pick<ReplyOf<'prospectCar'>, 'status' | 'quoteId'>): string | null {
  // Nobody is told of a policy before it is there: the page asks until the insurer has answered.
  if (status === 'BINDING') return `/paymentsuccess?id=${quoteId}`
  if (status === 'CONVERTED') return '/converted'
  return status === 'EXPIRED' ? '/expired' : null
}
