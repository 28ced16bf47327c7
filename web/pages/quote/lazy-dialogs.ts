/** What of the quote page comes in files of their own when it is wanted: popups, what stands folded, and what only paper shows. */
import { laterPart, laterPopup } from '#web/lib/lazy.tsx'

export const AdditionalExcess = laterPopup(() =>
  import('./additional-excess-dialog.tsx').then(file => file.AdditionalExcess),
)

export const Declaration = laterPopup(() => import('./declaration-dialog.tsx').then(file => file.Declaration))

export const PriceBreakdown = laterPart(() =>
  import('./price-breakdown.tsx').then(file => file.PriceBreakdown),
)

export const PaperOnly = laterPart(() => import('./print-header.tsx').then(file => file.PaperOnly))
