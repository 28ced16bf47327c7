/**
 * The lazy components of the quote page that load when needed: dialogs, collapsed content, and the print
 * header.
 */

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
