/** The saved quote's number, rendered into the server-rendered header through a portal. */
import { createPortal } from 'react-dom'
import { layoutText } from '#web/content/layout.ts'
import { useDraftState } from '#web/features/draft/draft-store.ts'

export const savedQuoteNumberId = 'saved-quote'

export function SavedQuoteNumber() {
  const quoteNumber = useDraftState(draftState => draftState.quoteNumber)
  const place = quoteNumber ? document.getElementById(savedQuoteNumberId) : null
  if (!place) return null
  return createPortal(
    <>
      <span>{layoutText.quoteNumber}</span> <strong>{quoteNumber}</strong>
    </>,
    place,
  )
}
