/** The saved quote's number: once there is one it stands in the header, which the server has drawn (SHELL-04). */
import { createPortal } from 'react-dom'
import { frameWords } from '#web/content/layout.ts'
import { useFromFacts } from '#web/features/draft/draft-store.ts'

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
