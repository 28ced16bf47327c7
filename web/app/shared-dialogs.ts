/** Dialogs that several steps open, and the message that reports the result of one; all lazy. */
import { lazyDialog, lazyPart } from '#web/lib/lazy.tsx'

export const SorryDialog = lazyDialog(() =>
  import('#web/layout/sorry-dialog.tsx').then(file => file.SorryDialog),
)

export const ManualAddressDialog = lazyDialog(() =>
  import('#web/features/address-search/manual-address-dialog.tsx').then(file => file.ManualAddressDialog),
)

export const EmailQuoteDialog = lazyDialog(() =>
  import('#web/features/email-quote/email-quote-dialog.tsx').then(file => file.EmailQuoteDialog),
)

export const EmailStatus = lazyPart(() =>
  import('#web/features/email-quote/email-status.tsx').then(file => file.EmailStatus),
)
