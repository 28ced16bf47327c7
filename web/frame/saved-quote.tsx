/** The saved quote's number: once there is one it stands in the header, which the server has drawn (SHELL-04). */
import { createPortal } from 'react-dom'
import { useFromFacts } from '#web/draft.ts'
import { frameWords } from '#web/words/frame.ts'

export const savedQuoteId = 'saved-quote'

export function SavedQuote() {
  const quoteNumber = useFromFacts(facts => facts.quoteNumber)
  const place = quoteNumber ? document.getElementById(savedQuoteId) : null
  if (!place) return null
  return createPortal(
    <>
      <span>{frameWords.quoteNumber}</span> <strong>{quoteNumber}</strong>
    </>,
    place,
  )
}
