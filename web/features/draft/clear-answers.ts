/** The click handler of 'Clear my answers' in the footer, which is rendered on the server. */

import { useEffect } from 'react'
import type { Navigation } from '#web/app/navigation.tsx'
import { useDraft } from './draft-store.ts'

export const clearAnswersId = 'clear-answers'

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
