/**
 * The lazy components of step 5, loaded after the first paint: the content below it, the bind flow, and
 * the failure view.
 */

import { errorPath } from '#web/app/navigation.tsx'
import { lazyFunction, prefetchedPart } from '#web/lib/lazy.tsx'

export const BankDetails = prefetchedPart(() => import('./bank-details.tsx').then(file => file.BankDetails))

export const ReviewAnswers = prefetchedPart(() =>
  import('./review-answers.tsx').then(file => file.ReviewAnswers),
)

export const PaymentFailedView = prefetchedPart(() =>
  import('./payment-failed-view.tsx').then(file => file.PaymentFailedView),
)

export const bindByBank = lazyFunction(
  () => import('./poll-bind.ts'),
  file => file.bindByBank,
  // Nothing was sent: no payment failed. Loaded anew from there, the page has the files of one release.
  { outcome: 'leave', path: errorPath },
)
