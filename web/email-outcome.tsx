/** The quiet line under a step's buttons that says what became of 'Email my quote'. */
import { useFacts } from './draft.ts'
import type { EmailOutcome } from './email-quote.tsx'
import { quoteWords } from './words/quote.ts'

export function EmailOutcomeLine({ outcome }: { outcome: EmailOutcome }) {
  const { quoteEmailed } = useFacts()
  return (
    <p role="status">
      {outcome === 'failed' && quoteWords.emailFailed}
      {outcome === 'sent' && quoteEmailed && quoteWords.emailSentTo(quoteEmailed)}
    </p>
  )
}
