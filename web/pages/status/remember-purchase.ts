/**
 * Counts a purchase once when the success page shows a policy, and clears every answer that the page does
 * not need.
 */

import { typedDay } from '#journey/dates.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import type { track } from '#web/features/analytics/analytics.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import type { PolicyDetails } from './poll-policy-details.ts'

interface Bought {
  readonly path: string
  readonly quoteId: string
  readonly details: PolicyDetails
}

/** By bank it was counted when it was bound; by card the way back leads here, and again with every reload (SHELL-06). */
export function rememberPurchase(
  draft: Draft,
  { path, quoteId, details }: Bought,
  count: typeof track,
): void {
  const before = draft.state()
  // A tab that knows nothing of the quote has not bought it: the address was opened a second time.
  if (path === cardReturnPaths.approved && before.quoteId === quoteId && before.policyNumber === undefined)
    count('policy_bought', { paymentMethod: 'Credit_Card' })
  const typed = draft.answers().cover.startDate
  // As it was priced: a day typed before midnight may have passed when it was agreed to.
  const priced = before.quote?.policyInceptionDate
  draft.clear()
  draft.setState({ quoteId, policyNumber: details.policyId })
  // Of another quote it would be told as the first day of this policy.
  const start = priced ? typedDay(priced) : typed
  if (start && before.quoteId === quoteId) draft.setAnswer('cover.startDate', start)
}
