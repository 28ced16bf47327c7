/** What of step 5 comes in a file of its own when it is wanted: the terms. */
import { lazyDialog } from '#web/lib/lazy.tsx'

export const DirectDebitTermsDialog = lazyDialog(() =>
  import('./direct-debit-terms-dialog.tsx').then(file => file.DirectDebitTermsDialog),
)
