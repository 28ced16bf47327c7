/** What of step 4 comes in a file of its own right after the first window: the people, their post, how they pay, what Next does and how that ended. */

import { errorPath } from '#web/app/navigation.tsx'
import { nextAct, nextPart } from '#web/lib/lazy.tsx'

export const HolderQuestions = nextPart(() =>
  import('./policyholder-questions.tsx').then(file => file.HolderQuestions),
)

export const Ended = nextPart(() => import('./save-error.tsx').then(file => file.Ended))

export const savePolicyholders = nextAct(
  () => import('./save-and-pay.ts'),
  file => file.savePolicyholders,
  { outcome: 'leave', path: errorPath },
)

export const openPaymentPage = nextAct(
  () => import('./save-and-pay.ts'),
  file => file.openPaymentPage,
  { outcome: 'none' },
)
