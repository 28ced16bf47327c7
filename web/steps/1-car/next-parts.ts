/** What of step 1 comes in files of their own, right after the first window: its second half, and the first popup. */
import { nextPart } from '#web/later.tsx'

export const ImportantDialog = nextPart(() =>
  import('./important-dialog.tsx').then(file => file.ImportantDialog),
)

export const UsageAndPlace = nextPart(() => import('./usage-and-place.tsx').then(file => file.UsageAndPlace))
