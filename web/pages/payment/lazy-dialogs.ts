/** The lazy dialog of step 5: the direct debit terms. */

import { lazyDialog } from '#web/lib/lazy.tsx'

export const DirectDebitTermsDialog = lazyDialog(() =>
  import('./direct-debit-terms-dialog.tsx').then(file => file.DirectDebitTermsDialog),
)
