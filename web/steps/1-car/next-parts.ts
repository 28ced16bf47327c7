/** What of step 1 comes in files of their own, right after the first window: its second half, the first popup, and where a refusal leads. */
import { nextAct, nextPart } from '#web/later.tsx'
import { errorPath } from '#web/wizard.tsx'

export const ImportantDialog = nextPart(() =>
  import('./important-dialog.tsx').then(file => file.ImportantDialog),
)

export const UsageAndPlace = nextPart(() => import('./usage-and-place.tsx').then(file => file.UsageAndPlace))

export const refusalHere = nextAct(
  () => import('#web/refusal.ts'),
  file => file.refusalHere,
  { kind: 'leave', path: errorPath },
)
