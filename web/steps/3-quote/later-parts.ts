/** What of the quote page comes in files of their own: what stands below the first window, popups, and what stands folded. */
import { laterPart, laterPopup, nextPart } from '#web/later.tsx'

export const AdditionalExcess = laterPopup(() =>
  import('./additional-excess.tsx').then(file => file.AdditionalExcess),
)

export const CoverDetails = nextPart(() => import('./cover-details.tsx').then(file => file.CoverDetails))

export const Declaration = laterPopup(() => import('./declaration.tsx').then(file => file.Declaration))

export const PriceBreakdown = laterPart(() =>
  import('./price-breakdown.tsx').then(file => file.PriceBreakdown),
)
