/** /cc-payment-cancel: straight back to the policyholder step of the quote (PAY-09). */
import { useEffect } from 'react'
import { useDraft } from '#web/draft.ts'
import { outcomeWords } from '#web/words/outcomes.ts'
import { OutcomePage } from './outcome-page.tsx'
import { queryValue, quoteInAddress, wizardPath } from './query.ts'

const words = outcomeWords.cancel

/** Without a token the id opens nothing: then this tab's own answers lead back. */
const wayBack = (): string => {
  const token = queryValue('token')
  return wizardPath(token ? quoteInAddress() : '', token, 'yes')
}

export function CardCancel() {
  const draft = useDraft()
  useEffect(() => {
    // A tab that knows nothing of the quote, such as a second one, still knows that it came from the card page.
    const { paymentMethod = 'Credit_Card' } = draft.answers()
    draft.setAnswers({ paymentCancelled: 'YES', paymentMethod })
    // The draft is stored at the end of this turn; only then may the page go.
    const timer = setTimeout(() => location.replace(wayBack()))
    return () => clearTimeout(timer)
  }, [draft])
  return <OutcomePage title={words.title} text={words.text} />
}
