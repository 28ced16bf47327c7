/** The status line under a step's buttons: the result of 'Email my quote'. */

import { emailText } from '#web/content/email.ts'
import { useDraftState } from '#web/features/draft/draft-store.ts'
import type { EmailResult } from './email-quote-dialog.tsx'

export function EmailStatus({ outcome }: { outcome: EmailResult }) {
  const quoteEmailed = useDraftState(draftState => draftState.quoteEmailed)
  return (
    <p role="status">
      {outcome === 'failed'
        ? emailText.failed
        : outcome === 'too-many'
          ? emailText.tooMany
          : outcome === 'sent' && quoteEmailed && emailText.sentTo(quoteEmailed)}
    </p>
  )
}
