/** What of step 5 comes in files of their own: what stands below the first window, the terms, and what nobody hopes to see. */
import { laterPopup, nextPart } from '#web/later.tsx'

export const CheckEverything = nextPart(() =>
  import('./check-everything.tsx').then(file => file.CheckEverything),
)

export const BankDetails = nextPart(() => import('./bank-details.tsx').then(file => file.BankDetails))

export const PaymentFailure = nextPart(() =>
  import('./payment-failure.tsx').then(file => file.PaymentFailure),
)

export const TermsDialog = laterPopup(() => import('./terms-dialog.tsx').then(file => file.TermsDialog))
