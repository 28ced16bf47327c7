/** What of the quote page comes in files of their own when it is wanted: popups, what stands folded, and what only paper shows. */
import { laterPart, laterPopup } from '#web/later.tsx'

export const AdditionalExcess = laterPopup(() =>
  import('./additional-excess.tsx').then(file => file.AdditionalExcess),
)

export const Declaration = laterPopup(() => import('./declaration.tsx').then(file => file.Declaration))

export const PriceBreakdown = laterPart(() =>
  import('./price-breakdown.tsx').then(file => file.PriceBreakdown),
)

export const PaperOnly = laterPart(() => import('./paper-only.tsx').then(file => file.PaperOnly))
