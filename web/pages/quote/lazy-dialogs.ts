/** What of the quote page comes in files of their own when it is wanted: popups, what stands folded, and what only paper shows. */
import { lazyDialog, lazyPart } from '#web/lib/lazy.tsx'

export const AdditionalExcessDialog = lazyDialog(() =>
  import('./additional-excess-dialog.tsx').then(file => file.AdditionalExcessDialog),
)

export const DeclarationDialog = lazyDialog(() =>
  import('./declaration-dialog.tsx').then(file => file.DeclarationDialog),
)

export const PriceBreakdown = lazyPart(() =>
  import('./price-breakdown.tsx').then(file => file.PriceBreakdown),
)

export const PrintHeader = lazyPart(() => import('./print-header.tsx').then(file => file.PrintHeader))
