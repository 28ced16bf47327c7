/** The popups that several steps may open, and the line that says what became of one. */
import { laterPart, laterPopup } from '#web/lib/lazy.tsx'

export const SorryDialog = laterPopup(() =>
  import('#web/layout/sorry-dialog.tsx').then(file => file.SorryDialog),
)

export const ManualAddressDialog = laterPopup(() =>
  import('#web/features/address-search/manual-address-dialog.tsx').then(file => file.ManualAddressDialog),
)

export const EmailQuote = laterPopup(() =>
  import('#web/features/email-quote/email-quote-dialog.tsx').then(file => file.EmailQuote),
)

export const EmailOutcomeLine = laterPart(() =>
  import('#web/features/email-quote/email-status.tsx').then(file => file.EmailOutcomeLine),
)
