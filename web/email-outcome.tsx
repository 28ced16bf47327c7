/** The quiet line under a step's buttons that says what became of 'Email my quote'. */
import { useFromFacts } from './draft.ts'
import type { EmailOutcome } from './email-quote.tsx'
import { emailWords } from './words/email.ts'

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
