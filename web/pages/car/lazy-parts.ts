/** What of step 1 comes in files of their own, right after the first window: its second half, the first popup, and where a refusal leads. */

import { errorPath } from '#web/app/navigation.tsx'
import { nextAct, nextPart } from '#web/lib/lazy.tsx'

export const ImportantDialog = nextPart(() =>
  import('./important-information-dialog.tsx').then(file => file.ImportantDialog),
)

export const UsageAndPlace = nextPart(() =>
  import('./usage-address-value.tsx').then(file => file.UsageAndPlace),
)

export const refusalHere = nextAct(
  () => import('#web/features/quote-access/failure-action.ts'),
  file => file.refusalHere,
  { kind: 'leave', path: errorPath },
)
