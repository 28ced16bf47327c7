/** What of step 5 comes in a file of its own when it is wanted: the terms. */
import { laterPopup } from '#web/later.tsx'

export const TermsDialog = laterPopup(() => import('./terms-dialog.tsx').then(file => file.TermsDialog))
