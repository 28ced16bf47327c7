/** What of step 5 comes in a file of its own when it is wanted: the terms. */
import { laterPopup } from '#web/lib/lazy.tsx'

export const TermsDialog = laterPopup(() =>
  import('./direct-debit-terms-dialog.tsx').then(file => file.TermsDialog),
)
