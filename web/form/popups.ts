/** The popups that several steps may open, and the line that says what became of one. */
import { laterPart, laterPopup } from '#web/later.tsx'

export const SorryDialog = laterPopup(() => import('./sorry-dialog.tsx').then(file => file.SorryDialog))

export const ManualAddressDialog = laterPopup(() =>
  import('./manual-address-dialog.tsx').then(file => file.ManualAddressDialog),
)

export const EmailQuote = laterPopup(() => import('#web/email-quote.tsx').then(file => file.EmailQuote))

export const EmailOutcomeLine = laterPart(() =>
  import('#web/email-outcome.tsx').then(file => file.EmailOutcomeLine),
)
