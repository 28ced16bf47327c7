/**
 * The lazy components of step 1, loaded after the first paint: its second half, the first dialog, and the
 * handling of a refusal.
 */

import { errorPath } from '#web/app/navigation.tsx'
import { lazyFunction, prefetchedPart } from '#web/lib/lazy.tsx'

export const ImportantInformationDialog = prefetchedPart(() =>
  import('./important-information-dialog.tsx').then(file => file.ImportantInformationDialog),
)

export const UsageAddressValue = prefetchedPart(() =>
  import('./usage-address-value.tsx').then(file => file.UsageAddressValue),
)

export const refusalHere = lazyFunction(
  () => import('#web/features/quote-access/failure-action.ts'),
  file => file.resolveFailure,
  { kind: 'leave', path: errorPath },
)
