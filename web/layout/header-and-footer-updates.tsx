/**
 * Updates the server-rendered header and footer in the browser: the saved quote's number, and the button that
 * clears the answers.
 */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { layoutText } from '#web/content/layout.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import type { Navigation } from '#web/lib/navigation.ts'

export const savedQuoteNumberId = 'saved-quote'
export const clearAnswersId = 'clear-answers'

/** The saved quote's number in the header. */
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

/** The click on 'Clear my answers' in the footer. */
export function useClearAnswers(leave: Navigation['navigateTo']): void {
  const draft = useDraft()
  useEffect(() => {
    const button = document.getElementById(clearAnswersId)
    const clear = () => {
      draft.clear()
      leave('/vehicle')
    }
    button?.addEventListener('click', clear)
    return () => button?.removeEventListener('click', clear)
  }, [draft, leave])
}
