/** What of step 4 comes in a file of its own right after the first window: the people, their post, how they pay, what Next does and how that ended. */
import { nextAct, nextPart } from '#web/later.tsx'
import { errorPath } from '#web/wizard.tsx'

export const HolderQuestions = nextPart(() =>
  import('./holder-questions.tsx').then(file => file.HolderQuestions),
)

export const Ended = nextPart(() => import('./ended.tsx').then(file => file.Ended))

export const savePolicyholders = nextAct(
  () => import('./save-and-leave.ts'),
  file => file.savePolicyholders,
  { outcome: 'leave', path: errorPath },
)

export const openPaymentPage = nextAct(
  () => import('./save-and-leave.ts'),
  file => file.openPaymentPage,
  { outcome: 'none' },
)
