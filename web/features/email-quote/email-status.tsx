/** The quiet line under a step's buttons that says what became of 'Email my quote'. */

import { emailWords } from '#web/content/email.ts'
import { useFromFacts } from '#web/features/draft/draft-store.ts'
import type { EmailOutcome } from './email-quote-dialog.tsx'

export function EmailOutcomeLine({ outcome }: { outcome: EmailOutcome }) {
  const quoteEmailed = useFromFacts(facts => facts.quoteEmailed)
  return (
    <p role="status">
      {outcome === 'failed'
        ? emailWords.failed
        : outcome === 'too-many'
          ? emailWords.tooMany
          : outcome === 'sent' && quoteEmailed && emailWords.sentTo(quoteEmailed)}
    </p>
  )
}
