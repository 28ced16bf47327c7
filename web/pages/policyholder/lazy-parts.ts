/**
 * The lazy components of step 4, loaded after the first paint: its questions, the save call and its error.
 */

import { errorPath } from '#web/app/navigation.tsx'
import { lazyFunction, prefetchedPart } from '#web/lib/lazy.tsx'

export const PolicyholderQuestions = prefetchedPart(() =>
  import('./policyholder-questions.tsx').then(file => file.PolicyholderQuestions),
)

export const SaveError = prefetchedPart(() => import('./save-error.tsx').then(file => file.SaveError))

export const savePolicyholders = lazyFunction(
  () => import('./save-and-pay.ts'),
  file => file.savePolicyholders,
  { outcome: 'leave', path: errorPath },
)

export const openPaymentPage = lazyFunction(
  () => import('./save-and-pay.ts'),
  file => file.openPaymentPage,
  { outcome: 'none' },
)
