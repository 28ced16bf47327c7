/** Updates the server-rendered header (saved quote's number) and footer ('Clear my answers') in the browser. */
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { layoutText } from '#web/content/layout.ts'

export const savedQuoteNumberId = 'saved-quote'
export const clearAnswersId = 'clear-answers'

export function SavedQuoteNumber({ quoteNumber }: { quoteNumber: string | undefined }) {
  const place = quoteNumber ? document.getElementById(savedQuoteNumberId) : null
  if (!place) return null
  return createPortal(
    <>
      <span>{layoutText.quoteNumber}</span> <strong>{quoteNumber}</strong>
    </>,
    place,
  )
}

export function useClearAnswers(clear: () => void): void {
  const onClick = useEffectEvent(clear)
  useEffect(() => {
    const button = document.getElementById(clearAnswersId)
    const listener = () => onClick()
    button?.addEventListener('click', listener)
    return () => button?.removeEventListener('click', listener)
  }, [])
}
