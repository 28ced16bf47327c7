/** What of the quote page comes in files of their own when it is wanted: popups, and what stands folded. */
import { laterPart, laterPopup } from '#web/later.tsx'

export const AdditionalExcess = laterPopup(() =>
  import('./additional-excess.tsx').then(file => file.AdditionalExcess),
)

export const Declaration = laterPopup(() => import('./declaration.tsx').then(file => file.Declaration))

export const PriceBreakdown = laterPart(() =>
  import('./price-breakdown.tsx').then(file => file.PriceBreakdown),
)
